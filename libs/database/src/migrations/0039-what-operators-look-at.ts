import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the page of operators shows of rows that belong to other services: only counts and times, never a document or a corporation. */
export class WhatOperatorsLookAt1763600000039 implements MigrationInterface {
  name = 'WhatOperatorsLookAt1763600000039';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW profiles.overdue AS ${overdue({
        task: `min(due_at) FROM profiles.task WHERE state = 'pending' AND due_at <= now() - interval '1 minute'
          AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)`,
        task_deadline: `min(deadline_at) FROM profiles.task
          WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND deadline_at <= now() - interval '1 minute'`,
        refresh: `min(refresh_at) FROM profiles.source_answer WHERE refresh_at <= now() - interval '1 minute'`,
        loader_event: `min(created_at) FROM profiles.outbox WHERE created_at <= now() - interval '1 minute'`,
      })};
      CREATE VIEW billing.overdue AS ${overdue({
        hold: `min(expires_at) FROM billing.quota_hold WHERE state = 'held' AND expires_at <= now() - interval '1 minute'`,
        access_end: `min(expires_at) FROM billing.access
          WHERE state = 'active' AND expires_at IS NOT NULL AND expires_at <= public.business_now() - interval '1 minute'`,
        ledger_check: `min(due_at) FROM billing.ledger_check WHERE due_at <= now() - interval '1 minute'`,
        billing_event: `min(created_at) FROM billing.outbox WHERE created_at <= now() - interval '1 minute'`,
      })};
      CREATE VIEW webhooks.overdue AS ${overdue({
        event_start: `min(start_due_at) FROM webhooks.event WHERE start_due_at <= now() - interval '1 minute'`,
        event_deadline: `min(deadline_at) FROM webhooks.event WHERE state = 'LOADING_PROFILE' AND deadline_at <= now() - interval '1 minute'`,
        delivery: `min(next_at) FROM webhooks.delivery WHERE state = 'PENDING' AND next_at <= now() - interval '1 minute'`,
      })};
      COMMENT ON VIEW profiles.overdue IS '${meaning}';
      COMMENT ON VIEW billing.overdue IS '${meaning}';
      COMMENT ON VIEW webhooks.overdue IS '${meaning}';

      CREATE VIEW profiles.screening_list AS
        SELECT name, version, topic, imported_at, (SELECT count(*)::int FROM profiles.list_entity WHERE list = list.name) AS entities
        FROM profiles.list;
      COMMENT ON VIEW profiles.screening_list IS
        'The lists of people and companies that profiles are screened against, each in the version in use, and how many are on it.';

      GRANT SELECT ON profiles.overdue, billing.overdue, webhooks.overdue, profiles.screening_list TO vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW profiles.overdue, billing.overdue, webhooks.overdue, profiles.screening_list');
  }
}

const meaning = `Work that should have been done more than a minute ago, by kind: how many rows, and since when the oldest. A kind without any has 0 rows. A row in a queue is leased for seconds at a time, so that one that is late shows that nobody pushes it.`;

/** One row for each kind, even if nothing is late. */
function overdue(kinds: Record<string, string>): string {
  return Object.entries(kinds)
    .map(([kind, oldest]) => `SELECT '${kind}'::text AS kind, count(*)::int AS rows, ${oldest.replace(' FROM', ' AS oldest_at FROM')}`)
    .join(' UNION ALL ');
}
