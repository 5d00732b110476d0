import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@vigia/database';
import { freePort, makeStandby, startEmbeddedPostgres, type EmbeddedPostgres } from '@vigia/local-servers';
import { waitUntil, type TestDatabase } from '@vigia/testing';
import pg from 'pg';

const maxConnections = 300;

/** A PostgreSQL and another one that follows it. */
export interface DatabasePair {
  primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  /** Names both, as a deployment does. */
  url: string;
  /** Asks whichever takes writes. */
  database: TestDatabase;
  /** Asks the standby. */
  askStandby<Row>(sql: string): Promise<Row[]>;
  /** After it was killed, at the same address. */
  restartStandby(): Promise<void>;
  /** Kills the primary and makes the standby take its place. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** A commit waits until the standby has it, so that a failover loses none, or else never. */
export async function startDatabasePair({ isSynchronous = true } = {}): Promise<DatabasePair> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-pair-'));
  // The server runs as another user where the tests run as root.
  chmodSync(folder, 0o711);
  const [dataDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')];
  const port = await freePort();
  const empty = await startEmbeddedPostgres({ dataDir, port, maxConnections });
  await migrate(empty.url);
  await empty.stop();
  await makeStandby(dataDir, standbyDir, empty.url);
  const settings = { synchronous_standby_names: isSynchronous ? '*' : '' };
  const primary = await startEmbeddedPostgres({ dataDir, port, maxConnections, settings });
  const startStandby = (at?: number) => startEmbeddedPostgres({ dataDir: standbyDir, maxConnections, ...(at && { port: at }) });
  let standby = await startStandby();
  const follows = async () => (await ask(primary.url, `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)).length > 0;
  await waitUntil(follows, { what: 'the standby follows' });
  let writable = primary.url;
  return {
    primary,
    get standby() {
      return standby;
    },
    url: primary.url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`),
    database: { url: primary.url, query: (sql, params) => ask(writable, sql, params), drop: async () => undefined },
    askStandby: (sql) => ask(standby.url, sql),
    async restartStandby() {
      standby = await startStandby(standby.port);
    },
    async failOver() {
      await primary.kill();
      await ask(standby.url, 'SELECT pg_promote()');
      writable = standby.url;
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ask<Row>(url: string, sql: string, params?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query(sql, params)).rows as Row[];
  } finally {
    await client.end();
  }
}
