import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startRedis, type RedisServer } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { Messages } from '../src/index.js';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { reservation, serveSample } from './sample-billing.js';
import { makeScratchDir } from './test-brokers.js';

/** A name that leads to one server at a time. Connections that are open stay where they are, as with a name of the network. */
async function startName(port: number) {
  let leadsTo = port;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const there = connect(leadsTo, '127.0.0.1');
    for (const end of [socket, there]) sockets.add(end.on('error', () => undefined));
    socket.pipe(there).pipe(socket);
    socket.once('close', () => there.destroy());
    there.once('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (other: number) => (leadsTo = other),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describeRedis('a Redis whose name moves', () => {
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

  it('is followed to the new master when the old one goes on as its replica', async () => {
    const [first, second] = [await start('first'), await start('second')];
    const name = await startName(first.port);
    const brokers = new Opened(() => name.url, 'moved');
    opened.push(name, brokers);
    brokers.add(await serveSample(await brokers.broker('billing')));
    const messages = new Messages(await brokers.broker('gateway'));
    const answered = () =>
      messages.request('quota.reserve', reservation(), { timeoutMs: 1_000 }).then(
        () => true,
        () => false,
      );
    await waitUntil('requests are answered', answered);

    name.leadTo(second.port);
    const operator = new Redis(first.url);
    brokers.add({ close: async () => operator.disconnect() });
    await operator.replicaof('127.0.0.1', second.port);
    await waitUntil('it follows the new master', async () => (await operator.info('replication')).includes('master_link_status:up'));
    await waitUntil('requests are answered again', answered, 30_000);
    expect(await answered()).toBe(true);
  });
});
