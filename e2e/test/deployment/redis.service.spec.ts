import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findRedisServer, stopWhenOrphaned } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { describeRedis } from '../availability/describe-servers.js';
import { repository } from './dockerfile.js';
import { build, containersOf, kubernetes } from './kubernetes/build.js';

const { services } = parse(readFileSync(`${repository}/docker-compose.yml`, 'utf8'), { merge: true }) as {
  services: { redis: { command: string[] } };
};
const small = build(join(kubernetes, 'overlays/small')).flatMap(containersOf);
/** What the shell of the container runs. Compose reads `$$` as `$`. */
const scripts = [
  ['docker-compose.yml', services.redis.command.at(-1)!.replaceAll('$$', '$')],
  ['the overlay small', small.find(({ name }) => name === 'redis')!.command!.at(-1)!],
] as const;

describeRedis('the Redis of a deployment', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-redis-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** A program that the script finds before that of the machine. */
  const stub = (name: string, body: string) => writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });

  it.each(scripts)('has the password of its secret, which no command line shows: %s', async (_where, script) => {
    const path = join(folder, 'socket');
    stub('chown', '');
    stub('setpriv', 'while [ "$1" != redis-server ]; do shift; done\nexec "$@"');
    stub('redis-server', `echo "$@" >${folder}/arguments\nexec ${findRedisServer()} "$@" --port 0 --unixsocket ${path}`);
    writeFileSync(join(folder, 'password'), 'secret-of-redis');
    const here = script.replace('/run/secrets/redis_password', `${folder}/password`).replaceAll('/data', folder);
    const server = spawn('sh', ['-c', here], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(server, 'exit');
    const dismissGuard = stopWhenOrphaned(server.pid!, 'TERM', () => {});
    // It tries again until the server listens.
    const connect = (password: string) => new Redis({ path, password }).on('error', () => {});
    const [client, stranger] = [connect('secret-of-redis'), connect('')];
    try {
      expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
      await expect(stranger.ping()).rejects.toThrow('NOAUTH');
      expect(readFileSync(join(folder, 'arguments'), 'utf8')).toBe('-\n');
    } finally {
      client.disconnect();
      stranger.disconnect();
      server.kill();
      await ended;
      dismissGuard();
    }
  });
});
