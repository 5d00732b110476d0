import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Billing asks which documents of a request waited for a load. It took this from the whole request. */
export class DocumentsThatWaitedForNothing1763600000108 implements MigrationInterface {
  name = 'DocumentsThatWaitedForNothing1763600000108';

  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT SELECT ON profiles.item_status TO vigia_billing');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE SELECT ON profiles.item_status FROM vigia_billing');
  }
}
