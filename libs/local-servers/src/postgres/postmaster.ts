import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { identify, parsePostmasterFile, type PostmasterFile } from '../domain/postmaster.js';
import { LocalServerError } from '../local-server-error.js';
import { commandLineOf } from '../process/command-line.js';
import { waitUntil } from '../process/wait-until.js';

/** A server that was told to stop, or killed, is there for a moment longer. */
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

/** Leaves the directory free for a new server: refuses while somebody's server runs in it, stops one whose starter was killed. */
export async function vacateDataDir(dataDir: string): Promise<void> {
  const postmaster = await readPostmasterFile(dataDir);
  if (!postmaster) return;
  const { pid } = postmaster;
  const commandLine = await commandLineOf(pid);
  // PostgreSQL itself removes the file of a dead server, after checking that none of its children is left.
  if (commandLine === '') return;
  const isGone = async () => (await commandLineOf(pid)) !== commandLine;
  const identity = identify(commandLine, dataDir);
  if (identity.kind === 'unrelated') {
    // After a restart of the machine or container the number belongs to another process, which PostgreSQL would take for a server.
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
      // It ended by itself in the meantime, or it is not ours to end; the wait tells which.
    }
    if (await waitUntil(isGone, timeoutMs)) return;
  }
  throw new LocalServerError(
    `A PostgreSQL server left over from an earlier run does not stop, pid ${pid}. End it with \`kill -9 ${pid}\` and start again.`,
  );
}
