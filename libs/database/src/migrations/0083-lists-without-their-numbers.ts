import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since 0046 a document of a profile is looked up in the lists of the registry alone. */
export class ListsWithoutTheirNumbers1763600000083 implements MigrationInterface {
  name = 'ListsWithoutTheirNumbers1763600000083';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.list_document_number');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX list_document_number ON profiles.list_document (number, kind)');
  }
}
