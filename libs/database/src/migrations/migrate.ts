import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { primaryUrl } from '../connection/primary.js';
import type { Database } from '../statements/database.js';
import { cleanups, migrations } from './index.js';

/** Any number will do, as long as every version of the product uses the same one. */
const migrationLock = 7_119_620_413;

export class PendingMigrationsError extends Error {
  constructor() {
    super('the database is behind this version: run `npm run migrate` first');
    this.name = 'PendingMigrationsError';
  }
}

const askAgainMs = 200;

interface MigrateOptions {
  /** No replica of the version before is left: what only it used is taken away as well. */
  cleanup?: boolean;
}

/** Brings the schema up to this version. A second run at the same time waits and then finds nothing to do. */
export async function migrate(databaseUrl: string, { cleanup = false }: MigrateOptions = {}): Promise<string[]> {
  const url = await primaryUrl(databaseUrl);
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await takeLock(lock);
    const applied = await namesOf(lock);
    const isLast = cleanup || !applied;
    const all = isLast ? [...migrations, ...cleanups] : migrations;
    if (all.every((Migration) => applied?.has(new Migration().name))) return [];
    const { openDataSource } = await import('./data-source.js');
    const source = await openDataSource({ url, migrations: all });
    try {
      await source.query('SET statement_timeout = 0');
      return (await source.runMigrations()).map((migration) => migration.name);
    } finally {
      await source.destroy();
    }
  } finally {
    await lock.end();
  }
}

/** Polls: an index that the first run builds CONCURRENTLY would wait for a statement that waits for this lock. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [migrationLock]);
    if (rows[0]?.taken) return;
    await setTimeout(askAgainMs);
  }
}

/** Undefined in an empty database: there can be no replica of an earlier version. */
async function namesOf(client: pg.Client): Promise<Set<string> | undefined> {
  const { rows } = await client.query<{ present: boolean }>(`SELECT to_regclass('public.migration') IS NOT NULL AS present`);
  if (!rows[0]?.present) return undefined;
  return new Set((await client.query<{ name: string }>('SELECT name FROM public.migration')).rows.map(({ name }) => name));
}

export async function assertMigrated(database: Database): Promise<void> {
  const applied = new Set(await appliedMigrations(database));
  if (migrations.some((Migration) => !applied.has(new Migration().name))) throw new PendingMigrationsError();
}

interface MigrationState {
  applied: number;
  pending: string[];
  /** Of a version after this one. */
  unknown: string[];
  cleanupsDue: string[];
}

export async function migrationState(database: Database): Promise<MigrationState> {
  const applied = await appliedMigrations(database);
  const missing = (all: typeof cleanups) => all.map((Migration) => new Migration().name).filter((name) => !applied.includes(name));
  const known = [...migrations, ...cleanups].map((Migration) => new Migration().name);
  return {
    applied: applied.length,
    pending: missing(migrations),
    unknown: applied.filter((name) => !known.includes(name)),
    cleanupsDue: missing(cleanups),
  };
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const [table] = await database.rows<{ present: boolean }>(`SELECT to_regclass('public.migration') IS NOT NULL AS present`);
  if (!table?.present) return [];
  return (await database.rows<{ name: string }>('SELECT name FROM public.migration')).map(({ name }) => name);
}
