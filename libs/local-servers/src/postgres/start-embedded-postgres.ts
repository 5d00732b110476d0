import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { LocalServerError } from '../local-server-error.js';
import { startOnPort } from '../process/free-port.js';
import { findPostgresBinaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { launchPostgres } from './launch-postgres.js';
import { chooseServerUser, requireTraversable } from './server-user.js';

const STOP_GRACE_MS = 30_000;
const KILL_GRACE_MS = 10_000;

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Default: a free one. */
  port?: number;
  /** Created if missing. Default `vigia`. */
  database?: string;
  maxConnections?: number;
  /** Server settings as in postgresql.conf. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  url: string;
  port: number;
  pid: number;
  /** Resolves when no process of the server is left, whatever ended it: tells how it ended, with the last lines of its log. */
  ended: Promise<string>;
  /** Rolls back open transactions and writes everything to disk. Safe to call again. */
  stop(): Promise<void>;
  /** Acts like a crash: the next start recovers. Resolves when no process of the server is left. */
  kill(): Promise<void>;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(await absolutePath(options.dataDir), options);
  } catch (error) {
    throw LocalServerError.explaining(error, `PostgreSQL could not be started on ${options.dataDir}`);
  }
}

async function start(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database = 'vigia', log = () => {} } = options;
  const { initdb, postgres } = await findPostgresBinaries();
  const user = await chooseServerUser(dataDir);
  if (user) for (const path of [dataDir, await realpath(postgres)]) await requireTraversable(path, user);
  const password = await ensureCluster(dataDir, initdb, user);

  return startOnPort(options.port, async (port) => {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      TimeZone: 'UTC',
      log_timezone: 'UTC',
      ...(options.maxConnections && { max_connections: String(options.maxConnections) }),
      ...options.settings,
    };
    const server = await launchPostgres({ postgres, dataDir, settings, user, log });
    const url = (name: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
    const stop = () => server.end('SIGINT', STOP_GRACE_MS);
    try {
      await ensureDatabase(url('postgres'), database);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      url: url(database),
      port,
      pid: server.pid,
      ended: server.ended,
      stop,
      kill: () => server.end('SIGQUIT', KILL_GRACE_MS),
    };
  });
}

/** Resolves symbolic links, so that a directory has the same name on every command line. */
async function absolutePath(dataDir: string): Promise<string> {
  const wanted = resolve(dataDir);
  await mkdir(dirname(wanted), { recursive: true });
  return realpath(wanted).catch(async () => join(await realpath(dirname(wanted)), basename(wanted)));
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    throw LocalServerError.explaining(error, `PostgreSQL runs, but its database ${name} could not be prepared`);
  } finally {
    await client.end();
  }
}
