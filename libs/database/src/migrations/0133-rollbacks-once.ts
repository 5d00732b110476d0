import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A rollback that is handled a second time must not go back one version more. */
export class RollbacksOnce1763600000133 implements MigrationInterface {
  name = 'RollbacksOnce1763600000133';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      ALTER TABLE registry.switch ADD COLUMN request_id text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE registry.switch DROP COLUMN request_id');
  }
}
