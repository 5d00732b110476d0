import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { LocalServerError } from '../local-server-error.js';
import { stopWhenOrphaned, type UnixUser } from '../process/server-process.js';

interface NewCluster {
  cluster: string;
  passwordFile: string;
  user: UnixUser | undefined;
}

export async function runInitdb(initdb: string, { cluster, passwordFile, user }: NewCluster): Promise<void> {
  const args = [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const child = spawn(initdb, args, {
    ...user,
    // A separate session: at Ctrl-C in the terminal the application finishes its start before it stops.
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child, 'spawn');
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const dismissGuard = stopWhenOrphaned(child.pid!, 'TERM', () => undefined);
  child.once('exit', dismissGuard);
  const [[code, signal], complaint] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new LocalServerError(`${initdb} ended with ${signal ?? code}:\n${complaint}`);
}
