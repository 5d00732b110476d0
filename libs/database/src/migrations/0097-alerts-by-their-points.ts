import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A class of alert holds a fifth of a portfolio, in which the gravest profiles come first only by their points. */
export class AlertsByTheirPoints1763600000097 implements MigrationInterface {
  name = 'AlertsByTheirPoints1763600000097';
  /** Built while its table is written: what a try that was cut off has left is done again by the next. */
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.portfolio_entry_alert_points');
    await db.query(`
      CREATE INDEX CONCURRENTLY portfolio_entry_alert_points ON profiles.portfolio_entry
        (corporation_id, alert, (coalesce(alert_points * 1000 / nullif(alert_max, 0), 0)), tax_id, doc_type)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX profiles.portfolio_entry_alert_points');
  }
}
