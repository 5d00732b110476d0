import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row per corporation and document, holding what that corporation may see: to be searched, filtered and sorted by index. */
export class Portfolio1763600000030 implements MigrationInterface {
  name = 'Portfolio1763600000030';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE EXTENSION IF NOT EXISTS btree_gin; CREATE EXTENSION IF NOT EXISTS pg_trgm;');
    await db.query(tables);
    await db.query(facts);
    await db.query(source);
    await db.query(views);
    await db.query(`
      GRANT SELECT ON billing.readable_period TO vigia_loader;
      GRANT SELECT ON profiles.listed_profile, profiles.portfolio_history, profiles.alert_move TO vigia_gateway;`);
    await db.query(fill);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE SELECT ON billing.readable_period FROM vigia_loader;
      DROP VIEW profiles.listed_profile, profiles.portfolio_history, profiles.alert_move;
      DROP FUNCTION profiles.portfolio_source, profiles.portfolio_facts, profiles.portfolio_words;
      DROP TABLE profiles.portfolio_entry, profiles.portfolio_move, profiles.portfolio_day, profiles.portfolio_check;`);
  }
}

const tables = `
  CREATE TABLE profiles.portfolio_entry (
    corporation_id uuid NOT NULL,
    tax_id text NOT NULL,
    doc_type text NOT NULL,
    standing text NOT NULL CHECK (standing IN ('loading', 'active', 'expired', 'ended', 'failed')),
    mode text NOT NULL CHECK (mode IN ('monitoring', 'query')),
    expires_at timestamptz NOT NULL,
    withheld text[] NOT NULL,
    estado text NOT NULL CHECK (estado IN ('loading', 'succeeded', 'partial', 'failed')),
    failed_sources smallint NOT NULL,
    name text NOT NULL,
    search text NOT NULL,
    taxpayer_code text,
    taxpayer_state text,
    taxpayer_condition text,
    alert smallint NOT NULL CHECK (alert BETWEEN 0 AND 5),
    alert_code text,
    alert_points smallint,
    alert_max smallint,
    alert_modules smallint,
    light_rank smallint NOT NULL CHECK (light_rank BETWEEN 0 AND 5),
    light_code text,
    light smallint,
    compliance smallint NOT NULL CHECK (compliance BETWEEN 0 AND 3),
    compliance_code text,
    hits smallint,
    debt_code text,
    rating smallint NOT NULL CHECK (rating BETWEEN 0 AND 5),
    exposure_cents bigint,
    concursal boolean,
    loaded_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    partial_since timestamptz,
    PRIMARY KEY (corporation_id, tax_id, doc_type)
  -- A refresh without news changes no indexed column, and finds room on the page of the row.
  ) WITH (fillfactor = 85);
  CREATE INDEX portfolio_entry_document ON profiles.portfolio_entry (tax_id, doc_type);
  CREATE INDEX portfolio_entry_alert ON profiles.portfolio_entry (corporation_id, alert, tax_id, doc_type);
  CREATE INDEX portfolio_entry_name ON profiles.portfolio_entry (corporation_id, name, tax_id, doc_type);
  CREATE INDEX portfolio_entry_expires ON profiles.portfolio_entry (corporation_id, expires_at, tax_id, doc_type);
  CREATE INDEX portfolio_entry_changed ON profiles.portfolio_entry (corporation_id, changed_at, tax_id, doc_type);
  CREATE INDEX portfolio_entry_search ON profiles.portfolio_entry USING gin (corporation_id, search gin_trgm_ops);

  CREATE TABLE profiles.portfolio_move (
    corporation_id uuid NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT now(),
    tax_id text NOT NULL,
    doc_type text NOT NULL,
    from_alert smallint NOT NULL,
    to_alert smallint NOT NULL CHECK (to_alert <> from_alert),
    PRIMARY KEY (corporation_id, moved_at, tax_id, doc_type)
  );

  CREATE TABLE profiles.portfolio_day (
    corporation_id uuid NOT NULL,
    day date NOT NULL,
    -- How many profiles are in each class, from 0 up.
    alert integer[] NOT NULL CHECK (cardinality(alert) = 6),
    compliance integer[] NOT NULL CHECK (cardinality(compliance) = 4),
    exposure_cents bigint NOT NULL,
    PRIMARY KEY (corporation_id, day)
  );

  -- When the entries of a corporation are compared with their sources next, and how many differed the last time.
  CREATE TABLE profiles.portfolio_check (
    corporation_id uuid PRIMARY KEY,
    due_at timestamptz NOT NULL DEFAULT now(),
    checked_at timestamptz,
    drifts integer NOT NULL DEFAULT 0
  );
  CREATE INDEX portfolio_check_due ON profiles.portfolio_check (due_at);`;

/** What a list shows of a profile. Ranks rise from harmless to grave; 0 is what nobody could classify. */
export const facts = `
  CREATE FUNCTION profiles.portfolio_words(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN btrim(regexp_replace(regexp_replace(lower(normalize(name, NFKD)), '[\\u0300-\\u036f.''’]', '', 'g'), '[^a-z0-9]+', ' ', 'g'));

  CREATE FUNCTION profiles.portfolio_facts(fragments text[], withheld text[], missing text)
    RETURNS TABLE (name text, search text, taxpayer_code text, taxpayer_state text, taxpayer_condition text,
      alert smallint, alert_code text, alert_points smallint, alert_max smallint, alert_modules smallint,
      light_rank smallint, light_code text, light smallint, compliance smallint, compliance_code text,
      debt_code text, rating smallint, exposure_cents bigint, concursal boolean)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1 AS $$
    WITH shown AS MATERIALIZED (
      SELECT ('{' || array_to_string(array_agg(CASE
          WHEN section = ANY(withheld) THEN to_json(section) || ':{"statusCode":"SH30","data":{}}'
          ELSE coalesce(fragments[place], to_json(section) || ':{"statusCode":' || coalesce(to_json(missing)::text, 'null') || ',"data":{}}') END), ',') || '}')::jsonb AS s
      FROM (VALUES (1, 'identificacion'), (2, 'finanzas'), (7, 'judicial'), (8, 'alerta_servicio'), (9, 'alerta_tercero'),
        (10, 'alerta_compliance')) AS listed (place, section)
    ), valued AS MATERIALIZED (
      SELECT s, left(coalesce(s#>>'{identificacion,data,razon_social}', ''), 300) AS name, s->'alerta_servicio'->'data' AS score,
        (s#>>'{alerta_tercero,data,semaforo_actual}')::smallint AS light FROM shown)
    SELECT name, profiles.portfolio_words(name),
      s#>>'{identificacion,statusCode}', s#>>'{identificacion,data,estado_contribuyente}', s#>>'{identificacion,data,condicion_contribuyente}',
      coalesce(array_position(ARRAY['Sin alerta', 'Alerta baja', 'Alerta media', 'Alerta alta', 'Alerta crítica'], score->>'clasificacion'), 0)::smallint,
      s#>>'{alerta_servicio,statusCode}', (score->>'puntaje_total')::numeric::smallint, (score->>'puntaje_maximo')::numeric::smallint,
      jsonb_array_length(score->'modulos_incluidos')::smallint,
      -- By its worst colour: white 1, green 2, gray 3, yellow 4, red 5.
      (CASE WHEN light IN (1, 6, 7, 8, 10, 12, 16) THEN 5 WHEN light IN (2, 9, 11, 13, 17) THEN 4 WHEN light IN (3, 14) THEN 3
        WHEN light = 4 THEN 2 WHEN light = 15 THEN 1 ELSE 0 END)::smallint,
      s#>>'{alerta_tercero,statusCode}', light,
      coalesce(array_position(ARRAY['Alerta Baja', 'Alerta Media', 'Alerta Alta'], s#>>'{alerta_compliance,data,nivel}'), 0)::smallint,
      s#>>'{alerta_compliance,statusCode}', s#>>'{finanzas,statusCode}',
      coalesce(array_position(ARRAY['NOR', 'CPP', 'DEF', 'DUD', 'PER'], s#>>'{finanzas,data,peor_calificacion,calificacion}'), 0)::smallint,
      round((s#>>'{finanzas,data,situacion,actual,exposicion_total}')::numeric * 100)::bigint,
      (s#>>'{judicial,data,boletin_concursal}')::boolean
    FROM valued
  $$;`;

/**
 * The entry of one document, computed from the access and the profile. What had ended is shown as it was at its end; a query that is over,
 * a first load that runs and one that failed show nothing.
 */
export const source = `
  CREATE FUNCTION profiles.portfolio_source(corporation uuid, number text, kind text)
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
      SELECT profile.estado, profile.failed_sources, fragments_v2 AS fragments, load.closed_at AS loaded_at,
        (SELECT jsonb_array_length(answer->'coincidencias')::smallint FROM profiles.source_answer
          WHERE source_answer.tax_id = number AND source_answer.doc_type = kind AND source = 'listas_compliance' AND answer IS NOT NULL) AS hits
      FROM profiles.profile LEFT JOIN profiles.load ON load.id = load_id
      WHERE access.state = 'active' AND profile.tax_id = number AND profile.doc_type = kind
      UNION ALL
      SELECT ended.estado, ended.failed_sources, ARRAY(
          SELECT (SELECT fragment_v2 FROM profiles.section_version AS version
            WHERE version.tax_id = number AND version.doc_type = kind AND version.section = wanted.section AND version.valid_from < past.at
            ORDER BY version.valid_from DESC LIMIT 1)
          FROM unnest(ARRAY['identificacion', 'finanzas', 'legal', 'boletin', 'comercio_exterior', 'laboral', 'judicial', 'alerta_servicio',
            'alerta_tercero', 'alerta_compliance']) WITH ORDINALITY AS wanted (section, place) ORDER BY place), ended.closed_at, NULL
      FROM (SELECT period.ends_at AS at FROM billing.readable_period AS period
          WHERE seen.is_past AND period.corporation_id = corporation AND period.tax_id = number AND period.doc_type = kind
          ORDER BY opened_at DESC LIMIT 1) AS past
      LEFT JOIN LATERAL (SELECT load.estado, load.failed_sources, load.closed_at FROM profiles.load
          WHERE load.tax_id = number AND load.doc_type = kind AND load.closed_at < past.at ORDER BY load.closed_at DESC LIMIT 1) AS ended ON true
    ) AS read ON true
    CROSS JOIN LATERAL profiles.portfolio_facts(read.fragments, seen.withheld,
      CASE seen.standing WHEN 'failed' THEN 'SH50' WHEN 'ended' THEN NULL ELSE 'SH20' END) AS facts
    WHERE access.corporation_id = corporation AND access.tax_id = number AND access.doc_type = kind
  $$;`;

const views = `
  CREATE VIEW profiles.listed_profile AS
    SELECT corporation_id, tax_id, doc_type,
      CASE WHEN standing = 'active' AND expires_at <= public.business_now() THEN CASE mode WHEN 'query' THEN 'ended' ELSE 'expired' END ELSE standing END AS standing,
      mode, expires_at, estado, failed_sources, name, search, taxpayer_code, taxpayer_state, taxpayer_condition,
      alert, alert_code, alert_points, alert_max, alert_modules, light_rank, light_code, light, compliance, compliance_code, hits,
      debt_code, rating, exposure_cents, concursal, loaded_at, changed_at, partial_since
    FROM profiles.portfolio_entry;
  COMMENT ON VIEW profiles.listed_profile IS
    'One profile as a corporation may see it in its portfolio, with standing as it is at business_now(). Sections that its plan leaves out are null under the code SH30. The facts of a query that has just ended may still be there: where standing is ended a reader shows none of them and filters by none.';

  CREATE VIEW profiles.portfolio_history AS
    SELECT corporation_id, day, alert, compliance, exposure_cents FROM profiles.portfolio_day;
  COMMENT ON VIEW profiles.portfolio_history IS
    'How many profiles a corporation could read on a day in Lima, by class of alert (0 to 5) and of compliance (0 to 3), and their exposure together.';

  CREATE VIEW profiles.alert_move AS
    SELECT corporation_id, moved_at, tax_id, doc_type, from_alert, to_alert FROM profiles.portfolio_move;
  COMMENT ON VIEW profiles.alert_move IS
    'A profile of a portfolio whose class of alert changed from one that the corporation had seen to another.';`;

/** Compared once more after ten minutes: until they are replaced, replicas of the version before close loads without telling. */
const fill = `
  INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, standing, mode, expires_at, withheld, estado, failed_sources,
    name, search, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
    light_rank, light_code, light, compliance, compliance_code, debt_code, rating, exposure_cents, concursal, hits, loaded_at,
    changed_at, partial_since)
  SELECT corporation_id, tax_id, doc_type, source.*, greatest(source.loaded_at, '2000-01-01'), CASE source.estado WHEN 'partial' THEN source.loaded_at END
  FROM billing.access CROSS JOIN LATERAL profiles.portfolio_source(corporation_id, tax_id, doc_type) AS source;
  INSERT INTO profiles.portfolio_check (corporation_id, due_at) SELECT DISTINCT corporation_id, now() + interval '10 minutes' FROM profiles.portfolio_entry;`;
