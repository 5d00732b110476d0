import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openDataSource } from '../connection/data-source.js';
import type { Database } from '../statements/database.js';
import { migrations } from './index.js';

/** Any number will do as long as every version of the product takes the same one. */
const migrationLock = 7_119_620_413;

export class PendingMigrationsError extends Error {
  constructor() {
    super('the database is behind this version: run `npm run migrate` first');
    this.name = 'PendingMigrationsError';
  }
}

const askAgainMs = 200;

/** Brings the schema up to this version. Whoever comes second waits and then finds nothing to do. */
export async function migrate(url: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await takeLock(lock);
    const source = await openDataSource({ url, poolSize: 2 });
    try {
      await source.query('SET statement_timeout = 0');
      const applied = await source.runMigrations();
      return applied.map((migration) => migration.name);
    } finally {
      await source.destroy();
    }
  } finally {
    await lock.end();
  }
}

/** Asks again and again: one statement that waits would be waited for by the index that the other one builds beside it. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [migrationLock]);
    if (rows[0]?.taken) return;
    await setTimeout(askAgainMs);
  }
}

export async function assertMigrated(database: Database): Promise<void> {
  const applied = new Set(await appliedMigrations(database));
  if (migrations.some((Migration) => !applied.has(new Migration().name))) throw new PendingMigrationsError();
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const [table] = await database.rows<{ present: boolean }>(`SELECT to_regclass('public.migration') IS NOT NULL AS present`);
  if (!table?.present) return [];
  return (await database.rows<{ name: string }>('SELECT name FROM public.migration')).map(({ name }) => name);
}
