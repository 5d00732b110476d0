import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ForcedUpdates1763600000013 implements MigrationInterface {
  name = 'ForcedUpdates1763600000013';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A forced update takes kind and mode from the profiles that are there: it has neither of its own.
      ALTER TABLE profiles.load_request
        ALTER COLUMN doc_type DROP NOT NULL,
        ALTER COLUMN mode DROP NOT NULL,
        ADD CONSTRAINT load_or_forced_update CHECK ((doc_type IS NULL) = (mode IS NULL));
      CREATE INDEX load_item_open ON profiles.load_item (tax_id) WHERE state = 'loading';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX profiles.load_item_open;
      ALTER TABLE profiles.load_request DROP CONSTRAINT load_or_forced_update;
      DELETE FROM profiles.load_item WHERE request_id IN (SELECT id FROM profiles.load_request WHERE doc_type IS NULL);
      DELETE FROM profiles.load_request WHERE doc_type IS NULL;
      ALTER TABLE profiles.load_request ALTER COLUMN doc_type SET NOT NULL, ALTER COLUMN mode SET NOT NULL;`);
  }
}
