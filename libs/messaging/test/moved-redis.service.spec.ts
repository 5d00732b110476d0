import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startForwarder, startRedis, type RedisServer } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { Messages } from '../src/index.js';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { isAnswered, serveSample } from './sample-billing.js';
import { makeScratchDir } from './test-brokers.js';

describeRedis('a client of a Redis whose address moves', () => {
  const opened: { close(): Promise<unknown> }[] = [];
  let scratch: ReturnType<typeof makeScratchDir>;

  beforeEach(() => {
    scratch = makeScratchDir();
  });

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
    scratch.remove();
  });

  async function start(folder: string): Promise<RedisServer> {
    const server = await startRedis({ dir: `${scratch.path}/${folder}` });
    opened.push({ close: () => server.stop() });
    return server;
  }

  it('follows it to the new master when the old one stays as a replica', async () => {
    const [first, second] = [await start('first'), await start('second')];
    const name = await startForwarder(first.port);
    const brokers = new Opened(() => `redis://127.0.0.1:${name.port}`, 'moved');
    opened.push(name, brokers);
    brokers.add(await serveSample(await brokers.broker('billing')));
    const messages = new Messages(await brokers.broker('gateway'));
    const answered = () => isAnswered(messages);
    await waitUntil('requests are answered', answered);

    name.leadTo(second.port);
    const operator = new Redis(first.url);
    brokers.add({ close: async () => operator.disconnect() });
    await operator.replicaof('127.0.0.1', second.port);
    await waitUntil('the old master follows the new one', async () =>
      (await operator.info('replication')).includes('master_link_status:up'),
    );
    expect(await waitUntil('requests are answered again', answered)).toBe(true);
  });
});
