import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A delivery whose receiver is being attempted waits for a slot of that receiver: no service is late. A lease with more left than this shows
 * an attempt or a job that was just pushed (`idleLeaseMs` of the dispatcher). The due deliveries are counted by receiver first, so that leases
 * are looked up once for each receiver, however many wait.
 */
export class WaitsForItsReceiver1763600000106 implements MigrationInterface {
  name = 'WaitsForItsReceiver1763600000106';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      overdue(`
        SELECT 'delivery'::text, coalesce(sum(waiting.rows), 0)::int, min(waiting.oldest_at)
        FROM (SELECT configuration_id, count(*) AS rows, min(next_at) AS oldest_at FROM webhooks.delivery
              WHERE state = 'PENDING' AND next_at <= now() - interval '1 minute' GROUP BY configuration_id) AS waiting
        WHERE NOT EXISTS (SELECT FROM webhooks.delivery AS leased
          WHERE leased.configuration_id = waiting.configuration_id AND leased.leased_until > now() + interval '4.5 seconds')`),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      overdue(`
        SELECT 'delivery'::text, count(*)::int, min(next_at)
        FROM webhooks.delivery WHERE state = 'PENDING' AND next_at <= now() - interval '1 minute'`),
    );
  }
}

const overdue = (deliveries: string) => `
  SET LOCAL lock_timeout = '2s';
  CREATE OR REPLACE VIEW webhooks.overdue AS
    SELECT 'event_start'::text AS kind, count(*)::int AS rows, min(start_due_at) AS oldest_at
    FROM webhooks.event WHERE start_due_at <= now() - interval '1 minute'
    UNION ALL
    SELECT 'event_deadline'::text, count(*)::int, min(deadline_at)
    FROM webhooks.event WHERE state = 'LOADING_PROFILE' AND deadline_at <= now() - interval '1 minute'
    UNION ALL ${deliveries};`;
