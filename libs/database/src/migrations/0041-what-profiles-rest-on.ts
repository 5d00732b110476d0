import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a profile was made from and who has asked for it, as people see it. */
export class WhatProfilesRestOn1763600000041 implements MigrationInterface {
  name = 'WhatProfilesRestOn1763600000041';
  // The index is built while the table is written; what a try that was cut off has left is done again by the next.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.load_item_document');
    await db.query('CREATE INDEX CONCURRENTLY load_item_document ON profiles.load_item (tax_id)');
    // The request or the activation that opened the period; null of those from before it was kept.
    await db.query('ALTER TABLE billing.access_period ADD COLUMN IF NOT EXISTS request_id uuid');
    await db.query(views);
    await db.query('GRANT SELECT ON profiles.latest_answer TO vigia_gateway');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW profiles.latest_answer; DROP INDEX profiles.load_item_document');
  }
}

/** Columns come last: a view that replicas of the version before read can only grow. */
const views = `
  CREATE OR REPLACE VIEW profiles.past_section AS
    SELECT tax_id, doc_type, section, valid_from, fragment_v1, fragment_v2, provenance FROM profiles.section_version;
  COMMENT ON VIEW profiles.past_section IS
    'A section as it was from valid_from on, until the next row of the same section, and what it was made from: its sources as a list; of the score its model and reasons; of a screening its sources, lists and hits.';

  CREATE OR REPLACE VIEW profiles.latest_answer AS
    SELECT tax_id, doc_type, source, source_version, answered_at FROM profiles.source_answer WHERE answered_at IS NOT NULL;
  COMMENT ON VIEW profiles.latest_answer IS
    'When a source last answered about a document and in which version, whether or not that was news. Who may not read the profile now is not shown it.';

  CREATE OR REPLACE VIEW billing.readable_period AS
    SELECT corporation_id, tax_id, doc_type, opened_at, ends_at, request_id,
      (SELECT actor FROM billing.quota_command WHERE quota_command.id = request_id AND kind = 'activate') AS activated_by
    FROM billing.access_period;
  COMMENT ON VIEW billing.readable_period IS
    'When a corporation could read a profile. What the platform learned at other times is never shown to it. request_id is what opened the period, and activated_by who did so, where it was an activation and not a load; both are null where that was not kept.';`;
