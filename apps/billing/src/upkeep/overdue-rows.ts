import { sql, type Database } from '@vigia/database';
import { Gauge } from 'prom-client';
import { plansToEnd } from '../access/end-of-monitoring.js';

const overdue = new Gauge({
  name: 'vigia_billing_overdue_seconds',
  help: 'For how long the oldest row of billing has been due that no replica has dealt with, by kind',
  labelNames: ['what'],
});

/**
 * Reads the rows, so it notices whatever keeps the loops of all replicas from their work. The kinds are those of `billing.overdue`, but only
 * here does `access_end` count monitoring whose monthly contract is over, which has no end until a loop has written it. Monitoring that was
 * over before a contract in force is not counted: finding it means reading all monitoring of its corporation.
 */
export async function measureOverdue(database: Database): Promise<void> {
  const [oldest] = await database.rows<{ hold: number; accessEnd: number; ledgerCheck: number; billingEvent: number }>(
    sql`SELECT
         extract(epoch FROM now() - coalesce((SELECT min(expires_at) FROM billing.quota_hold
           WHERE state = 'held' AND expires_at <= now()), now()))::float8 AS hold,
         extract(epoch FROM public.business_now() - least(public.business_now(),
           (SELECT min(expires_at) FROM billing.access WHERE state = 'active' AND expires_at <= public.business_now()),
           (SELECT (min(ends_on) + 1)::timestamp AT TIME ZONE 'America/Lima' FROM (${plansToEnd(sql`true`)}) AS over)))::float8 AS access_end,
         extract(epoch FROM now() - coalesce((SELECT min(due_at) FROM billing.ledger_check WHERE due_at <= now()), now()))::float8
           AS ledger_check,
         extract(epoch FROM now() - coalesce((SELECT min(created_at) FROM billing.outbox), now()))::float8 AS billing_event`,
  );
  const { hold, accessEnd, ledgerCheck, billingEvent } = oldest!;
  const kinds = { hold, access_end: accessEnd, ledger_check: ledgerCheck, billing_event: billingEvent };
  for (const [what, seconds] of Object.entries(kinds)) overdue.set({ what }, seconds);
}
