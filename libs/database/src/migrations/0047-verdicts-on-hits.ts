import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people decide about hits of the screening. */
export class VerdictsOnHits1763600000047 implements MigrationInterface {
  name = 'VerdictsOnHits1763600000047';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Only added to: the last one about a hit counts, and earlier ones say who thought otherwise.
      CREATE TABLE profiles.hit_decision (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        doc_type text NOT NULL,
        tax_id text NOT NULL,
        list text NOT NULL,
        entity_id text NOT NULL,
        -- Whom of the profile it was about, as it was named then.
        asked_name text NOT NULL,
        -- A hash of what the entry said then: once it says something else, the decision holds no more.
        fingerprint text NOT NULL,
        verdict text NOT NULL CHECK (verdict IN ('dismissed', 'confirmed')),
        reason text NOT NULL,
        decided_by text NOT NULL,
        decided_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX hit_decision_document ON profiles.hit_decision (tax_id, doc_type, list, entity_id, asked_name, id DESC);
      CREATE INDEX source_answer_hits ON profiles.source_answer (tax_id, doc_type)
        WHERE source = 'listas_compliance' AND jsonb_array_length(answer->'coincidencias') > 0;`);
    await db.query(`
      CREATE OR REPLACE VIEW profiles.screening_list AS
        ${invented}
        UNION ALL SELECT dataset, coalesce(label, version::text),
          CASE WHEN dataset LIKE 'oece%' OR dataset = 'world_bank' THEN 'inhabilitacion' ELSE 'sancion' END, switched_at, rows
        FROM registry.current_version WHERE kind IN ('list', 'sanctioned')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE OR REPLACE VIEW profiles.screening_list AS ${invented}`);
    await db.query('DROP INDEX profiles.source_answer_hits; DROP TABLE profiles.hit_decision');
  }
}

const invented = `SELECT name, version, topic, imported_at, (SELECT count(*)::int FROM profiles.list_entity WHERE list = list.name) AS entities
  FROM profiles.list`;
