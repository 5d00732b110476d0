import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A portfolio stays due until it is compared, as a ledger does since 0123, and operators see those that are overdue. */
export class PortfoliosDueUntilCompared1763600000124 implements MigrationInterface {
  name = 'PortfoliosDueUntilCompared1763600000124';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`SET LOCAL lock_timeout = '2s'`);
    await db.query('ALTER TABLE profiles.portfolio_check ADD COLUMN leased_until timestamptz');
    await db.query(
      `COMMENT ON COLUMN profiles.portfolio_check.leased_until IS 'Until then one replica compares the portfolio, or has failed to; null: nobody has taken it since it was compared.'`,
    );
    await db.query(
      overdue(`
        UNION ALL
        SELECT 'portfolio_check'::text, count(*)::int, min(due_at)
        FROM profiles.portfolio_check WHERE due_at <= now() - interval '1 minute'`),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(overdue(''));
    await db.query('ALTER TABLE profiles.portfolio_check DROP COLUMN leased_until');
  }
}

const overdue = (portfolios: string) => `
  CREATE OR REPLACE VIEW profiles.overdue AS
    SELECT 'task'::text AS kind, count(*)::int AS rows, min(due_at) AS oldest_at
    FROM profiles.task WHERE state = 'pending' AND due_at <= now() - interval '1 minute'
      AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)
    UNION ALL
    SELECT 'task_deadline'::text, count(*)::int, min(deadline_at)
    FROM profiles.task WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND deadline_at <= now() - interval '1 minute'
    UNION ALL
    SELECT 'refresh'::text, count(*)::int, min(refresh_at)
    FROM profiles.source_answer WHERE refresh_at <= now() - interval '1 minute'
      AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = source_answer.source)
    UNION ALL
    SELECT 'loader_event'::text, count(*)::int, min(created_at)
    FROM profiles.outbox WHERE created_at <= now() - interval '1 minute'${portfolios};`;
