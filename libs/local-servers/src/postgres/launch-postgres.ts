import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  classifyStartFailure,
  identify,
  identifyingArguments,
  madeByVersion,
  parsePostmasterFile,
  type PostmasterFile,
} from '../domain/postmaster.js';
import { LocalServerError, PortTakenError } from '../local-server-error.js';
import { commandLineOf, waitUntil, worksIn } from '../process/running.js';
import { ServerProcess, type UnixUser } from '../process/server-process.js';

const READY_MS = 120_000;
const OCCUPIED_MS = 10_000;
const OCCUPIED_PAUSE_MS = 100;
const STOP_GRACE_MS = 30_000;

interface PostgresLaunch {
  postgres: string;
  dataDir: string;
  settings: Record<string, string> & { port: string };
  user: UnixUser | undefined;
  log: (line: string) => void;
}

/** Resolves when the server accepts connections; retries while an ending server still holds the directory. */
export async function launchPostgres({ postgres, dataDir, settings, user, log }: PostgresLaunch): Promise<ServerProcess> {
  const args = [
    ...identifyingArguments(dataDir, process.pid),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const occupiedUntil = performance.now() + OCCUPIED_MS;
  for (;;) {
    await vacateDataDir(dataDir);
    const server = await ServerProcess.launch({ command: postgres, args, user, orphanSignal: 'INT', log });
    if (await becomesReady(server, dataDir)) return server;
    const failure = classifyStartFailure(server.recentLog);
    if (failure === 'port-taken') throw new PortTakenError('PostgreSQL', Number(settings.port));
    if (failure === 'other' || performance.now() > occupiedUntil) {
      throw notStarted(dataDir, server.recentLog);
    }
    await sleep(OCCUPIED_PAUSE_MS);
  }
}

function notStarted(dataDir: string, log: string): LocalServerError {
  const version = madeByVersion(log);
  const advice = version
    ? ` PostgreSQL ${version} made it, and this one is of another major version: use the build that made it, another folder, ` +
      'or upgrade the folder as docs/postgresql.md says.'
    : '';
  return new LocalServerError(`PostgreSQL did not start on ${dataDir}.${advice} Its last words:\n${log}`);
}

async function becomesReady(server: ServerProcess, dataDir: string): Promise<boolean> {
  const isReady = async () => {
    const postmaster = await readPostmasterFile(dataDir);
    return postmaster?.pid === server.pid && postmaster.ready;
  };
  const settled = await waitUntil(async () => !server.running || (await isReady()), READY_MS);
  if (!settled) await server.end('SIGINT', STOP_GRACE_MS);
  return server.running;
}

/** A server that was told to stop, or was killed, needs a moment to end. */
const LEAVING_MS = 1_000;

/** Fast shutdown, then immediate shutdown. */
const ORPHAN_SIGNALS = [
  { signal: 'SIGINT', timeoutMs: 20_000 },
  { signal: 'SIGQUIT', timeoutMs: 10_000 },
] as const;

export async function readPostmasterFile(dataDir: string): Promise<PostmasterFile | undefined> {
  try {
    return parsePostmasterFile(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Frees the directory for a new server: stops a server whose starter was killed, and throws if any other server runs in it. */
async function vacateDataDir(dataDir: string): Promise<void> {
  const postmaster = await readPostmasterFile(dataDir);
  if (!postmaster) return;
  const { pid } = postmaster;
  const commandLine = await commandLineOf(pid);
  // PostgreSQL itself removes the file of a dead server, after checking that no child of it is left.
  if (commandLine === '') return;
  const isGone = async () => (await commandLineOf(pid)) !== commandLine;
  const identity = identify(commandLine, dataDir, await worksIn(pid, dataDir));
  if (identity.kind === 'unknown') return;
  if (identity.kind === 'unrelated') {
    // After a restart of the machine or container another process has the pid, and PostgreSQL would mistake it for a server.
    await rm(join(dataDir, 'postmaster.pid'), { force: true });
  } else if (identity.kind === 'ours' && (await commandLineOf(identity.starterPid)) === '') {
    await stopOrphan(pid, isGone);
  } else if (!(await waitUntil(isGone, LEAVING_MS))) {
    const starter = identity.kind === 'ours' ? ` It was started by process ${identity.starterPid}.` : '';
    throw new LocalServerError(
      `PostgreSQL is already running on ${dataDir}, pid ${pid}.${starter} Stop that process, or use another data directory.`,
    );
  }
}

async function stopOrphan(pid: number, isGone: () => Promise<boolean>): Promise<void> {
  for (const { signal, timeoutMs } of ORPHAN_SIGNALS) {
    try {
      process.kill(pid, signal);
    } catch {
      // The server has ended by itself, or this user may not end it; the wait shows which.
    }
    if (await waitUntil(isGone, timeoutMs)) return;
  }
  throw new LocalServerError(
    `A PostgreSQL server left over from an earlier run does not stop, pid ${pid}. End it with \`kill -9 ${pid}\` and start again.`,
  );
}
