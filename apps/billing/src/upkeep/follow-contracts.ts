import { sql, type Database } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { overSince } from '../access/end-of-monitoring.js';
import { tellAccesses, type HeldDocument } from '../access/tell-accesses.js';

const batch = 500;

/**
 * Uses the index of accesses without an end, which does not support `<>`. Monitoring that was over before the contract in force began keeps
 * the sections of its own contract, also while its end is not written.
 */
const showing = (comparison: '<' | '>') => sql`
  SELECT * FROM (
    SELECT tax_id, doc_type FROM billing.access
    WHERE access.corporation_id = plan.corporation_id AND state = 'active' AND expires_at IS NULL AND withheld_sections ${comparison} excluded_sections
      AND ${overSince} IS NULL
    LIMIT ${batch} FOR UPDATE SKIP LOCKED) AS showing`;

/**
 * Monitoring continues under the next monthly contract, and shows the sections that the new contract contains. The cost is two index
 * look-ups for each corporation with a monthly plan, and the changed accesses.
 */
export async function followContracts(database: Database, outbox: Outbox): Promise<boolean> {
  return database.transaction(async (tx) => {
    const changed = await tx.rows<HeldDocument>(
      sql`WITH plan AS (
         SELECT corporation_id, excluded_sections FROM billing.contract
         WHERE kind = 'monthly' AND public.lima_today() BETWEEN starts_on AND ends_on
       ), outdated AS MATERIALIZED (
         SELECT plan.*, other.* FROM plan CROSS JOIN LATERAL (${showing('<')} UNION ALL ${showing('>')}) AS other LIMIT ${batch}
       )
       UPDATE billing.access SET withheld_sections = excluded_sections, updated_at = now() FROM outdated
       WHERE (access.corporation_id, access.tax_id, access.doc_type) = (outdated.corporation_id, outdated.tax_id, outdated.doc_type)
       RETURNING access.corporation_id, access.doc_type, access.tax_id`,
    );
    tellAccesses(tx, outbox, changed);
    return changed.length === batch;
  });
}
