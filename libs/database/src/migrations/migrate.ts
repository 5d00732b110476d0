import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { PlainError } from '@vigia/contracts';
import type { DataSource, MigrationInterface } from 'typeorm';
import { openSession } from '../connection/open-database.js';
import { primaryUrl } from '../connection/primary.js';
import { assertServerVersion } from '../connection/server-version.js';
import type { Database } from '../statements/database.js';
import { sql } from '../statements/run-statement.js';
import type { Session } from '../statements/session.js';
import { isDeadlock, isLockTimeout } from '../statements/statement-error.js';
import { cleanups, migrations } from './index.js';

/** Any number will do, as long as every version of the product uses the same one. */
const migrationLock = 7_119_620_413;

export class PendingMigrationsError extends Error {
  constructor() {
    super('the database is behind this version: run the command `migrate` first (docs/operator.md)');
    this.name = 'PendingMigrationsError';
  }
}

const askAgainMs = 200;

/** In between clients get at what waited behind the lock. A transaction that holds it for longer than all of these is not waited for. */
const betweenTriesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

interface MigrateOptions {
  /** No replica of the version before is left: what only it used is taken away as well. */
  cleanup?: boolean;
  /** Called once where another run is under way. */
  onWait?: () => void;
  /** Called with what happened each time a lock was not free and the migration is tried again. */
  onLocked?: (failure: string) => void;
  betweenTriesMs?: number[];
}

/** Brings the schema up to this version. A second run at the same time waits and then finds nothing to do. */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { cleanup = false, onWait } = options;
  const url = await primaryUrl(databaseUrl);
  const lock = await openSession({ url });
  try {
    await assertServerVersion(lock);
    await takeLock(lock, onWait);
    const applied = await appliedMigrations(lock);
    // In an empty database there can be no replica of an earlier version.
    const all = cleanup || !applied ? [...migrations, ...cleanups] : migrations;
    const missing = all
      .map((Migration) => new Migration().name)
      .filter((name) => !applied?.has(name))
      .toSorted(byNumber);
    if (missing.length > 0) await run(all, url, lock, options);
    return missing;
  } finally {
    await lock.close();
  }
}

/** The order in which they are applied: each has its number at the end of its name. */
const byNumber = (one: string, other: string) => Number(/\d+$/.exec(one)) - Number(/\d+$/.exec(other));

/** Without the lock another run may begin: what is left is for that one. */
async function run(all: typeof migrations, url: string, lock: Session, options: MigrateOptions): Promise<void> {
  const { openDataSource } = await import('./data-source.js');
  const source = await openDataSource({ url, migrations: all });
  for (const migration of source.migrations) nameInFailures(migration);
  try {
    await Promise.race([applyAll(source, lock.lost, options), lossOf(lock)]);
  } finally {
    const closed = source.destroy();
    // It waits for the migration that is under way, which may take hours.
    if (!lock.lost.aborted) await closed;
  }
}

/** PostgreSQL then names the object, and quotes no value. */
const rightMissing = '42501';

/** What was applied before a failure stays. */
async function applyAll(source: DataSource, signal: AbortSignal, { betweenTriesMs: pauses = betweenTriesMs, onLocked }: MigrateOptions) {
  for (const pause of [...pauses, undefined]) {
    try {
      await source.query('SET statement_timeout = 0');
      return await source.runMigrations();
    } catch (error) {
      const { cause = error, message } = error as Error;
      if ((cause as { code?: string }).code === rightMissing) {
        throw new PlainError(`${message}. docs/deployment.md lists the rights of the login that migrates.`, { cause });
      }
      if (!isWithoutLock(cause)) throw error;
      if (pause === undefined) throw new Error(`${message}. Run it again.`, { cause });
      onLocked?.(message);
      await setTimeout(pause, undefined, { signal });
    }
  }
}

/** The reader of a view waits for a table that the migration has locked, and the migration waits to replace the view: PostgreSQL ends one of both. */
const isWithoutLock = (error: unknown) => isLockTimeout(error) || isDeadlock(error);

function nameInFailures(migration: MigrationInterface): void {
  const up = migration.up.bind(migration);
  migration.up = (db) =>
    up(db).catch((error: Error) => {
      const reason = isWithoutLock(error) ? 'a lock was not free in time' : error.message;
      throw new Error(`${migration.name} was not applied: ${reason}`, { cause: error });
    });
}

async function lossOf({ lost }: Session): Promise<never> {
  if (!lost.aborted) await once(lost, 'abort');
  throw lost.reason as Error;
}

/** Polls: an index that the first run builds CONCURRENTLY would wait for a statement that waits for this lock. */
async function takeLock(session: Session, onWait?: () => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const [lock] = await session.rows<{ isTaken: boolean }>(sql`SELECT pg_try_advisory_lock($1) AS is_taken`, [migrationLock]);
    if (lock?.isTaken) return;
    if (isFirst) onWait?.();
    await setTimeout(askAgainMs);
  }
}

/** What a service rests on: a server that knows its statements, and every migration of this version. */
export async function assertMigrated(database: Database): Promise<void> {
  await assertServerVersion(database);
  const applied = await appliedMigrations(database);
  if (migrations.some((Migration) => !applied?.has(new Migration().name))) throw new PendingMigrationsError();
}

interface MigrationState {
  applied: number;
  pending: string[];
  /** Migrations of a version after this one. */
  unknown: string[];
  cleanupsDue: string[];
}

export async function migrationState(database: Database): Promise<MigrationState> {
  const applied = (await appliedMigrations(database)) ?? new Set();
  const missing = (all: typeof cleanups) => all.map((Migration) => new Migration().name).filter((name) => !applied.has(name));
  const known = [...migrations, ...cleanups].map((Migration) => new Migration().name);
  return {
    applied: applied.size,
    pending: missing(migrations),
    unknown: [...applied].filter((name) => !known.includes(name)),
    cleanupsDue: missing(cleanups),
  };
}

/** Undefined in an empty database. */
async function appliedMigrations(on: Pick<Database, 'rows'>): Promise<Set<string> | undefined> {
  const [table] = await on.rows<{ present: boolean }>(`SELECT to_regclass('public.migration') IS NOT NULL AS present`);
  if (!table?.present) return undefined;
  return new Set((await on.rows<{ name: string }>('SELECT name FROM public.migration')).map(({ name }) => name));
}
