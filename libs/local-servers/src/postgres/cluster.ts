import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { LocalServerError } from '../local-server-error.js';
import { commandLineOf } from '../process/running.js';
import { type UnixUser, stopWhenOrphaned } from '../process/server-process.js';

const PASSWORD_FILE = 'vigia.password';

/** The database sorts text by itself: an update of the operating system cannot change the order on which its indexes rely. */
export const orderOfText = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Creates the database cluster if it does not exist, and returns the password of its superuser `postgres`. */
export async function ensureCluster(dataDir: string, initdb: string, user: UnixUser | undefined): Promise<string> {
  await removeAbandonedWork(dataDir);
  if (await isMissingOrEmpty(dataDir)) await createCluster(dataDir, initdb, user);
  try {
    return await readFile(join(dataDir, PASSWORD_FILE), 'utf8');
  } catch (error) {
    throw new LocalServerError(
      `${dataDir} is not empty and was not made by Vigía (it has no readable ${PASSWORD_FILE}). Choose another directory, or remove this one if its data is not needed.`,
      { cause: error },
    );
  }
}

/** Creates the cluster in a folder beside the data directory and moves it as the last step: a data directory is complete or absent. */
async function createCluster(dataDir: string, initdb: string, user: UnixUser | undefined): Promise<void> {
  const work = await mkdtemp(`${workPrefix(dataDir)}${process.pid}-`);
  const passwordFile = join(work, PASSWORD_FILE);
  const cluster = join(work, 'cluster');
  try {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user) await Promise.all([work, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    await runInitdb(initdb, { cluster, passwordFile, user });
    await rename(passwordFile, join(cluster, PASSWORD_FILE));
    await rename(cluster, dataDir);
  } catch (error) {
    // Another process has created the same cluster in the meantime: use that one.
    if (!isNotEmpty(error)) throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function removeAbandonedWork(dataDir: string): Promise<void> {
  const prefix = basename(workPrefix(dataDir));
  for (const name of await readdir(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const abandoned = (await commandLineOf(Number.parseInt(name.slice(prefix.length), 10))) === '';
    if (abandoned) await rm(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function isMissingOrEmpty(dataDir: string): Promise<boolean> {
  try {
    return (await readdir(dataDir)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

function isNotEmpty(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function workPrefix(dataDir: string): string {
  return `${dataDir}.initdb-`;
}

interface NewCluster {
  cluster: string;
  passwordFile: string;
  user: UnixUser | undefined;
}

async function runInitdb(initdb: string, { cluster, passwordFile, user }: NewCluster): Promise<void> {
  const args = [`--pgdata=${cluster}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', ...orderOfText];
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
