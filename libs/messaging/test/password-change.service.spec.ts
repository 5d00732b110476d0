import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startRedis, startSentinel } from '@vigia/local-servers';
import { createLogger } from '@vigia/observability';
import { Redis } from 'ioredis';
import { connectBroker, type Broker } from '../src/index.js';
import { describeRedis } from './describe-redis.js';
import { quiet, waitUntil } from './harness.js';

type Where = 'server' | 'sentinel';
type Step = { where: Where; command: string };

const master = 'vigia';

/** The commands of the documentation page: those that make the new password valid, and those that end the old one. */
function documentedSteps(): { begin: Step[]; end: Step[] } {
  const page = readFileSync(new URL('../../../docs/deployment.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('#### The password of Redis\n');
  const written = { new: 'new', old: 'old', master };
  const blocks = section
    .split('\n#')[0]!
    .split('```')
    .filter((_, index) => index % 2 === 1);
  const [begin = [], end = []] = blocks.map((block) =>
    [...block.matchAll(/^ *every (server|sentinel) +(.+)$/gm)].map(([, where, command]) => ({
      where: where as Where,
      command: command!.replace(/‹(\w+)›/g, (_, name: keyof typeof written) => written[name]),
    })),
  );
  return { begin, end };
}

describeRedis('the change of the Redis password by the documented steps', () => {
  const { begin, end } = documentedSteps();
  const opened: (() => unknown)[] = [];
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vigia-redis-password-'));
  });

  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
    rmSync(dir, { recursive: true });
  });

  async function start(name: string, extraArgs: string[] = []) {
    const server = await startRedis({ dir: join(dir, name), extraArgs });
    opened.push(() => server.stop());
    return { ...server, operator: operatorOf(server.port) };
  }

  function operatorOf(port: number): Redis {
    // Sentinel ends all connections of a replica that becomes the master.
    const operator = new Redis(port).on('error', () => undefined);
    opened.push(() => operator.disconnect());
    return operator;
  }

  async function brokerAt(url: string, logger = quiet): Promise<Broker> {
    const broker = await connectBroker({ url, service: 'billing', logger });
    opened.push(() => broker.close());
    return broker;
  }

  async function follow(steps: Step[], servers: Record<Where, Redis[]>): Promise<void> {
    for (const { where, command } of steps) {
      const [name = '', ...values] = command.split(' ');
      for (const server of servers[where]) await server.call(name, ...values);
    }
  }

  it('works while replicas of a service with the old and the new password run', async () => {
    const { operator, port } = await start('redis');
    await operator.config('SET', 'requirepass', 'old');
    const replicaWith = (password: string) => brokerAt(`redis://:${password}@127.0.0.1:${port}`);
    const before = await replicaWith('old');
    await follow(begin, { server: [operator], sentinel: [] });
    const after = await replicaWith('new');
    for (const replica of [before, after, await replicaWith('old')]) expect(await replica.ping()).toBeUndefined();
    await follow(end, { server: [operator], sentinel: [] });
    await expect(replicaWith('old')).rejects.toThrow(`the broker at redis://127.0.0.1:${port} refuses the password (WRONGPASS)`);
    expect(await after.ping()).toBeUndefined();
    expect(await (await replicaWith('new')).ping()).toBeUndefined();
  });

  it('shows up in the error of a service with a wrong password or a user without rights', async () => {
    const { operator, port } = await start('redis');
    const log = join(dir, 'log');
    await operator.config('SET', 'requirepass', 'old');
    await brokerAt(`redis://:old@127.0.0.1:${port}`, createLogger('billing', { file: log }));
    await operator.config('SET', 'requirepass', 'new');
    await operator.acl('SETUSER', 'guest', 'on', '>new', '~*', '+info');
    const refusal = (login: string) =>
      brokerAt(`redis://${login}127.0.0.1:${port}`).then(
        () => undefined,
        ({ message }: Error) => message.split(`127.0.0.1:${port} `)[1],
      );
    expect(await refusal(':old@')).toBe('refuses the password (WRONGPASS)');
    expect(await refusal('')).toBe('asks for a password (NOAUTH)');
    expect(await refusal('guest:new@')).toBe('denies the user a permission that Vigía needs (NOPERM)');
    for (const type of ['normal', 'pubsub']) await operator.call('CLIENT', 'KILL', 'TYPE', type);
    await waitUntil('the running replica says so', () => readFileSync(log, 'utf8').includes('the broker refuses the password (WRONGPASS)'));
  });

  it('keeps the replication and the failover by a sentinel working', async () => {
    const first = await start('first');
    const second = await start('second', ['--replicaof', '127.0.0.1', String(first.port)]);
    const servers = [first.operator, second.operator];
    const followers = async (): Promise<string[]> =>
      String(await first.operator.call('CLIENT', 'LIST', 'TYPE', 'replica')).match(/(?<=^id=)\d+/gm) ?? [];
    await waitUntil('the replica follows', async () => (await followers()).length > 0);
    const watched = { master, masterPort: first.port, quorum: 1, downAfterMs: 10_000 };
    const sentinel = await startSentinel({ ...watched, dir: join(dir, 'sentinel') });
    opened.push(() => sentinel.stop());
    const ofSentinel = operatorOf(sentinel.port);
    const ask = async (what: string) => JSON.stringify(await ofSentinel.call('SENTINEL', what, master));
    await waitUntil('the sentinel knows the replica', async () => (await ask('REPLICAS')).includes(`"${second.port}"`));
    for (const server of servers) await server.config('SET', 'masterauth', 'old');
    for (const server of servers) await server.config('SET', 'requirepass', 'old');
    await ofSentinel.call('SENTINEL', 'SET', master, 'auth-pass', 'old');

    await follow(begin, { server: servers, sentinel: [ofSentinel] });
    await follow(end, { server: servers, sentinel: [ofSentinel] });
    // Valkey writes it in quotes.
    expect(readFileSync(join(dir, 'sentinel/sentinel.conf'), 'utf8')).toMatch(
      new RegExp(`^sentinel auth-pass ${master} "?new"?\\s*$`, 'm'),
    );
    const broker = await brokerAt(`redis+sentinel://:new@127.0.0.1:${sentinel.port}/${master}`);
    const before = await followers();
    await first.operator.call('CLIENT', 'KILL', 'TYPE', 'replica');
    await waitUntil('the replica follows again', async () => (await followers()).some((id) => !before.includes(id)), 90_000);
    for (const server of servers) for (const type of ['normal', 'pubsub']) await server.call('CLIENT', 'KILL', 'TYPE', type);
    first.operator.disconnect();
    await first.kill();
    await waitUntil('the replica is the master', async () => (await ask('GET-MASTER-ADDR-BY-NAME')).includes(`"${second.port}"`), 90_000);
    const isServed = () =>
      broker.ping().then(
        () => true,
        () => false,
      );
    expect(await waitUntil('the service has found it', isServed, 90_000)).toBe(true);
  });
});
