import type { MigrationInterface, QueryRunner } from 'typeorm';
import { past as pastBefore, source as sourceBefore } from './0059-cheaper-entries.js';

const batch = 1_000;

/** An entry says when its document was last loaded for its corporation, and nothing of loads that others asked for. */
export class LoadedForWhom1763600000086 implements MigrationInterface {
  name = 'LoadedForWhom1763600000086';
  // Entries are written in pieces, each of which locks its own for a moment.
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query([loaded, past, source].join(';'));
    let last: Key | undefined = { corporationId: '00000000-0000-0000-0000-000000000000', taxId: '', docType: '' };
    while (last) last = ((await db.query(fill, [last.corporationId, last.taxId, last.docType])) as Key[])[0];
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query([pastBefore.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'), sourceBefore].join(''));
    await db.query('DROP FUNCTION profiles.portfolio_loaded');
  }
}

interface Key {
  corporationId: string;
  taxId: string;
  docType: string;
}

/**
 * The last load before a moment that the corporation asked for, or that was a refresh while it monitored. Where what was stored was fresh enough for its
 * request, that had no load, and its own moment counts: no earlier load is looked at, however many others have had. The requests of a load are looked up
 * from its items: an EXISTS would have PostgreSQL gather those of the whole corporation first.
 */
export const loaded = `
  CREATE OR REPLACE FUNCTION profiles.portfolio_loaded(corporation uuid, number text, kind text, before timestamptz)
    RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
    DECLARE
      asked_at timestamptz := (
        SELECT max(request.created_at) FROM billing.readable_period AS period JOIN profiles.load_request AS request ON request.id = period.request_id
        WHERE period.corporation_id = corporation AND period.tax_id = number AND period.doc_type = kind);
    BEGIN
      RETURN coalesce((
        SELECT load.closed_at FROM profiles.load
        WHERE load.tax_id = number AND load.doc_type = kind AND load.closed_at < before AND load.closed_at > coalesce(asked_at, '-infinity')
          AND (load.purpose = 'refresh' AND EXISTS (
            SELECT FROM billing.readable_period AS period LEFT JOIN profiles.load_request AS request ON request.id = period.request_id
            WHERE period.corporation_id = corporation AND period.tax_id = number AND period.doc_type = kind
              AND period.opened_at <= load.closed_at AND (period.ends_at IS NULL OR period.ends_at > load.closed_at)
              AND request.mode IS DISTINCT FROM 'query')
          OR (SELECT true FROM profiles.load_item AS item
            WHERE item.load_id = load.id AND (SELECT corporation_id FROM profiles.load_request WHERE id = item.request_id) = corporation LIMIT 1))
        ORDER BY load.closed_at DESC LIMIT 1), asked_at);
    END $$`;

const past = `
  CREATE OR REPLACE FUNCTION profiles.portfolio_past(corporation uuid, number text, kind text)
    RETURNS TABLE (estado text, failed_sources text[], fragments text[], loaded_at timestamptz)
    LANGUAGE plpgsql STABLE ROWS 1 AS $$
    BEGIN
      RETURN QUERY
      SELECT ended.estado, ended.failed_sources, ARRAY(
          SELECT (SELECT fragment_v2 FROM profiles.section_version AS version
            WHERE version.tax_id = number AND version.doc_type = kind AND version.section = wanted.section AND version.valid_from < past.at
            ORDER BY version.valid_from DESC LIMIT 1)
          FROM unnest(ARRAY['identificacion', 'finanzas', 'legal', 'boletin', 'comercio_exterior', 'laboral', 'judicial', 'alerta_servicio',
            'alerta_tercero', 'alerta_compliance']) WITH ORDINALITY AS wanted (section, place) ORDER BY place),
        profiles.portfolio_loaded(corporation, number, kind, past.at)
      FROM (SELECT period.ends_at AS at FROM billing.readable_period AS period
          WHERE period.corporation_id = corporation AND period.tax_id = number AND period.doc_type = kind
          ORDER BY opened_at DESC LIMIT 1) AS past
      LEFT JOIN LATERAL (SELECT load.estado, load.failed_sources FROM profiles.load
          WHERE load.tax_id = number AND load.doc_type = kind AND load.closed_at < past.at ORDER BY load.closed_at DESC LIMIT 1) AS ended ON true;
    END $$`;

export const source = `
  CREATE OR REPLACE FUNCTION profiles.portfolio_source(corporation uuid, number text, kind text)
    RETURNS TABLE (standing text, mode text, expires_at timestamptz, withheld text[], estado text, failed_sources smallint,
      name text, search text, taxpayer_code text, taxpayer_state text, taxpayer_condition text,
      alert smallint, alert_code text, alert_points smallint, alert_max smallint, alert_modules smallint,
      light_rank smallint, light_code text, light smallint, compliance smallint, compliance_code text,
      debt_code text, rating smallint, exposure_cents bigint, concursal boolean, hits smallint, loaded_at timestamptz)
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT seen.standing, access.mode, coalesce(access.expires_at, 'infinity'), seen.withheld,
      CASE WHEN access.state = 'pending' OR access.state = 'active' AND EXISTS (
          SELECT FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = item.request_id
          WHERE item.tax_id = number AND item.state = 'loading' AND request.corporation_id = corporation AND request.doc_type IS NULL)
        THEN 'loading' WHEN seen.standing = 'failed' THEN 'failed' ELSE coalesce(read.estado, 'loading') END,
      coalesce(cardinality(read.failed_sources), 0)::smallint,
      facts.*, CASE WHEN facts.compliance_code = 'SH10' THEN read.hits END, coalesce(read.loaded_at, '-infinity')
    FROM billing.current_access AS access
    CROSS JOIN LATERAL (
      SELECT CASE state WHEN 'pending' THEN 'loading' WHEN 'expired' THEN CASE mode WHEN 'query' THEN 'ended' ELSE state END ELSE state END AS standing,
        CASE WHEN state = 'expired' AND mode = 'query' THEN '{}' ELSE withheld_sections END AS withheld,
        state = 'expired' AND mode = 'monitoring' OR state = 'pending' AND ended_mode IS NOT DISTINCT FROM 'monitoring' AS is_past) AS seen
    LEFT JOIN LATERAL (
      SELECT profile.estado, profile.failed_sources, fragments_v2 AS fragments,
        profiles.portfolio_loaded(corporation, number, kind, 'infinity') AS loaded_at,
        (SELECT jsonb_array_length(answer->'coincidencias')::smallint FROM profiles.source_answer
          WHERE source_answer.tax_id = number AND source_answer.doc_type = kind AND source = 'listas_compliance' AND answer IS NOT NULL) AS hits
      FROM profiles.profile WHERE access.state = 'active' AND profile.tax_id = number AND profile.doc_type = kind
      UNION ALL
      SELECT past.estado, past.failed_sources, past.fragments, past.loaded_at, NULL FROM profiles.portfolio_past(corporation, number, kind) AS past WHERE seen.is_past
    ) AS read ON true
    CROSS JOIN LATERAL profiles.portfolio_facts(read.fragments, seen.withheld,
      CASE seen.standing WHEN 'failed' THEN 'SH50' WHEN 'ended' THEN NULL ELSE 'SH20' END) AS facts
    WHERE access.corporation_id = corporation AND access.tax_id = number AND access.doc_type = kind
  $$`;

/** By the key, so that entries are read once; one that a load writes meanwhile is right already. Answers the last one that it looked at. */
const fill = `
  WITH listed AS MATERIALIZED (
    SELECT corporation_id, tax_id, doc_type, standing, loaded_at FROM profiles.portfolio_entry
    WHERE (corporation_id, tax_id, doc_type) > ($1, $2, $3) ORDER BY corporation_id, tax_id, doc_type LIMIT ${batch}
  ), told AS MATERIALIZED (
    SELECT corporation_id, tax_id, doc_type, listed.loaded_at AS was, coalesce(CASE standing
        WHEN 'active' THEN profiles.portfolio_loaded(corporation_id, tax_id, doc_type, 'infinity')
        ELSE (SELECT past.loaded_at FROM profiles.portfolio_past(corporation_id, tax_id, doc_type) AS past) END, '-infinity') AS "is"
    FROM listed WHERE standing IN ('active', 'expired')
  ), written AS (
    UPDATE profiles.portfolio_entry AS entry SET loaded_at = told."is" FROM told
    WHERE (entry.corporation_id, entry.tax_id, entry.doc_type) = (told.corporation_id, told.tax_id, told.doc_type)
      AND entry.loaded_at = told.was AND told.was <> told."is"
  )
  SELECT corporation_id AS "corporationId", tax_id AS "taxId", doc_type AS "docType" FROM listed
  ORDER BY corporation_id DESC, tax_id DESC, doc_type DESC LIMIT 1`;
