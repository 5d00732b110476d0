import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Portfolios are sorted by the words of their names, not by the names. */
export class NoOrderByName1763600000129 implements MigrationInterface {
  name = 'NoOrderByName1763600000129';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.portfolio_entry_name');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX portfolio_entry_name ON profiles.portfolio_entry (corporation_id, name, tax_id, doc_type)');
  }
}
