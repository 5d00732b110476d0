import { sql, type Database } from '@vigia/database';

const batch = 500;

/** Whoever reads looks at the time as well, so that this may come late. It costs what is due, not what is stored. */
export async function expireDueAccesses(database: Database): Promise<boolean> {
  const expired = await database.rows(
    sql`UPDATE billing.access SET state = 'expired', updated_at = now()
     WHERE (corporation_id, tax_id, doc_type) IN (
       SELECT corporation_id, tax_id, doc_type FROM billing.access WHERE state = 'active' AND expires_at <= public.business_now()
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [batch],
  );
  return expired.length === batch;
}
