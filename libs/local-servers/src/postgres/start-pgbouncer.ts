import { once } from 'node:events';
import { mkdtemp, chmod, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalServerError } from '../local-server-error.js';
import { findProgram } from '../process/find-program.js';
import { freePort } from '../process/free-port.js';
import { waitUntil } from '../process/running.js';
import { ServerProcess } from '../process/server-process.js';

const READY_MS = 60_000;
const STOP_GRACE_MS = 10_000;

interface Pgbouncer {
  url: string;
  stop(): Promise<void>;
}

export function findPgbouncer(): string | undefined {
  return findProgram('pgbouncer', ['/usr/sbin']);
}

/** A pooler before the database of the URL, with lines of its `pgbouncer.ini`. It lets everybody in. */
export async function startPgbouncer(databaseUrl: string, settings: string[]): Promise<Pgbouncer> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'vigia-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const server = `host=${hostname} port=${databasePort} user=${username} password=${password}`;
  const common = ['listen_addr=127.0.0.1', `listen_port=${port}`, 'auth_type=any', ...settings];
  await writeFile(file, ['[databases]', `${pathname.slice(1)} = ${server}`, '[pgbouncer]', ...common, ''].join('\n'));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = await ServerProcess.launch({ command: findPgbouncer()!, args: [...user, file], orphanSignal: 'TERM', log: () => {} });
  const stop = async () => {
    await pooler.end('SIGKILL', STOP_GRACE_MS);
    await rm(folder, { recursive: true, force: true });
  };
  await waitUntil(async () => !pooler.running || (await listens(port)), READY_MS);
  if (!pooler.running) {
    await stop();
    throw new LocalServerError(`PgBouncer did not start. Its last words:\n${pooler.recentLog}`);
  }
  return { url: `postgres://any@127.0.0.1:${port}${pathname}`, stop };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
