import type { QuotaAlert } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';

const isUncounted = sql`alert.kind = 'lapse_in_7_days' AND facts = '{}'`;

const lapsing = sql`jsonb_build_object('profiles', (
  SELECT count(*) FROM billing.monitoring WHERE monitoring.contract_id = alert.contract_id AND state = 'live' AND expires_on = crossing::date))`;

/** Monitoring goes on under the next monthly contract, if that begins on the day after. A quota ends with its own contract. */
const isFollowed = sql`contract.kind = 'monthly' AND EXISTS (SELECT FROM billing.contract AS next
  WHERE next.corporation_id = contract.corporation_id AND next.kind = 'monthly' AND next.starts_on = contract.ends_on + 1)`;

/**
 * The newest alerts of a corporation's contracts. An alert about a future day has current numbers, because profiles may have been renewed
 * and months used since it was raised. Profiles that have lapsed are counted once, after their day. Three kinds of alert are left out: those
 * about a day on which no profile lapses any more, those about an end that the contract had before it was moved, and those about the end of a
 * monthly contract that another one follows by now.
 */
export async function readAlerts(database: Database, corporationId: string): Promise<QuotaAlert[]> {
  const alerts = await database.rows<Omit<QuotaAlert, 'raisedAt'> & { raisedAt: Date }>(
    // `OFFSET 0`: contract by contract, even before PostgreSQL has counted how many alerts there are.
    sql`SELECT * FROM (SELECT alert.contract_id, alert.kind, crossing, raised_at,
       CASE WHEN ${isUncounted} THEN ${lapsing}
         WHEN alert.kind = 'contract_ends_in_30_days' AND contract.kind = 'one_time' THEN jsonb_build_object('available', (
           SELECT available FROM billing.quota_account AS account WHERE account.contract_id = contract.id))
         ELSE facts END AS facts
     FROM billing.contract CROSS JOIN LATERAL (
       SELECT * FROM billing.quota_alert WHERE contract_id = contract.id OFFSET 0) AS alert
     WHERE corporation_id = $1 AND (alert.kind <> 'contract_ends_in_30_days' OR crossing = ends_on::text AND NOT (${isFollowed}))) AS told
     WHERE facts->>'profiles' IS DISTINCT FROM '0' ORDER BY raised_at DESC, kind LIMIT 500`,
    [corporationId],
  );
  return alerts.map(({ raisedAt, ...alert }) => ({ ...alert, raisedAt: raisedAt.toISOString() }));
}

/**
 * Alerts that depend only on the calendar: one for each day on which months lapse, and one for each end of a contract. To see whether any
 * lapse on a day, this reads the first index entry of a contract from that day on. With a search for equal values PostgreSQL would read all
 * rows when most of them lapse on one day. Days that have passed are found by the key of their alert.
 */
export async function raiseDueAlerts(database: Database): Promise<void> {
  await database.rows(
    sql`
    INSERT INTO billing.quota_alert (contract_id, kind, crossing, facts)
    SELECT contract.id, 'lapse_in_7_days', first.expires_on::text, '{}'::jsonb
    FROM billing.contract CROSS JOIN generate_series(0, 7) AS days CROSS JOIN LATERAL (
      SELECT contract_id, expires_on FROM billing.monitoring
      WHERE state = 'live' AND (contract_id, expires_on) >= (contract.id, public.lima_today() + days)
      ORDER BY contract_id, expires_on LIMIT 1) AS first
    WHERE ends_on >= public.lima_today() + days AND (first.contract_id, first.expires_on) = (contract.id, public.lima_today() + days)
    ON CONFLICT DO NOTHING`,
  );
  await database.rows(
    sql`
    INSERT INTO billing.quota_alert (contract_id, kind, crossing, facts)
    SELECT id, 'contract_ends_in_30_days', ends_on::text, '{}'::jsonb
    FROM billing.contract WHERE ends_on BETWEEN public.lima_today() AND public.lima_today() + 30 AND NOT (${isFollowed})
    ON CONFLICT DO NOTHING`,
  );
  await database.rows(
    sql`
    UPDATE billing.quota_alert AS alert SET facts = ${lapsing}
    FROM billing.quota_account AS account CROSS JOIN generate_series(1, 7) AS days
    WHERE alert.contract_id = account.contract_id AND crossing = (public.lima_today() - days)::text AND ${isUncounted}`,
  );
}
