import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal that is kept under its idempotency key names its code again, in a header. */
export class CodesOfKeptRefusals1763600000155 implements MigrationInterface {
  name = 'CodesOfKeptRefusals1763600000155';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '450ms';
      ALTER TABLE identity.idempotency_key ADD COLUMN code text;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.idempotency_key DROP COLUMN code');
  }
}
