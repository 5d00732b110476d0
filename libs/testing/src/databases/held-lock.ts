import pg from 'pg';
import { waitUntil } from '../wait-until.js';
import type { TestDatabase } from './test-database.js';

export interface HeldLock {
  /** Until so many others wait for a lock. */
  untilWaitedFor(others?: number): Promise<void>;
  release(): Promise<void>;
}

/** A transaction of somebody else that has run this statement and does not end before it is told to. */
export async function holdLock(database: TestDatabase, sql: string, params: unknown[] = []): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql, params);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return {
    async untilWaitedFor(others = 1) {
      await waitUntil(async () => (await database.query(waiting)).length >= others, { what: `${others} wait for a lock` });
    },
    release: () => client.end(),
  };
}

/** The account of the contracts of a corporation, as another transaction would lock it. */
export function lockAccountOf(database: TestDatabase, corporationId: string): Promise<HeldLock> {
  return holdLock(
    database,
    'SELECT 1 FROM billing.quota_account JOIN billing.contract ON id = contract_id WHERE corporation_id = $1 FOR UPDATE OF quota_account',
    [corporationId],
  );
}
