import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address of a configuration changes by an edit. Attempts of before have none: nothing says where they went. */
export class WhereAttemptsWent1763600000154 implements MigrationInterface {
  name = 'WhereAttemptsWent1763600000154';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '450ms';
      ALTER TABLE webhooks.attempt ADD COLUMN url text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhooks.attempt DROP COLUMN url');
  }
}
