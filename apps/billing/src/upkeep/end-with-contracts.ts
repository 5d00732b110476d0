import { sql, type Database } from '@vigia/database';

const batch = 500;

/**
 * Monitoring under a monthly plan has no end of its own: it ends with the last monthly contract that has begun. One that
 * follows on the next day carries it on.
 */
export async function endWithContracts(database: Database): Promise<boolean> {
  const ended = await database.rows(
    sql`WITH over AS (
       SELECT corporation_id, tax_id, doc_type, (newest.ends_on + 1)::timestamp AT TIME ZONE 'America/Lima' AS over_since
       FROM (SELECT DISTINCT ON (corporation_id) corporation_id, ends_on FROM billing.contract
         WHERE kind = 'monthly' AND starts_on <= public.lima_today() ORDER BY corporation_id, starts_on DESC) AS newest
       JOIN billing.access USING (corporation_id)
       WHERE newest.ends_on < public.lima_today() AND access.state = 'active' AND access.expires_at IS NULL
       LIMIT $1 FOR UPDATE OF access SKIP LOCKED
     ), ended AS (
       UPDATE billing.access SET state = 'expired', expires_at = over_since, updated_at = now() FROM over
       WHERE (access.corporation_id, access.tax_id, access.doc_type) = (over.corporation_id, over.tax_id, over.doc_type)
       RETURNING access.corporation_id, access.tax_id, access.doc_type, over_since)
     UPDATE billing.access_period SET ends_at = over_since FROM ended
     WHERE (access_period.corporation_id, access_period.tax_id, access_period.doc_type) = (ended.corporation_id, ended.tax_id, ended.doc_type)
       AND access_period.ends_at IS NULL
     RETURNING 1`,
    [batch],
  );
  return ended.length === batch;
}
