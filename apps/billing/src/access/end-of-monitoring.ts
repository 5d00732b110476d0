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

/**
 * The last monthly contracts that have begun, are over, and have monitoring without an end. `recent` may leave out contracts that ended before
 * a day: of each corporation, the last one ended last. Reads contracts once.
 */
export const plansToEnd = (recent: string) => sql`
  SELECT ends_on FROM (
    SELECT DISTINCT ON (corporation_id) corporation_id, ends_on FROM billing.contract
    WHERE kind = 'monthly' AND starts_on <= public.lima_today() AND ${recent} ORDER BY corporation_id, starts_on DESC) AS newest
  WHERE ends_on < public.lima_today()
    -- Not EXISTS, of which the planner makes a join that reads all monitoring without an end.
    AND (SELECT true FROM billing.access
      WHERE access.corporation_id = newest.corporation_id AND state = 'active' AND expires_at IS NULL LIMIT 1)`;
