import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A portfolio stays due until it is compared, as a ledger does since 0123, and operators see those that are overdue. They are in a view of
 * their own, because the page of the release before knows every kind of `profiles.overdue` and no other. If replicas of the release before
 * compare the same portfolio, what both healed is counted, unless such a replica ends last: it writes its own number alone.
 */
export class PortfoliosDueUntilCompared1763600000124 implements MigrationInterface {
  name = 'PortfoliosDueUntilCompared1763600000124';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE profiles.portfolio_check ADD COLUMN leased_until timestamptz;
      COMMENT ON COLUMN profiles.portfolio_check.leased_until IS
        'Until then one replica compares the portfolio, or has failed to; null: nobody has taken it since it was compared.';
      CREATE VIEW profiles.overdue_portfolio AS
        SELECT 'portfolio_check'::text AS kind, count(*)::int AS rows, min(due_at) AS oldest_at
        FROM profiles.portfolio_check WHERE due_at <= now() - interval '1 minute';
      COMMENT ON VIEW profiles.overdue_portfolio IS
        'Portfolios that should have been compared more than a minute ago: how many, and since when the oldest. Without any, rows is 0.';
      GRANT SELECT ON profiles.overdue_portfolio TO vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW profiles.overdue_portfolio; ALTER TABLE profiles.portfolio_check DROP COLUMN leased_until');
  }
}
