import { inTransaction } from '@vigia/database';
import type { DataSource } from 'typeorm';

const batch = 100;

/**
 * A loader that dies between billing's yes and its own commit leaves access rows that nobody will ever settle. Old
 * enough, and without a request behind them, they are closed here, and the request id is spent.
 */
export function closeAbandonedAccesses(database: DataSource, abandonedAfterMs: number): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const abandoned = await tx.query<{ requestId: string }>(
      `UPDATE billing.access SET state = 'failed', updated_at = now()
       WHERE (corporation_id, tax_id, doc_type) IN (
         SELECT corporation_id, tax_id, doc_type FROM billing.access
         WHERE state = 'pending' AND updated_at < now() - $1 * interval '1 ms'
           AND NOT EXISTS (SELECT 1 FROM profiles.load_request WHERE load_request.id = access.request_id)
         ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING request_id AS "requestId"`,
      [abandonedAfterMs, batch],
    );
    const requests = [...new Set(abandoned.map(({ requestId }) => requestId))];
    await tx.query(`INSERT INTO billing.settlement (request_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING`, [requests]);
    return abandoned.length === batch;
  });
}
