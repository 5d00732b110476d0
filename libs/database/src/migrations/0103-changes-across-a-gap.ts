import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A change is told from the last content of a section, which may have been gone for a while. Who was given access to the profile after that
 * has never been shown this content.
 */
export class ChangesAcrossAGap1763600000103 implements MigrationInterface {
  name = 'ChangesAcrossAGap1763600000103';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '900ms';
      ALTER TABLE profiles.section_change ADD COLUMN IF NOT EXISTS before_until timestamptz;
      CREATE OR REPLACE VIEW profiles.changed_field AS
        SELECT id, tax_id, doc_type, changed_at, section, field, before, after, source, before_until FROM profiles.section_change;
      COMMENT ON VIEW profiles.changed_field IS
        'One field of a section that changed in substance: when, from what to what, and by which source. before_until is when the section lost its content with the earlier value, if it then had none until the change; a corporation whose period opened later has never been shown that value.';`);
  }

  async down(): Promise<void> {
    // The column stays: a view can only grow while something reads it.
  }
}
