import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Three facts that the record of a past day needs and that left no row: which sources were paused, which plan a corporation had, and since
 * when requests are whole. An ended pause has a table of its own, because the release before takes each row of source_pause for a pause in
 * force.
 */
export class WhatPastDaysRestOn1763600000156 implements MigrationInterface {
  name = 'WhatPastDaysRestOn1763600000156';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE profiles.ended_pause (
        source text NOT NULL,
        paused_at timestamptz NOT NULL,
        ended_at timestamptz NOT NULL,
        reason text NOT NULL,
        paused_by text,
        ended_by text,
        PRIMARY KEY (source, paused_at)
      );
      CREATE VIEW profiles.paused_source AS
        SELECT source, paused_at, NULL::timestamptz AS ended_at FROM profiles.source_pause
        UNION ALL SELECT source, paused_at, ended_at FROM profiles.ended_pause;
      COMMENT ON VIEW profiles.paused_source IS
        'When an operator had a source paused, so that nobody asked it; ended_at is null while the pause lasts. Pauses that ended before this was kept are missing.';

      CREATE TABLE profiles.deleted_requests (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        newest_at timestamptz NOT NULL
      );
      CREATE VIEW profiles.requests_kept AS SELECT newest_at AS after FROM profiles.deleted_requests;
      COMMENT ON VIEW profiles.requests_kept IS
        'Every request made after this instant is still there; of earlier ones, some have been deleted after their time. No row: none has been deleted since this is noted.';

      CREATE VIEW billing.contract_sections AS SELECT corporation_id, starts_on, ends_on, excluded_sections FROM billing.contract;
      COMMENT ON VIEW billing.contract_sections IS
        'Which sections each contract of a corporation leaves out, and on which days in Lima it is in force, past and future.';
      GRANT SELECT ON profiles.paused_source, profiles.requests_kept, billing.contract_sections TO vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW billing.contract_sections, profiles.requests_kept, profiles.paused_source;
      DROP TABLE profiles.deleted_requests, profiles.ended_pause;`);
  }
}
