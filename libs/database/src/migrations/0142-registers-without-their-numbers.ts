import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  member_document: 'registry.member (document) WHERE document IS NOT NULL',
  sanctioned_document: 'registry.sanctioned (document)',
  list_document_number: 'registry.list_document (number)',
};

/**
 * No statement of this release or of the one before needs them, and every import built them for its version. PostgreSQL cannot drop an index of a
 * partitioned table concurrently: each is dropped apart, and waits only a tenth of a second for the readers of a version, and
 * for an import, which has its table locked to the end.
 */
export class RegistersWithoutTheirNumbers1763600000142 implements MigrationInterface {
  name = 'RegistersWithoutTheirNumbers1763600000142';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await db.query(`SET LOCAL lock_timeout = '100ms'; DROP INDEX IF EXISTS registry.${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(indexes)) await db.query(`CREATE INDEX ${name} ON ${on}`);
  }
}
