import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry of the record of acts and the log lines of the same call could not be found by each other. */
export class ActsAndTheirLines1763600000148 implements MigrationInterface {
  name = 'ActsAndTheirLines1763600000148';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE identity.audit_entry ADD COLUMN correlation_id text;
      COMMENT ON COLUMN identity.audit_entry.correlation_id IS
        'The same as in the log lines of the call; null for an entry of a release that did not write it.'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.audit_entry DROP COLUMN correlation_id');
  }
}
