import type { QuotaAlert } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import type { DataSource } from 'typeorm';

/** The newest alerts of a corporation's contracts. */
export async function readAlerts(database: DataSource, corporationId: string): Promise<QuotaAlert[]> {
  const alerts = await rowsOf<Omit<QuotaAlert, 'raisedAt'> & { raisedAt: Date }>(
    database,
    `SELECT contract_id AS "contractId", alert.kind, crossing, facts, raised_at AS "raisedAt"
     FROM billing.quota_alert AS alert JOIN billing.contract ON contract.id = contract_id
     WHERE corporation_id = $1 ORDER BY raised_at DESC, alert.kind LIMIT 500`,
    [corporationId],
  );
  return alerts.map(({ raisedAt, ...alert }) => ({ ...alert, raisedAt: raisedAt.toISOString() }));
}

/** What comes near by the passing of days alone. Of the same day, or the same end, it is said once. */
export async function raiseDueAlerts(database: DataSource): Promise<void> {
  await database.query(`
    INSERT INTO billing.quota_alert (contract_id, kind, crossing, facts)
    SELECT contract_id, 'lapse_in_7_days', expires_on::text, jsonb_build_object('profiles', count(*))
    FROM billing.monitoring
    WHERE state = 'live' AND expires_on BETWEEN public.lima_today() AND public.lima_today() + 7
    GROUP BY contract_id, expires_on
    ON CONFLICT DO NOTHING`);
  await database.query(`
    INSERT INTO billing.quota_alert (contract_id, kind, crossing, facts)
    SELECT contract_id, 'contract_ends_in_30_days', ends_on::text, jsonb_build_object('available', available)
    FROM billing.contract JOIN billing.quota_account ON contract_id = id
    WHERE ends_on BETWEEN public.lima_today() AND public.lima_today() + 30
    ON CONFLICT DO NOTHING`);
}
