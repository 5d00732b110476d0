import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import that its process did not survive begins again, a few times. */
export class Imports1763600000045 implements MigrationInterface {
  name = 'Imports1763600000045';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE registry.version ADD COLUMN attempts int NOT NULL DEFAULT 0, ADD COLUMN unknown jsonb NOT NULL DEFAULT '{}';
      GRANT SELECT ON public.test_clock TO vigia_importer;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE SELECT ON public.test_clock FROM vigia_importer;
      ALTER TABLE registry.version DROP COLUMN attempts, DROP COLUMN unknown;`);
  }
}
