import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The answer to a request says when its months have no effect. It was worked out from the contract and the accesses of the moment in which
 * the client was answered, so that a repeated request could get another answer.
 */
export class MonthsWithoutEffect1763600000118 implements MigrationInterface {
  name = 'MonthsWithoutEffect1763600000118';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      SET LOCAL lock_timeout = '900ms';
      ALTER TABLE profiles.load_request ADD COLUMN IF NOT EXISTS months_ignored text;
      CREATE OR REPLACE VIEW profiles.request_status AS
        SELECT id AS request_id, corporation_id, doc_type IS NULL AS is_forced_update, state, activation_failed, created_at,
          doc_type, mode, months, actor, fitting_months, months_ignored
        FROM profiles.load_request;
      COMMENT ON VIEW profiles.request_status IS
        'A request of a client: who asked for what, how far it is (loading, settling with billing, or finished), and how many of its profiles were loaded without becoming monitored. months_ignored says why its months had no effect when it was accepted: monthly_plan, or query_mode for some profiles of a forced update.';`);
  }

  async down(): Promise<void> {
    // The column stays: a view can only grow while something reads it.
  }
}
