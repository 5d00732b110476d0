import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each one holds what was not reviewed yet, by its end. Built while the table is written: what a try that was cut off has left is done again. */
const indexes = {
  load_with_tasks: `load (closed_at) WHERE state = 'closed' AND asked IS NULL`,
  load_to_review: `load (closed_at) WHERE state = 'closed' AND asked IS NOT NULL AND NOT on_record`,
  load_request_to_review: `load_request (finished_at) WHERE state = 'finished' AND NOT on_record`,
};

/** Tasks, loads and requests are taken away some time after their end, unless something still rests on them. */
export class WhatIsKept1763600000065 implements MigrationInterface {
  name = 'WhatIsKept1763600000065';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load
        -- How many sources it asked, once its tasks are taken away.
        ADD COLUMN IF NOT EXISTS asked smallint CHECK (asked >= 0),
        -- It was reviewed, and something rests on it.
        ADD COLUMN IF NOT EXISTS on_record boolean NOT NULL DEFAULT false`);
    await db.query('ALTER TABLE profiles.load_request ADD COLUMN IF NOT EXISTS on_record boolean NOT NULL DEFAULT false');
    // It has no index, so every load that is taken away would read all profiles. The latest load of a document is never taken away.
    await db.query('ALTER TABLE profiles.profile DROP CONSTRAINT IF EXISTS profile_load_id_fkey');
    for (const [name, on] of Object.entries(indexes)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS profiles.${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name} ON profiles.${on}`);
    }
    await db.query(loadStatus('coalesce(load.asked, (SELECT count(*) FROM profiles.task WHERE task.load_id = load.id))::int'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(loadStatus('(SELECT count(*)::int FROM profiles.task WHERE task.load_id = load.id)'));
    await db.query(`
      DROP INDEX ${Object.keys(indexes)
        .map((name) => `profiles.${name}`)
        .join(', ')};
      ALTER TABLE profiles.profile ADD CONSTRAINT profile_load_id_fkey FOREIGN KEY (load_id) REFERENCES profiles.load;
      ALTER TABLE profiles.load_request DROP COLUMN on_record;
      ALTER TABLE profiles.load DROP COLUMN on_record, DROP COLUMN asked;`);
  }
}

const loadStatus = (asked: string) => `
  CREATE OR REPLACE VIEW profiles.load_status AS
    SELECT id AS load_id, doc_type, tax_id, state, estado, failed_sources, closed_at,
      ARRAY(SELECT source FROM profiles.task WHERE task.load_id = load.id AND task.closed_at IS NULL ORDER BY source) AS open_sources,
      ${asked} AS sources_asked
    FROM profiles.load`;
