import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an answer tells beside its content, what sources without a memory said each month, and the quotas of further providers. */
export class TrailsAndCuts1763600000048 implements MigrationInterface {
  name = 'TrailsAndCuts1763600000048';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.source_answer ADD COLUMN trail jsonb;
      ALTER TABLE profiles.source_last_answer ADD COLUMN simulated boolean NOT NULL DEFAULT false;
      CREATE TABLE profiles.monthly_cut (
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        source text NOT NULL,
        month text NOT NULL,
        cut jsonb NOT NULL,
        source_version text NOT NULL,
        observed_at timestamptz NOT NULL,
        PRIMARY KEY (tax_id, doc_type, source, month)
      );
      CREATE TABLE profiles.provider_window (
        provider text PRIMARY KEY,
        ends_at timestamptz NOT NULL,
        asked integer NOT NULL
      );
      ${views}
      GRANT SELECT ON profiles.simulated_source TO vigia_gateway;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW profiles.simulated_source, profiles.latest_answer;
      CREATE VIEW profiles.latest_answer AS
        SELECT tax_id, doc_type, source, source_version, answered_at FROM profiles.source_answer WHERE answered_at IS NOT NULL;
      GRANT SELECT ON profiles.latest_answer TO vigia_gateway;
      DROP TABLE profiles.monthly_cut, profiles.provider_window;
      ALTER TABLE profiles.source_last_answer DROP COLUMN simulated;
      ALTER TABLE profiles.source_answer DROP COLUMN trail;`);
  }
}

/** Columns come last: a view that replicas of the version before read can only grow. */
const views = `
  CREATE OR REPLACE VIEW profiles.latest_answer AS
    SELECT tax_id, doc_type, source, source_version, answered_at, trail FROM profiles.source_answer WHERE answered_at IS NOT NULL;
  COMMENT ON VIEW profiles.latest_answer IS
    'When a source last answered about a document and in which version, whether or not that was news; trail says what else has to be known of it: invented by the simulator, read in part, notes, fields that another provider gave. Who may not read the profile now is not shown it.';

  CREATE VIEW profiles.simulated_source AS SELECT source FROM profiles.source_last_answer WHERE simulated;
  COMMENT ON VIEW profiles.simulated_source IS 'a source whose newest answer was invented by the simulator';`;
