import { sql, type Database } from '@vigia/database';
import type { Readiness } from './readiness.js';

/** Most messages get at least this long for their answer, until a deadline by the sender's clock. */
const toleratedMs = 5_000;

/**
 * Whether the database answers and accepts writes: a standby does not, nor does a managed server whose disk is full. Warns if the clock
 * of this machine differs from the database's clock by more than is tolerated; the time that the answer took does not count.
 */
export async function askDatabase(database: Database, readiness: Readiness, now = Date.now): Promise<void> {
  const askedAt = now();
  const ms = await database.transaction(async (tx) => {
    const [row] = await tx.rows<{ ms: number; isReadOnly: boolean }>(
      sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms, current_setting('transaction_read_only')::boolean AS is_read_only`,
    );
    // With this code the pool drops the connection, which would stay read-only when the server no longer is.
    if (row!.isReadOnly) throw Object.assign(new Error('the database accepts no writes'), { code: '25006' });
    return row!.ms;
  });
  const [aheadMs, behindMs] = [askedAt - ms, ms - now()];
  const seconds = Math.round(Math.max(aheadMs, behindMs) / 1_000);
  const isWrong = Math.max(aheadMs, behindMs) > toleratedMs;
  const told = `${seconds} s ${aheadMs > behindMs ? 'ahead of' : 'behind'} the database: messages and tokens are refused until this machine's clock is corrected`;
  readiness.warn('clock', isWrong ? told : undefined);
}
