import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who was put into a file that an operator takes to SUNAT, so that the next file is about others. */
export class Inquiries1763600000060 implements MigrationInterface {
  name = 'Inquiries1763600000060';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE registry.inquiry (
        ruc text PRIMARY KEY,
        -- The same for all that one file is about.
        asked_at timestamptz NOT NULL
      );
      ALTER TABLE registry.inquiry OWNER TO vigia_importer;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE registry.inquiry');
  }
}
