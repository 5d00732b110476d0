import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionTo, postgresVariable } from '../servers/server-addresses.js';

const template = 'vigia_template';

export interface TestDatabase {
  url: string;
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A fully migrated database of its own, copied from the template of the run. */
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
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`));
  return {
    ...openTestDatabase(connectionTo(server, name)),
    drop: async () => {
      await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** One that somebody else keeps, and drops. */
export function openTestDatabase(url: string): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
  // A test may end every connection, or drop the database: the next query finds out by itself.
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
