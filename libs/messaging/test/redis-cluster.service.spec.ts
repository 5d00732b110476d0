import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startRedisCluster, type RedisServer } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { Messages } from '../src/index.js';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { makeScratchDir } from './test-brokers.js';

const prefix = 'cluster';

describeRedis('a process on a cluster of Redis', () => {
  const scratch = makeScratchDir();
  const operators = new Map<RedisServer, Redis>();
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  let opened: Opened;
  let withKeys: RedisServer;

  beforeAll(async () => {
    // So long that no test sees a failover.
    cluster = await startRedisCluster({ dir: scratch.path, nodeTimeoutMs: 300_000 });
    cluster.nodes.forEach((node) =>
      operators.set(
        node,
        new Redis(node.url).on('error', () => undefined),
      ),
    );
    withKeys = await cluster.masterOf(prefix);
  });

  beforeEach(() => {
    opened = new Opened(() => `redis+cluster://${cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`, prefix);
  });

  afterEach(() => opened.close());

  afterAll(async () => {
    operators.forEach((operator) => operator.disconnect());
    await cluster?.stop();
    scratch.remove();
  });

  async function subscribedNode(): Promise<RedisServer | undefined> {
    for (const [node, operator] of operators) if (String(await operator.call('CLIENT', 'LIST', 'TYPE', 'pubsub'))) return node;
    return undefined;
  }

  it('hears again soon after the node that it is subscribed at falls silent', async () => {
    const messages = new Messages(await opened.broker('gateway'));
    let heard = 0;
    messages.onNotice(() => (heard += 1));
    const notify = () => messages.notify(messages.address, { topic: 'request-finished', id: randomUUID() });
    const silent = await waitUntil('it is subscribed at a node without its keys', async () => {
      const node = await subscribedNode();
      if (node === withKeys) await operators.get(node)!.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      return node !== withKeys && node;
    });
    await waitUntil('it hears', async () => {
      await notify();
      return heard > 0;
    });
    process.kill(silent.pid, 'SIGSTOP');
    try {
      heard = 0;
      await waitUntil('it hears again', async () => {
        await notify();
        return heard > 0;
      });
    } finally {
      process.kill(silent.pid, 'SIGCONT');
    }
    expect(await waitUntil('it is subscribed at one node', subscribedNode)).toBeDefined();
  });

  it('starts while another master is away, unless a master that answers may evict jobs', async () => {
    const [away, other] = cluster.nodes.slice(0, 3).filter((node) => node !== withKeys) as [RedisServer, RedisServer];
    await away.kill();
    try {
      await expect((await opened.broker('billing')).ping()).resolves.toBeUndefined();
      await operators.get(other)!.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await expect(opened.broker('billing')).rejects.toThrow('noeviction');
    } finally {
      await operators.get(other)!.config('SET', 'maxmemory-policy', 'noeviction');
      await away.start();
    }
  });
});
