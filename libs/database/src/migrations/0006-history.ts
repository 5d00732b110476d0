import type { MigrationInterface, QueryRunner } from 'typeorm';

export class History1763600000006 implements MigrationInterface {
  name = 'History1763600000006';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE profiles.load
        ADD COLUMN purpose text NOT NULL DEFAULT 'client' CHECK (purpose IN ('client', 'refresh')),
        ADD COLUMN failed_sources text[] NOT NULL DEFAULT '{}';
      CREATE INDEX load_closed ON profiles.load (tax_id, doc_type, closed_at);

      -- A request for what the same corporation is loading already waits for that load and changes nothing.
      ALTER TABLE profiles.load_request ADD COLUMN months integer CHECK (months BETWEEN 1 AND 12);
      ALTER TABLE profiles.load_item ADD COLUMN joins boolean NOT NULL DEFAULT false;

      ALTER TABLE profiles.source_answer
        ALTER COLUMN outcome DROP NOT NULL,
        ALTER COLUMN observed_at DROP NOT NULL,
        ADD COLUMN answered_at timestamptz,
        ADD COLUMN complete boolean NOT NULL DEFAULT true,
        ADD COLUMN failure text,
        ADD COLUMN refresh_at timestamptz;
      UPDATE profiles.source_answer SET answered_at = observed_at;
      ALTER TABLE profiles.source_answer
        ADD CONSTRAINT answer_or_failure CHECK (outcome IS NOT NULL OR failure IS NOT NULL),
        ADD CONSTRAINT answer_is_dated CHECK ((outcome IS NULL) = (answered_at IS NULL));
      CREATE INDEX source_answer_refresh ON profiles.source_answer (refresh_at) WHERE refresh_at IS NOT NULL;

      ALTER TABLE profiles.profile ALTER COLUMN estado DROP NOT NULL, ADD COLUMN revision bigint NOT NULL DEFAULT 1;

      CREATE TABLE profiles.section_version (
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        section text NOT NULL,
        valid_from timestamptz NOT NULL DEFAULT clock_timestamp(),
        content_hash bytea NOT NULL,
        fragment_v1 text NOT NULL,
        fragment_v2 text NOT NULL,
        provenance jsonb NOT NULL,
        PRIMARY KEY (tax_id, doc_type, section, valid_from)
      );

      CREATE TABLE profiles.section_change (
        id bigint GENERATED ALWAYS AS IDENTITY,
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        section text NOT NULL,
        field text NOT NULL,
        before jsonb,
        after jsonb,
        source text,
        PRIMARY KEY (tax_id, doc_type, changed_at, id)
      );

      ALTER TABLE billing.contract ADD COLUMN excluded_sections text[] NOT NULL DEFAULT '{}';
      ALTER TABLE billing.access ADD COLUMN withheld_sections text[] NOT NULL DEFAULT '{}';

      CREATE INDEX access_document ON billing.access (tax_id, doc_type);

      -- When a corporation could read a profile: what the platform knew at other times is none of its business.
      CREATE TABLE billing.access_period (
        corporation_id uuid NOT NULL,
        tax_id text NOT NULL,
        doc_type text NOT NULL,
        opened_at timestamptz NOT NULL DEFAULT now(),
        ends_at timestamptz,
        PRIMARY KEY (corporation_id, tax_id, doc_type, opened_at)
      );

      GRANT SELECT ON profiles.section_version, profiles.section_change TO vigia_gateway, vigia_dispatcher;
      GRANT SELECT ON billing.access_period TO vigia_gateway, vigia_loader, vigia_dispatcher;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE billing.access_period;
      DROP INDEX billing.access_document;
      ALTER TABLE billing.access DROP COLUMN withheld_sections;
      ALTER TABLE billing.contract DROP COLUMN excluded_sections;
      DROP TABLE profiles.section_change, profiles.section_version;
      DELETE FROM profiles.profile WHERE estado IS NULL;
      ALTER TABLE profiles.profile DROP COLUMN revision, ALTER COLUMN estado SET NOT NULL;
      DELETE FROM profiles.source_answer WHERE outcome IS NULL;
      ALTER TABLE profiles.source_answer DROP CONSTRAINT answer_or_failure, DROP CONSTRAINT answer_is_dated,
        DROP COLUMN answered_at, DROP COLUMN complete, DROP COLUMN failure, DROP COLUMN refresh_at,
        ALTER COLUMN outcome SET NOT NULL, ALTER COLUMN observed_at SET NOT NULL;
      ALTER TABLE profiles.load_item DROP COLUMN joins;
      ALTER TABLE profiles.load_request DROP COLUMN months;
      DROP INDEX profiles.load_closed;
      ALTER TABLE profiles.load DROP COLUMN purpose, DROP COLUMN failed_sources;`);
  }
}
