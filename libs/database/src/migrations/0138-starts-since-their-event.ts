import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The dispatcher asks for a load again every ten seconds, and moves `start_due_at` ahead each time: the load is due since its event. */
export class StartsSinceTheirEvent1763600000138 implements MigrationInterface {
  name = 'StartsSinceTheirEvent1763600000138';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      overdue(
        `min(created_at) AS oldest_at FROM webhooks.event WHERE start_due_at IS NOT NULL AND created_at <= now() - interval '1 minute'`,
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(overdue(`min(start_due_at) AS oldest_at FROM webhooks.event WHERE start_due_at <= now() - interval '1 minute'`));
  }
}

const overdue = (starts: string) => `
  SET LOCAL lock_timeout = '2s';
  CREATE OR REPLACE VIEW webhooks.overdue AS
    SELECT 'event_start'::text AS kind, count(*)::int AS rows, ${starts}
    UNION ALL
    SELECT 'event_deadline'::text, count(*)::int, min(deadline_at)
    FROM webhooks.event WHERE state = 'LOADING_PROFILE' AND deadline_at <= now() - interval '1 minute'
    UNION ALL
    SELECT 'delivery'::text, coalesce(sum(waiting.rows), 0)::int, min(waiting.oldest_at)
    FROM (SELECT configuration_id, count(*) AS rows, min(next_at) AS oldest_at FROM webhooks.delivery
          WHERE state = 'PENDING' AND next_at <= now() - interval '1 minute' GROUP BY configuration_id) AS waiting
    WHERE NOT EXISTS (SELECT FROM webhooks.delivery AS leased
      WHERE leased.configuration_id = waiting.configuration_id AND leased.leased_until > now() + interval '4.5 seconds');`;
