import type { Day } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { HeldDocument } from '../access/tell-accesses.js';

/**
 * Monitoring under a monthly plan has no end until that of its contract has passed. From here on none of a corporation is ended, since whoever ends it
 * passes by what is locked.
 */
export async function lockEndless(tx: Transaction, corporationId: string): Promise<void> {
  await tx.rows(
    sql`SELECT count(*) FROM (
       SELECT 1 FROM billing.access WHERE corporation_id = $1 AND state = 'active' AND expires_at IS NULL ORDER BY tax_id FOR UPDATE) AS locked`,
    [corporationId],
  );
}

/** What ended with this last day goes on. */
export function goOnBeyond(tx: Transaction, corporationId: string, lastDay: Day): Promise<HeldDocument[]> {
  return tx.rows<HeldDocument>(
    sql`WITH ended AS (SELECT ($2::date + 1)::timestamp AT TIME ZONE 'America/Lima' AS at), revived AS (
       UPDATE billing.access SET state = 'active', expires_at = NULL, updated_at = now() FROM ended
       WHERE corporation_id = $1 AND state = 'expired' AND mode = 'monitoring' AND expires_at = ended.at
       RETURNING corporation_id, doc_type, tax_id
     ), periods AS (
       UPDATE billing.access_period SET ends_at = NULL FROM revived, ended
       WHERE (access_period.corporation_id, access_period.tax_id, access_period.doc_type) = (revived.corporation_id, revived.tax_id, revived.doc_type)
         AND access_period.ends_at = ended.at)
     SELECT corporation_id, doc_type, tax_id FROM revived`,
    [corporationId, lastDay],
  );
}
