import type { MigrationInterface, QueryRunner } from 'typeorm';

const troubled = 'webhooks.delivery_troubled';

/**
 * The latest outcome on the delivery itself, so that deliveries are found by it. What succeeded before keeps none: the state says all
 * there is to know, and only the few others are written anew.
 */
export class LatestOutcomes1763600000033 implements MigrationInterface {
  name = 'LatestOutcomes1763600000033';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhooks.delivery
        ADD COLUMN IF NOT EXISTS last_status integer,
        ADD COLUMN IF NOT EXISTS last_failure text,
        -- As it was before somebody asked for it again: what health counts.
        ADD COLUMN IF NOT EXISTS state_before_resend text
          CHECK (state_before_resend IN ('SUCCEEDED', 'FAILED', 'SKIPPED_INACTIVE'))`);
    await db.query(`
      UPDATE webhooks.delivery SET last_status = latest.status, last_failure = latest.failure
      FROM webhooks.delivery AS told CROSS JOIN LATERAL (
        SELECT status, failure FROM webhooks.attempt WHERE delivery_id = told.id AND attempt.state IN ('SUCCEEDED', 'FAILED')
        ORDER BY number DESC LIMIT 1) AS latest
      WHERE delivery.id = told.id AND told.state IN ('FAILED', 'PENDING') AND told.last_failure IS NULL`);
    await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${troubled}`);
    await db.query(`
      CREATE INDEX CONCURRENTLY delivery_troubled ON webhooks.delivery (corporation_id, position)
      WHERE state = 'FAILED' OR last_failure IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX ${troubled};
      ALTER TABLE webhooks.delivery DROP COLUMN last_status, DROP COLUMN last_failure, DROP COLUMN state_before_resend`);
  }
}
