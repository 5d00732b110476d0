import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findRedisServer, startEmbeddedPostgres, startRedis } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { once } from 'node:events';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as untilReally } from 'node:timers/promises';
import { Broker, BrokerStartError, connectBroker, Messages, migrateBroker } from '../src/index.js';
import { Opened, quiet } from './harness.js';
import { startProcess } from './processes/child-process.js';
import { reservation } from './sample-billing.js';
import { availableBrokers, makeScratchDir, type TestBroker } from './test-brokers.js';

const connect = (url: string) => connectBroker({ url, service: 'billing', logger: quiet });
const startError = async (work: Promise<unknown>) => {
  const error = await work.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BrokerStartError);
  return (error as Error).message;
};

describe.each(availableBrokers)('a process on $kind', ({ start }) => {
  let server: TestBroker;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  it('waits at its start for a broker that takes eight seconds to answer each connection', async () => {
    const busy = await slowToAnswer(server.url);
    mock.timers.enable({ apis: ['setTimeout'] });
    let isOver = false;
    const connecting = connect(busy.url)
      .catch((error: unknown) => error)
      .finally(() => (isOver = true));
    try {
      while (!isOver) {
        mock.timers.tick(busy.isAsked() ? 8_000 : 5);
        busy.answer();
        await untilReally(5);
      }
      expect(await connecting).toBeInstanceOf(Broker);
    } finally {
      mock.timers.reset();
      const broker = await connecting;
      if (broker instanceof Broker) await broker.close();
      busy.close();
    }
  });

  it('ends by itself after it has closed everything', async () => {
    const opened = new Opened(() => server.url, 'exit');
    const child = startProcess('billing-process.ts', server.url, opened.prefix);
    try {
      const messages = new Messages(await opened.broker('gateway'));
      await child.said('ready');
      await messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
      await expect(child.close()).resolves.toBe(0);
      expect(child.lines.at(-1)).toBe('closed');
    } finally {
      await child.kill();
      await opened.close();
    }
  });

  it('ends by itself even after the broker went away', async () => {
    const child = startProcess('billing-process.ts', server.url, 'exit');
    try {
      await child.said('ready');
      await server.down();
      await expect(child.close()).resolves.toBe(0);
    } finally {
      await child.kill();
      await server.up();
    }
  });
});

describe('connectBroker', () => {
  it.each(['http://127.0.0.1', 'nonsense'])('names the supported kinds of broker when the URL is %s', async (url) => {
    expect(await startError(connect(url))).toContain('redis://');
  });

  it.each(['redis://:hunter2@127.0.0.1:1', 'postgres://me:hunter2@127.0.0.1:1/x'])(
    'reports the address of a broker that cannot be reached, without its password: %s',
    async (url) => {
      const text = await startError(connect(url));
      expect(text).toContain('127.0.0.1:1');
      expect(text).not.toContain('hunter2');
    },
  );
});

describe('PostgreSQL', () => {
  it('must be migrated first, and two migrations can run at once', async () => {
    const scratch = makeScratchDir();
    const postgres = await startEmbeddedPostgres({ dataDir: join(scratch.path, 'data'), settings: { fsync: 'off' } });
    try {
      expect(await startError(connect(postgres.url))).toContain('npm run migrate');
      await Promise.all([migrateBroker(postgres.url), migrateBroker(postgres.url)]);
      await (await connect(postgres.url)).close();
    } finally {
      await postgres.kill();
      scratch.remove();
    }
  });
});

if (findRedisServer()) {
  describe('Redis', () => {
    it('is refused with an eviction policy', async () => {
      const scratch = makeScratchDir();
      const redis = await startRedis({ dir: scratch.path, extraArgs: ['--maxmemory-policy', 'allkeys-lru'] });
      try {
        expect(await startError(connect(redis.url))).toContain('noeviction, not allkeys-lru');
      } finally {
        await redis.stop();
        scratch.remove();
      }
    });

    it('that has no memory left answers, and fails the check of readiness', async () => {
      const scratch = makeScratchDir();
      const redis = await startRedis({ dir: scratch.path });
      const admin = new Redis(redis.url);
      let broker: Awaited<ReturnType<typeof connect>> | undefined;
      try {
        broker = await connect(redis.url);
        await admin.config('SET', 'maxmemory', '1');
        await expect(broker.ping()).rejects.toThrow('the broker has no memory left (OOM)');
        await admin.config('SET', 'maxmemory', '0');
        expect(await broker.ping()).toBeUndefined();
      } finally {
        await broker?.close();
        admin.disconnect();
        await redis.stop();
        scratch.remove();
      }
    });
  });
}

/** A server on a machine that has little time for it: it accepts connections, and answers them only when it is told to. */
async function slowToAnswer(url: string) {
  const own = new URL(url);
  const { hostname, port } = own;
  const accepted: Socket[] = [];
  let unanswered: Socket[] = [];
  const server = createServer((client) => {
    client.on('error', () => undefined);
    accepted.push(client);
    unanswered.push(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    isAsked: () => unanswered.length > 0,
    answer: () => {
      for (const client of unanswered) {
        const real = connectTcp(Number(port), hostname).on('error', () => undefined);
        client.pipe(real).pipe(client);
      }
      unanswered = [];
    },
    close: () => {
      server.close();
      for (const socket of accepted) socket.destroy();
    },
  };
}
