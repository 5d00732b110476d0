import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { postgresVariable } from '../servers/run-servers.js';

const template = 'vigia_template';

export interface TestDatabase {
  url: string;
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A fully migrated database of its own, copied from the template of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const url = connectionTo(server, name);
  return {
    url,
    query: (sql, params) => withClient(url, async (client) => (await client.query(sql, params)).rows),
    drop: async () => {
      await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

export function connectionTo(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
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
