import { sql } from '@vigia/database';

/**
 * When monitoring under monthly contracts is over, which has no end of its own: on the first day since it was opened without a monthly
 * contract, and null if there was no such day. A loop writes this end down, seconds after midnight, or later if billing was away. Whatever
 * opens an access again may come before it. Refers by its key to an access, as `access`. The view `billing.portfolio` says the same.
 *
 * The contracts are not locked, as they are where the loop ends their accesses. An extension that was begun before midnight and commits in
 * the moment after it may therefore find that a load in this moment took the monitoring for over.
 */
export const overSince = sql`(
  SELECT (min(past.ends_on) + 1)::timestamp AT TIME ZONE 'America/Lima' FROM billing.contract AS past
  WHERE past.corporation_id = access.corporation_id AND past.kind = 'monthly' AND past.ends_on < public.lima_today()
    AND NOT EXISTS (
      SELECT FROM billing.contract AS next
      WHERE next.corporation_id = past.corporation_id AND next.kind = 'monthly' AND next.starts_on = past.ends_on + 1)
    AND past.ends_on >= (
      SELECT (max(opened_at) AT TIME ZONE 'America/Lima')::date FROM billing.access_period AS period
      WHERE period.corporation_id = access.corporation_id AND period.tax_id = access.tax_id AND period.doc_type = access.doc_type
        AND period.ends_at IS NULL))`;

/** The same for an access that is monitoring under monthly contracts, and null for any other. */
export const unwrittenEnd = sql`CASE WHEN access.state = 'active' AND access.expires_at IS NULL THEN ${overSince} END`;

/** The contract `newest` is the last monthly one of its corporation that has begun, and is over. */
export const monthlyPlanIsOver = sql`newest.kind = 'monthly' AND newest.ends_on < public.lima_today() AND NOT EXISTS (
  SELECT FROM billing.contract AS later WHERE later.corporation_id = newest.corporation_id
    AND later.kind = 'monthly' AND later.starts_on > newest.starts_on AND later.starts_on <= public.lima_today())`;
