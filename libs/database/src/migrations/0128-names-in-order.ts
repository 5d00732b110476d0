import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A portfolio is sorted by the words of its names, so that ÁNGEL comes before BLANCA whatever the order of text of the database. */
export class NamesInOrder1763600000128 implements MigrationInterface {
  name = 'NamesInOrder1763600000128';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.portfolio_entry_words');
    await db.query(
      'CREATE INDEX CONCURRENTLY portfolio_entry_words ON profiles.portfolio_entry (corporation_id, search, tax_id, doc_type)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX profiles.portfolio_entry_words');
  }
}
