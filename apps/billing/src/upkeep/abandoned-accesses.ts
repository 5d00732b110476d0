import { sql, type Database } from '@vigia/database';
import { fallBack } from '../access/access-rows.js';

const batch = 100;

/**
 * A loader that dies between billing's yes and its own commit leaves access rows that nobody will settle. Old enough, and
 * without a request behind them, they are closed here; should the loader only have been slow, its settlement opens them again.
 */
export async function closeAbandonedAccesses(database: Database, abandonedAfterMs: number): Promise<boolean> {
  const closed = await database.rows(
    sql`UPDATE billing.access SET ${fallBack}
     WHERE (corporation_id, tax_id, doc_type) IN (
       SELECT corporation_id, tax_id, doc_type FROM billing.access
       WHERE state = 'pending' AND updated_at < now() - $1 * interval '1 ms'
         AND NOT EXISTS (SELECT FROM profiles.request_status AS request WHERE request.request_id = access.request_id)
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [abandonedAfterMs, batch],
  );
  return closed.length === batch;
}
