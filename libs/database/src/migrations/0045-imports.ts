import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import that its process did not survive begins again, a few times. Names are kept as written: who screens prepares them. */
export class Imports1763600000045 implements MigrationInterface {
  name = 'Imports1763600000045';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE registry.version ADD COLUMN attempts int NOT NULL DEFAULT 0, ADD COLUMN unknown jsonb NOT NULL DEFAULT '{}';
      GRANT SELECT ON public.test_clock TO vigia_importer;
      DROP VIEW registry.current_list_name;
      ALTER TABLE registry.list_name DROP COLUMN normal_name;
      ${currentNames}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW registry.current_list_name;
      ALTER TABLE registry.list_name ADD COLUMN normal_name text NOT NULL DEFAULT '';
      ${currentNames};
      REVOKE SELECT ON public.test_clock FROM vigia_importer;
      ALTER TABLE registry.version DROP COLUMN attempts, DROP COLUMN unknown`);
  }
}

const currentNames = `
  CREATE VIEW registry.current_list_name AS
    SELECT current.dataset, version.label, version.published_on, list_name.*
    FROM registry.current JOIN registry.version ON version.id = current.version JOIN registry.list_name ON list_name.version = current.version;
  COMMENT ON VIEW registry.current_list_name IS
    'A name of an entry of a list in force: its main one first, with what the list says of its order and of its worth.';
  GRANT SELECT ON registry.current_list_name TO vigia_loader`;
