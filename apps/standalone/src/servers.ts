import { createServer } from 'node:net';
import { LocalServerError, startEmbeddedPostgres } from '@vigia/local-servers';
import type { Home } from './home.js';

interface Servers {
  databaseUrl: string;
  brokerUrl: string;
  /** Resolves when an embedded PostgreSQL has ended, with its last words. Other servers are not watched. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const maxConnections = 200;

interface Named {
  databaseUrl?: string | undefined;
  brokerUrl?: string | undefined;
}

/** The servers that are named; an embedded PostgreSQL stands in for those that are not. */
export async function openServers(home: Home, { databaseUrl, brokerUrl }: Named): Promise<Servers> {
  if (databaseUrl) {
    const never = new Promise<never>(() => {});
    return { databaseUrl, brokerUrl: brokerUrl ?? databaseUrl, ended: never, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: home.postgresDir, maxConnections });
  return { databaseUrl: postgres.url, brokerUrl: brokerUrl ?? postgres.url, ended: postgres.ended, stop: () => postgres.stop() };
}

interface Address {
  host: string;
  port: number;
  /** The variable in which another port can be set. */
  setting: 'VIGIA_PORT' | 'VIGIA_SIMULATOR_PORT';
}

/** Checked before anything is started, so that a taken port only costs an error message. */
export async function assertPortIsFree({ host, port, setting }: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(new LocalServerError(explained(port, setting, error), { cause: error })));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function explained(port: number, setting: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `port ${port} is taken: stop what listens there, or set ${setting} to another one`;
  if (code === 'EACCES') return `this user may not listen on port ${port}: set ${setting} to one from 1024 up`;
  return `port ${port} cannot be opened: ${message}`;
}
