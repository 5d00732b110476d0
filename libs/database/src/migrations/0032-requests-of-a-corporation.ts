import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people see of requests: who asked for what and when, newest first, and how far each document is. */
export class RequestsOfACorporation1763600000032 implements MigrationInterface {
  name = 'RequestsOfACorporation1763600000032';
  // The index is built while the table is written; what a try that was cut off has left is done again by the next.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS profiles.load_request_corporation');
    await db.query('CREATE INDEX CONCURRENTLY load_request_corporation ON profiles.load_request (corporation_id, created_at, id)');
    await db.query(views);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX profiles.load_request_corporation');
  }
}

/** Columns come last: a view that replicas of the version before read can only grow. */
const views = `
  CREATE OR REPLACE VIEW profiles.request_status AS
    SELECT id AS request_id, corporation_id, doc_type IS NULL AS is_forced_update, state, activation_failed, created_at,
      doc_type, mode, months, actor, fitting_months
    FROM profiles.load_request;
  COMMENT ON VIEW profiles.request_status IS
    'A request of a client: who asked for what, how far it is (loading, settling with billing, or finished), and how many of its profiles were loaded without becoming monitored.';

  CREATE OR REPLACE VIEW profiles.load_status AS
    SELECT id AS load_id, doc_type, tax_id, state, estado, failed_sources, closed_at,
      ARRAY(SELECT source FROM profiles.task WHERE task.load_id = load.id AND task.closed_at IS NULL ORDER BY source) AS open_sources,
      (SELECT count(*)::int FROM profiles.task WHERE task.load_id = load.id) AS sources_asked
    FROM profiles.load;
  COMMENT ON VIEW profiles.load_status IS
    'A load of a document: how many sources it asks, those that have not answered yet while it is open, its result once it is closed. At most one load of a document is open.';`;
