import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Profiles1763600000004 implements MigrationInterface {
  name = 'Profiles1763600000004';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE profiles.load (
        id uuid PRIMARY KEY,
        doc_type text NOT NULL CHECK (doc_type IN ('RUC', 'DNI', 'CE')),
        tax_id text NOT NULL,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
        estado text CHECK (estado IN ('succeeded', 'partial', 'failed')),
        correlation_id text NOT NULL,
        trace_parent text,
        opened_at timestamptz NOT NULL DEFAULT now(),
        deadline_at timestamptz NOT NULL,
        closed_at timestamptz,
        CHECK ((state = 'closed') = (estado IS NOT NULL))
      );
      CREATE UNIQUE INDEX load_one_open ON profiles.load (tax_id, doc_type) WHERE state = 'open';

      CREATE TABLE profiles.task (
        load_id uuid NOT NULL REFERENCES profiles.load,
        source text NOT NULL,
        state text NOT NULL CHECK (state IN ('waiting', 'pending', 'data', 'empty', 'not_contracted', 'unknown_taxpayer', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        dispatches integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        deadline_at timestamptz NOT NULL,
        failure text,
        closed_at timestamptz,
        PRIMARY KEY (load_id, source)
      );
      CREATE INDEX task_due ON profiles.task (due_at) WHERE state = 'pending';
      CREATE INDEX task_deadline ON profiles.task (deadline_at) WHERE state IN ('waiting', 'pending');

      CREATE TABLE profiles.load_request (
        id uuid PRIMARY KEY,
        corporation_id uuid NOT NULL,
        doc_type text NOT NULL,
        mode text NOT NULL CHECK (mode IN ('monitoring', 'query')),
        state text NOT NULL CHECK (state IN ('loading', 'settling', 'finished')),
        open_items integer NOT NULL CHECK (open_items >= 0),
        notice_to text,
        correlation_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CHECK (state = 'loading' OR open_items = 0)
      );

      CREATE TABLE profiles.load_item (
        request_id uuid NOT NULL REFERENCES profiles.load_request,
        tax_id text NOT NULL,
        state text NOT NULL CHECK (state IN ('loading', 'loaded', 'skipped', 'failed')),
        reason text,
        load_id uuid REFERENCES profiles.load,
        PRIMARY KEY (request_id, tax_id)
      );
      CREATE INDEX load_item_load ON profiles.load_item (load_id);

      CREATE TABLE profiles.source_answer (
        doc_type text NOT NULL,
        tax_id text NOT NULL,
        source text NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('data', 'empty', 'not_contracted')),
        answer jsonb,
        source_version text,
        observed_at timestamptz NOT NULL,
        PRIMARY KEY (tax_id, doc_type, source)
      );

      CREATE TABLE profiles.profile (
        doc_type text NOT NULL,
        tax_id text NOT NULL,
        estado text NOT NULL CHECK (estado IN ('succeeded', 'partial', 'failed')),
        failed_sources text[] NOT NULL,
        fragments_v1 text[] NOT NULL,
        fragments_v2 text[] NOT NULL,
        load_id uuid NOT NULL REFERENCES profiles.load,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tax_id, doc_type)
      );

      CREATE TABLE profiles.outbox (
        id uuid PRIMARY KEY,
        message text NOT NULL,
        payload jsonb NOT NULL,
        correlation_id text NOT NULL,
        trace_parent text,
        dispatches integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX outbox_due ON profiles.outbox (due_at);

      GRANT SELECT ON profiles.load, profiles.task, profiles.load_request, profiles.load_item, profiles.profile, profiles.source_answer
        TO vigia_gateway, vigia_dispatcher;
      GRANT SELECT ON profiles.load_request TO vigia_billing;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE profiles.outbox, profiles.profile, profiles.source_answer, profiles.load_item,
      profiles.load_request, profiles.task, profiles.load`);
  }
}
