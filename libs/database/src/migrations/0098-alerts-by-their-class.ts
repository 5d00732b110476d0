import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since 0097 a portfolio is sorted by the points within a class of alert as well, and that index serves the class alone, too. */
export class AlertsByTheirClass1763600000098 implements MigrationInterface {
  name = 'AlertsByTheirClass1763600000098';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.portfolio_entry_alert');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX portfolio_entry_alert ON profiles.portfolio_entry (corporation_id, alert, tax_id, doc_type)');
  }
}
