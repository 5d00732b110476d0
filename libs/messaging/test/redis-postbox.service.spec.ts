import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startRedis } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { BrokerRefusedError } from '../src/datastore/reach.js';
import { RedisPostbox } from '../src/replies/redis-postbox.js';
import { describeRedis } from './describe-redis.js';
import { waitUntil } from './harness.js';

const largeText = 'x'.repeat(2 ** 20);

describeRedis('a postbox on Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-postbox-'));
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  let mine: RedisPostbox;
  let received: unknown[];
  let troubles: Error[];
  let recoveries: number;

  beforeAll(async () => {
    server = await startRedis({ dir: folder });
  });

  beforeEach(async () => {
    [received, troubles, recoveries] = [[], [], 0];
    redis = new Redis(server.url);
    mine = new RedisPostbox(redis, redis, '{vigia}', 'gateway-1', (error) => troubles.push(error));
    mine.onRecovered(() => (recoveries += 1));
    await mine.open((mail) => received.push(mail));
  });

  afterEach(async () => {
    await mine.close();
    redis.disconnect();
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const until = (what: string, holds: () => boolean | Promise<boolean>) => waitUntil(what, holds);

  it('receives mail to its own address, in order, and no other mail', async () => {
    for (const to of ['gateway-1', 'gateway-2', 'gateway-1']) await mine.send(to, { to, number: received.length });
    await until('both have come', () => received.length === 2);
    expect(received).toEqual([expect.objectContaining({ to: 'gateway-1' }), expect.objectContaining({ to: 'gateway-1' })]);
  });

  it('receives a large mail through a key, which it deletes after it has read the mail', async () => {
    const told = redis.duplicate();
    const texts: string[] = [];
    told.on('message', (_channel, text) => texts.push(text));
    await told.subscribe('{vigia}:mail:gateway-1');
    await mine.send('gateway-1', { largeText });
    await until('it has come', () => received.length === 1);
    expect(received).toEqual([{ largeText }]);
    await until('it is told', () => texts.length === 1);
    expect(texts[0]!.length).toBeLessThan(200);
    expect(await redis.keys('{vigia}:mail:*')).toEqual([]);
    told.disconnect();
  });

  it('refuses a mail that is too large, and stores nothing', async () => {
    await expect(mine.send('gateway-1', { largeText: largeText.repeat(17) })).rejects.toBeInstanceOf(BrokerRefusedError);
    expect(await redis.keys('{vigia}:mail:*')).toEqual([]);
  });

  it('stores a large mail to an unknown address for at most a minute', async () => {
    await mine.send('gateway-2', { largeText });
    const [key] = await redis.keys('{vigia}:mail:*');
    expect(await redis.ttl(key!)).toBeLessThanOrEqual(60);
    await redis.del(key!);
  });

  it('receives again after its connection was ended', async () => {
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await until('it hears', async () => {
      await mine.send('gateway-1', { again: true });
      return received.length > 0;
    });
    expect(received[0]).toEqual({ again: true });
  });

  it('reports that its new connection may not subscribe, and receives again once it may', async () => {
    await redis.acl('SETUSER', 'default', '-subscribe');
    try {
      await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await until('the refusal is reported', () => troubles.some(({ message }) => message.includes('NOPERM')));
    } finally {
      await redis.acl('SETUSER', 'default', '+subscribe');
    }
    await until('it hears', async () => {
      await mine.send('gateway-1', { again: true });
      return received.length > 0;
    });
    expect(received[0]).toEqual({ again: true });
  });

  it('reports that the broker lost its data', async () => {
    await redis.flushall();
    await until('it is told', () => recoveries === 1);
    expect(await redis.exists('{vigia}:known:gateway-1')).toBe(1);
  });

  it('reports that the broker lost its data also while it may not subscribe', async () => {
    await redis.acl('SETUSER', 'default', '-subscribe');
    try {
      await redis.flushall();
      await until('it is told', () => recoveries === 1);
      await until('the refusal is reported', () => troubles.some(({ message }) => message.includes('NOPERM')));
      expect(recoveries).toBe(1);
    } finally {
      await redis.acl('SETUSER', 'default', '+subscribe');
    }
  });

  it('reports a malformed mail and receives the next one', async () => {
    await redis.publish('{vigia}:mail:gateway-1', 'not ours');
    await mine.send('gateway-1', { number: 1 });
    await until('the next has come', () => received.length === 1);
    expect(troubles).toHaveLength(1);
  });
});
