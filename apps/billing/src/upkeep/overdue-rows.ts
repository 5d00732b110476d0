import { sql, type Database } from '@vigia/database';
import { Gauge } from 'prom-client';

const overdue = new Gauge({
  name: 'vigia_billing_overdue_seconds',
  help: 'For how long the oldest row of billing has been due that no replica has taken, by kind',
  labelNames: ['what'],
});

/** Reads the rows, so it notices whatever keeps the loops of all replicas from their work. The kinds are those of `billing.overdue`. */
export async function measureOverdue(database: Database): Promise<boolean> {
  const [oldest] = await database.rows<{ hold: number; accessEnd: number; ledgerCheck: number; billingEvent: number }>(
    sql`SELECT
         extract(epoch FROM now() - coalesce((SELECT min(expires_at) FROM billing.quota_hold
           WHERE state = 'held' AND expires_at <= now()), now()))::float8 AS hold,
         extract(epoch FROM public.business_now() - coalesce((SELECT min(expires_at) FROM billing.access
           WHERE state = 'active' AND expires_at <= public.business_now()), public.business_now()))::float8 AS access_end,
         extract(epoch FROM now() - coalesce((SELECT min(due_at) FROM billing.ledger_check WHERE due_at <= now()), now()))::float8
           AS ledger_check,
         extract(epoch FROM now() - coalesce((SELECT min(created_at) FROM billing.outbox), now()))::float8 AS billing_event`,
  );
  const { hold, accessEnd, ledgerCheck, billingEvent } = oldest!;
  const kinds = { hold, access_end: accessEnd, ledger_check: ledgerCheck, billing_event: billingEvent };
  for (const [what, seconds] of Object.entries(kinds)) overdue.set({ what }, seconds);
  return false;
}
