import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a screening looked up, so that a list that changes can be compared with them again, and how far that has got. */
export class Rescreening1763600000050 implements MigrationInterface {
  name = 'Rescreening1763600000050';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE profiles.screened_subject (
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        position int NOT NULL,
        -- Null where a screening of before says only that there was one.
        role text CHECK (role IN ('titular', 'representante', 'socio')),
        name text,
        documents jsonb NOT NULL DEFAULT '[]',
        PRIMARY KEY (tax_id, doc_type, position)
      );
      INSERT INTO profiles.screened_subject (tax_id, doc_type, position)
        SELECT tax_id, doc_type, 0 FROM profiles.source_answer WHERE source = 'listas_compliance' AND outcome = 'data';

      CREATE TABLE profiles.rescreening (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        list text NOT NULL,
        -- By the version that came into force with the second of these switches; what they and those between changed is compared.
        after_switch bigint NOT NULL,
        to_switch bigint NOT NULL,
        version text NOT NULL,
        is_whole boolean NOT NULL,
        requested_by text,
        started_at timestamptz NOT NULL DEFAULT now(),
        -- The last subject that was compared.
        at_tax_id text NOT NULL DEFAULT '',
        at_doc_type text NOT NULL DEFAULT '',
        at_position int NOT NULL DEFAULT -1,
        compared int NOT NULL DEFAULT 0,
        compared_at timestamptz,
        ended_at timestamptz,
        -- Another version came into force first; the next one begins where this one did.
        is_overtaken boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX rescreening_open ON profiles.rescreening (list) WHERE ended_at IS NULL;
      CREATE INDEX rescreening_newest ON profiles.rescreening (list, id DESC);

      -- One for each profile that a rescreening touches.
      CREATE TABLE profiles.rescreening_task (
        rescreening bigint NOT NULL REFERENCES profiles.rescreening ON DELETE CASCADE,
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        due_at timestamptz NOT NULL DEFAULT now(),
        attempts int NOT NULL DEFAULT 0,
        closed_at timestamptz,
        is_screened boolean NOT NULL DEFAULT false,
        PRIMARY KEY (rescreening, tax_id, doc_type)
      );
      CREATE INDEX rescreening_task_due ON profiles.rescreening_task (due_at) WHERE closed_at IS NULL;

      -- Only added to.
      CREATE TABLE profiles.closed_hit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        list text NOT NULL,
        entity_id text NOT NULL,
        asked_name text NOT NULL,
        listed_name text NOT NULL,
        opened_in text,
        -- The version that no longer had it; null where the list itself is asked no more.
        closed_in text,
        closed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX closed_hit_document ON profiles.closed_hit (tax_id, doc_type, id DESC);
      CREATE INDEX closed_hit_list ON profiles.closed_hit (list, closed_at);`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE profiles.closed_hit, profiles.rescreening_task, profiles.rescreening, profiles.screened_subject');
  }
}
