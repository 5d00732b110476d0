import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A monthly contract, a pause and a file of taxpayers had no author, unlike the other acts of operators. */
export class WhoActed1763600000149 implements MigrationInterface {
  name = 'WhoActed1763600000149';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '450ms';
      ALTER TABLE billing.contract ADD COLUMN created_by text;
      ALTER TABLE profiles.source_pause ADD COLUMN paused_by text;
      ALTER TABLE registry.dataset ADD COLUMN paused_by text;
      ALTER TABLE registry.inquiry ADD COLUMN asked_by text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE registry.inquiry DROP COLUMN asked_by;
      ALTER TABLE registry.dataset DROP COLUMN paused_by;
      ALTER TABLE profiles.source_pause DROP COLUMN paused_by;
      ALTER TABLE billing.contract DROP COLUMN created_by;`);
  }
}
