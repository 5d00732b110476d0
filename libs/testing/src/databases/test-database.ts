import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionTo, postgresVariable } from '../servers/server-addresses.js';
import { waitUntil } from '../wait-until.js';

const template = 'vigia_template';

export interface TestDatabase {
  url: string;
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a migrated database, copied from the template of the run. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(template);
}

/** For tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

async function createFrom(source: string): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`));
  return {
    ...openTestDatabase(connectionTo(server, name)),
    drop: async () => {
      await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** A database that another process keeps and drops. */
export function openTestDatabase(url: string): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
  // A test may end every connection or drop the database: the next query then fails anyway.
  pool.on('error', () => undefined);
  return {
    url,
    query: async (sql, params) => (await pool.query(sql, params)).rows,
    drop: async () => undefined,
  };
}

function serverUrl(): string {
  const url = process.env[postgresVariable];
  if (!url) throw new Error('no test servers: run the tests by `npm test`');
  return url;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface HeldLock {
  /** Resolves when this many other transactions wait for a lock, or when the lock is released, since a spec may have gone on without it. */
  untilWaitedFor(others?: number): Promise<void>;
  release(): Promise<void>;
}

/** Runs this statement in another transaction, which stays open until it is released. */
export async function holdLock(database: TestDatabase, sql: string, params: unknown[] = []): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql, params);
  let isReleased = false;
  return {
    async untilWaitedFor(others = 1) {
      await waitUntil(async () => isReleased || (await areWaiting(database, others)), { what: `${others} wait for a lock` });
    },
    release() {
      isReleased = true;
      return client.end();
    },
  };
}

/** Waits until this many transactions of this database wait for a lock; the server of the run has other databases too. */
export async function untilWaiting(database: TestDatabase, transactions = 1): Promise<void> {
  await waitUntil(() => areWaiting(database, transactions), { what: `${transactions} wait for a lock` });
}

async function areWaiting(database: TestDatabase, transactions: number): Promise<boolean> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await database.query(waiting)).length >= transactions;
}

/** Locks the account of the contracts of a corporation in another transaction. */
export function lockAccountOf(database: TestDatabase, corporationId: string): Promise<HeldLock> {
  return holdLock(
    database,
    'SELECT 1 FROM billing.quota_account JOIN billing.contract ON id = contract_id WHERE corporation_id = $1 FOR UPDATE OF quota_account',
    [corporationId],
  );
}
