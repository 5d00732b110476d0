import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first real version of a list is compared with every profile that was screened against invented ones. */
export class AnswersOfInventedLists1763600000131 implements MigrationInterface {
  name = 'AnswersOfInventedLists1763600000131';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.source_answer_invented');
    await db.query(`
      CREATE INDEX CONCURRENTLY source_answer_invented ON profiles.source_answer (tax_id, doc_type)
        WHERE source = 'listas_compliance' AND (trail->>'simulated')::boolean`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX profiles.source_answer_invented');
  }
}
