import { setTimeout as sleep } from 'node:timers/promises';
import type { UnixUser } from '../domain/folder-access.js';
import { classifyStartFailure, identifyingArguments } from '../domain/postmaster.js';
import { LocalServerError, PortTakenError } from '../local-server-error.js';
import { ServerProcess } from '../process/server-process.js';
import { waitUntil } from '../process/wait-until.js';
import { readPostmasterFile, vacateDataDir } from './postmaster.js';

const READY_MS = 120_000;
const OCCUPIED_MS = 10_000;
const OCCUPIED_PAUSE_MS = 100;
const STOP_GRACE_MS = 30_000;

export interface PostgresLaunch {
  postgres: string;
  dataDir: string;
  settings: Record<string, string> & { port: string };
  user: UnixUser | undefined;
  log: (line: string) => void;
}

/** Resolves when the server accepts connections; tries again while the directory is still held by one that is going away. */
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
      throw new LocalServerError(`PostgreSQL did not start on ${dataDir}. Its last words:\n${server.recentLog}`);
    }
    await sleep(OCCUPIED_PAUSE_MS);
  }
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
