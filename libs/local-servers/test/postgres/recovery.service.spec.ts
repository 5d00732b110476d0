import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, LocalServerError, startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/index.js';
import { identifyingArguments } from '../../src/domain/postmaster.js';
import { findPostgresBinaries } from '../../src/postgres/binaries.js';
import { readPostmasterFile } from '../../src/postgres/launch-postgres.js';
import { commandLineOf, waitUntil, worksIn } from '../../src/process/running.js';
import { makeScratchDir } from '../scratch-dir.js';
import { sql } from './sql.js';
import { runStarter } from './starter-process.js';

const scratch = makeScratchDir();
const dataDir = join(scratch.path, 'pg');
let server: EmbeddedPostgres | undefined;

beforeAll(async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await sql(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  await first.stop();
});
afterEach(() => server?.stop());
afterAll(() => scratch.remove());

async function startAndReadData(): Promise<unknown[]> {
  server = await startEmbeddedPostgres({ dataDir });
  return sql(server.url, 'SELECT value FROM kept');
}

describe('the end of the process that started the server', () => {
  it.each(['exit', 'SIGINT', 'SIGTERM', 'SIGKILL'] as const)('by %s leaves no server behind', async (how) => {
    const starter = await runStarter(dataDir);
    await starter.end(how);
    expect(await waitUntil(async () => (await commandLineOf(starter.postgres.pid)) === '', 60_000)).toBe(true);
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
  });

  it('by SIGKILL lets a new start take over the directory at once', async () => {
    const starter = await runStarter(dataDir);
    await starter.end('SIGKILL');
    expect(await startAndReadData()).toEqual([{ value: 42 }]);
  });

  it('together with its guard lets the next start recognise the orphan and stop it', async () => {
    const orphan = await startOrphan();
    const ended = once(orphan, 'exit');
    expect(await startAndReadData()).toEqual([{ value: 42 }]);
    await ended;
    expect(server!.pid).not.toBe(orphan.pid);
  });
});

describe('a directory in use', () => {
  it('refuses a second starter and leaves the first one alone', async () => {
    const starter = await runStarter(dataDir);
    const second = startEmbeddedPostgres({ dataDir });
    await expect(second).rejects.toBeInstanceOf(LocalServerError);
    await expect(second).rejects.toThrow(
      `already running on ${dataDir}, pid ${starter.postgres.pid}. It was started by process ${starter.child.pid}.`,
    );
    expect(await sql(starter.postgres.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    await starter.end('exit');
  });

  it('lets one of two simultaneous starters win, also on a new directory', async () => {
    const fresh = join(scratch.path, 'fresh');
    const results = await Promise.allSettled([startEmbeddedPostgres({ dataDir: fresh }), startEmbeddedPostgres({ dataDir: fresh })]);
    const [winner] = results.filter((result) => result.status === 'fulfilled');
    const [loser] = results.filter((result) => result.status === 'rejected');
    server = winner!.value;
    expect(loser!.reason).toMatchObject({
      name: 'LocalServerError',
      message: expect.stringContaining(`pid ${server.pid}`),
    });
    expect(await sql(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a start after a crash', () => {
  it('succeeds although children of the killed server may still be ending', async () => {
    server = await startEmbeddedPostgres({ dataDir });
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    expect(await waitUntil(async () => (await commandLineOf(pid)) === '', 60_000)).toBe(true);
    expect(await startAndReadData()).toEqual([{ value: 42 }]);
  });

  it('does not take another program with the process id of an old pid file for a server', async () => {
    leavePidFileOf(process.pid);
    expect(await startAndReadData()).toEqual([{ value: 42 }]);
    expect(await readPostmasterFile(dataDir)).toMatchObject({ pid: server!.pid });
  });

  it('does not take a program for a server because its command line has "postgres" in it', async () => {
    // PostgreSQL itself takes only processes of its own user for servers.
    const other = spawn('/bin/sh', ['-c', 'read -r _', 'postgres'], { ...ownerUnderRoot(), cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = once(other, 'exit');
    try {
      expect(await waitUntil(async () => (await commandLineOf(other.pid!)).includes('postgres'), 60_000)).toBe(true);
      // Elsewhere PostgreSQL decides: on macOS, and for root in a container that may not look at processes of other users.
      if (!(await worksIn(other.pid!, '/'))) return;
      leavePidFileOf(other.pid!);
      expect(await startAndReadData()).toEqual([{ value: 42 }]);
      expect(await readPostmasterFile(dataDir)).toMatchObject({ pid: server!.pid });
    } finally {
      other.stdin.end();
      await ended;
    }
  });

  it('removes a half-made cluster and makes it again', async () => {
    const half = join(scratch.path, 'half');
    mkdirSync(join(`${half}.initdb-${await pidOfEndedProcess()}-abc`, 'cluster', 'base'), {
      recursive: true,
    });
    server = await startEmbeddedPostgres({ dataDir: half });
    expect(readdirSync(dirname(half)).filter((name) => name.startsWith('half'))).toEqual(['half']);
  });
});

/** As the owner of the cluster, whose server that is. */
function ownerUnderRoot(): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(dataDir);
  return process.getuid!() === 0 ? { uid, gid } : {};
}

/** As after a restart of the machine, when another program has the process id of the server. */
function leavePidFileOf(pid: number): void {
  const { uid, gid } = statSync(dataDir);
  const pidFile = join(dataDir, 'postmaster.pid');
  writeFileSync(pidFile, `${pid}\n${dataDir}\n`, { mode: 0o600 });
  chownSync(pidFile, uid, gid);
}

/** A server whose starter and guard were both killed. */
async function startOrphan() {
  const { postgres } = await findPostgresBinaries();
  const args = [
    ...identifyingArguments(dataDir, await pidOfEndedProcess()),
    '-p',
    String(await freePort()),
    '-c',
    'unix_socket_directories=',
  ];
  const orphan = spawn(postgres, args, {
    ...ownerUnderRoot(),
    cwd: '/',
    stdio: 'ignore',
  });
  expect(await waitUntil(async () => (await readPostmasterFile(dataDir))?.ready === true, 60_000)).toBe(true);
  return orphan;
}

async function pidOfEndedProcess(): Promise<number> {
  const ended = spawn('true');
  await once(ended, 'exit');
  return ended.pid!;
}
