import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  describeWith,
  findPgbouncer,
  findRedisServer,
  startEmbeddedPostgres,
  startPgbouncer,
  startRedis,
  startSlowForwarder,
  type EmbeddedPostgres,
} from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { join } from 'node:path';
import { mock } from 'node:test';
import { Client } from 'pg';
import { Broker, BrokerStartError, connectBroker, Messages, migrateBroker } from '../src/index.js';
import { Opened, quiet, waitUntil } from './harness.js';
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
    const busy = await startSlowForwarder(server.url);
    mock.timers.enable({ apis: ['setTimeout'] });
    const connecting = connect(busy.url).catch((error: unknown) => error);
    try {
      await busy.passTime(connecting, 8_000, (ms) => mock.timers.tick(ms));
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

  it('fails the check of readiness while its broker accepts no writes', async () => {
    const broker = await connect(server.url);
    try {
      expect(await broker.ping()).toBeUndefined();
      const acceptWrites = await server.refuseWrites();
      try {
        await waitUntil('the check fails', () =>
          broker.ping().then(
            () => false,
            () => true,
          ),
        );
      } finally {
        await acceptWrites();
      }
      await waitUntil('the check succeeds', () =>
        broker.ping().then(
          () => true,
          () => false,
        ),
      );
    } finally {
      await broker.close();
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
  let scratch: ReturnType<typeof makeScratchDir>;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    scratch = makeScratchDir();
    postgres = await startEmbeddedPostgres({ dataDir: join(scratch.path, 'data'), settings: { fsync: 'off' } });
  });
  afterAll(async () => {
    await postgres.kill();
    scratch.remove();
  });

  it('must be migrated first, two migrations can run at once, and a server takes eight seconds to answer one of them', async () => {
    expect(await startError(connect(postgres.url))).toContain('run the command `migrate`');
    await Promise.all([migrateBroker(postgres.url), migrateSlowly(postgres.url)]);
    await (await connect(postgres.url)).close();
  });

  it('is used although its URL has startup options of its own', async () => {
    await migrateBroker(postgres.url);
    expect(await countsAfterPush(`${postgres.url}?options=-c%20statement_timeout%3D30s`)).toEqual({ waiting: 1, active: 0 });
  });

  it('is refused by name when a newer release has migrated it', async () => {
    await migrateBroker(postgres.url);
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    const raise = (by: number) => admin.query('UPDATE bullmq.migration SET min_client_version = min_client_version + $1', [by]);
    try {
      await raise(90);
      expect(await startError(connect(postgres.url))).toContain(`the broker's schema "bullmq" belongs to a newer release`);
    } finally {
      await raise(-90);
      await admin.end();
    }
  });

  describeWith(
    { describe, it },
    findPgbouncer(),
    'pgbouncer',
  )('behind PgBouncer', () => {
    it.each([
      ['without', []],
      ['with', ['ignore_startup_parameters=options']],
    ])('is used in session mode, %s the setting that drops startup options', async (_how, settings) => {
      await migrateBroker(postgres.url);
      const pooler = await startPgbouncer(postgres.url, ['pool_mode=session', ...settings]);
      try {
        expect(await countsAfterPush(pooler.url)).toEqual({ waiting: 1, active: 0 });
      } finally {
        await pooler.stop();
      }
    });

    it('is refused in transaction mode', async () => {
      await migrateBroker(postgres.url);
      const pooler = await startPgbouncer(postgres.url, ['pool_mode=transaction', 'ignore_startup_parameters=options']);
      try {
        expect(await startError(connect(pooler.url))).toContain('connect to PostgreSQL itself, or to PgBouncer with pool_mode=session');
      } finally {
        await pooler.stop();
      }
    });
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

/** Removes the job again. */
async function countsAfterPush(url: string): Promise<unknown> {
  const broker = await connect(url);
  try {
    const jobs = broker.queue('sample');
    await jobs.push([{ id: 'job-1', data: {} }]);
    const counts = await jobs.counts();
    await jobs.withdraw('job-1');
    return counts;
  } finally {
    await broker.close();
  }
}

async function migrateSlowly(url: string): Promise<void> {
  const busy = await startSlowForwarder(url);
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const migrating = migrateBroker(busy.url);
    await busy.passTime(migrating, 8_000, (ms) => mock.timers.tick(ms));
    await migrating;
  } finally {
    mock.timers.reset();
    busy.close();
  }
}
