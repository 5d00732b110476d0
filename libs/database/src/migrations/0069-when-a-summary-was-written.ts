import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row that was read from a replica is told from the one that the primary has by its revision, and by when that was written. */
export class WhenASummaryWasWritten1763600000069 implements MigrationInterface {
  name = 'WhenASummaryWasWritten1763600000069';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '2s';
      CREATE OR REPLACE VIEW profiles.stored_summary AS
        SELECT doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, revision, updated_at FROM profiles.profile;
      COMMENT ON VIEW profiles.stored_summary IS
        'The sections of a document as they are now, ready to be sent, before those are withheld that a plan leaves out. Two rows of one revision that were updated at the same moment are the same.';`);
  }

  async down(): Promise<void> {
    // The column stays: a view can only grow while something reads it.
  }
}
