import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startRedis } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { makeScratchDir } from './test-brokers.js';

describeRedis('a worker on Redis', () => {
  const scratch = makeScratchDir();
  let server: Awaited<ReturnType<typeof startRedis>>;
  let opened: Opened;
  const disconnect = Object.getOwnPropertyDescriptor(Redis.prototype, 'disconnect')!;

  beforeEach(async () => {
    server = await startRedis({ dir: scratch.path });
    opened = new Opened(() => server.url, 'endless');
  });

  afterEach(async () => {
    Object.defineProperty(Redis.prototype, 'disconnect', disconnect);
    await opened.close();
    await server.stop();
    scratch.remove();
  });

  it('takes jobs again although nothing reports the end of the connection that it waits on', async () => {
    let isHeld = false;
    let isEnded = false;
    Redis.prototype.disconnect = function (this: Redis, ...how) {
      if (isHeld) isEnded = true;
      else Reflect.apply(disconnect.value as Redis['disconnect'], this, how);
    };
    const broker = await opened.broker('billing');
    const done: string[] = [];
    broker.startWorker('patience', { concurrency: 1, timeoutMs: 5_000, handle: async ({ id }) => void done.push(id) });
    const push = (id: string) => broker.queue('patience').push([{ id, data: {} }]);
    await push('before');
    await waitUntil('the worker works', () => done.includes('before'));
    const probe = new Redis(server.url);
    opened.add({ close: () => probe.quit() });
    await waitUntil('the worker waits again', async () => /flags=b .*cmd=bzpopmin/.test(String(await probe.client('LIST'))));

    isHeld = true;
    process.kill(server.pid, 'SIGSTOP');
    await waitUntil('BullMQ ends the connection that brings no answer', () => isEnded);
    isHeld = false;
    process.kill(server.pid, 'SIGCONT');
    await waitUntil('the server takes jobs', () =>
      push('after').then(
        () => true,
        () => false,
      ),
    );
    await waitUntil('the worker works again', () => done.includes('after'), 20_000);
    expect(done).toEqual(['before', 'after']);
  });
});
