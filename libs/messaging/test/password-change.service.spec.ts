import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startRedis, type RedisServer } from '@vigia/local-servers';
import { createLogger } from '@vigia/observability';
import { Redis } from 'ioredis';
import { connectBroker, type Broker } from '../src/index.js';
import { describeRedis } from './describe-redis.js';

describeRedis('the password of Redis', () => {
  let dir: string;
  let redis: RedisServer;
  let operator: Redis;
  const opened: Broker[] = [];

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'vigia-redis-password-'));
    redis = await startRedis({ dir });
    operator = new Redis(redis.url);
    await operator.config('SET', 'requirepass', 'old');
  });

  afterEach(async () => {
    for (const broker of opened.splice(0)) await broker.close();
    operator.disconnect();
    await redis.stop();
    rmSync(dir, { recursive: true });
  });

  async function replicaWith(password: string): Promise<Broker> {
    const url = Object.assign(new URL(redis.url), { password }).href;
    const broker = await connectBroker({ url, service: 'billing', logger: createLogger('test', { level: 'silent' }) });
    opened.push(broker);
    return broker;
  }

  it('changes while replicas with the old one and with the new one run', async () => {
    const before = await replicaWith('old');
    await operator.call('ACL', 'SETUSER', 'default', '>new');
    const after = await replicaWith('new');
    for (const replica of [before, after, await replicaWith('old')]) expect(await replica.ping()).toBeUndefined();
    await operator.call('ACL', 'SETUSER', 'default', '<old');
    await expect(replicaWith('old')).rejects.toThrow('cannot be reached');
    expect(await after.ping()).toBeUndefined();
    expect(await (await replicaWith('new')).ping()).toBeUndefined();
  });
});
