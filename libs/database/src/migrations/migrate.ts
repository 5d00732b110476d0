import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../connection/open-database.js';

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
    const database = await openDatabase({ url, poolSize: 2 });
    try {
      await database.query('SET statement_timeout = 0');
      const applied = await database.runMigrations();
      return applied.map((migration) => migration.name);
    } finally {
      await database.destroy();
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

export async function assertMigrated(database: DataSource): Promise<void> {
  const { rows } = await appliedMigrations(database);
  const pending = database.migrations.filter((migration) => !rows.has(migration.name ?? ''));
  if (pending.length > 0) throw new PendingMigrationsError();
}

async function appliedMigrations(database: DataSource) {
  const [{ present }] = await database.query(`SELECT to_regclass('public.migration') IS NOT NULL AS present`);
  const rows: { name: string }[] = present ? await database.query('SELECT name FROM public.migration') : [];
  return { rows: new Set(rows.map((row) => row.name)) };
}
