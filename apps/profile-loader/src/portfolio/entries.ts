import type { Document } from '@vigia/contracts';
import { sql, taxIdsIn, type Transaction } from '@vigia/database';

/** The facts whose change is news to the corporation. */
const facts = sql`name, search, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
  light_rank, light_code, light, compliance, compliance_code, debt_code, rating, exposure_cents, concursal`;
const factsOf = (row: 'entry' | 'fresh' | 'excluded') => sql`${row}.name, ${row}.search, ${row}.taxpayer_code, ${row}.taxpayer_state,
  ${row}.taxpayer_condition, ${row}.alert, ${row}.alert_code, ${row}.alert_points, ${row}.alert_max, ${row}.alert_modules, ${row}.light_rank,
  ${row}.light_code, ${row}.light, ${row}.compliance, ${row}.compliance_code, ${row}.debt_code, ${row}.rating, ${row}.exposure_cents,
  ${row}.concursal`;

const asked = sql`jsonb_to_recordset($2::jsonb) AS asked ("docType" text, "taxId" text)`;

/** A change of class from one that the corporation has seen. */
const moves = (changed: 'kept' | 'renewed') => sql`
  INSERT INTO profiles.portfolio_move (corporation_id, tax_id, doc_type, from_alert, to_alert)
  SELECT corporation_id, tax_id, doc_type, was, "is" FROM ${changed}
  WHERE was <> "is" AND was_code IN ('SH10', 'SH11') AND is_code IN ('SH10', 'SH11') ON CONFLICT DO NOTHING`;
const moved = sql`old.alert AS was, new.alert AS "is", old.alert_code AS was_code, new.alert_code AS is_code`;

/**
 * The documents of an accepted request: its corporation, its mode, a JSON of its documents. An ended monitoring stays visible until its
 * document is loaded; other documents have nothing to show.
 */
export const beginEntries = (corporationId: string, mode: string, documents: string) => sql`
  INSERT INTO profiles.portfolio_entry AS entry (corporation_id, tax_id, doc_type, mode)
  SELECT ${corporationId}, "taxId", "docType", ${mode} FROM jsonb_to_recordset(${documents}::jsonb) AS admitted ("docType" text, "taxId" text)
  ORDER BY "taxId"
  ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE SET standing = 'loading', mode = excluded.mode, expires_at = 'infinity',
    estado = 'loading', (${facts}) = (
      SELECT ${factsOf('entry')} WHERE entry.mode = 'monitoring' UNION ALL SELECT ${factsOf('excluded')} WHERE entry.mode <> 'monitoring')
  WHERE entry.standing <> 'loading' AND (entry.standing <> 'active' OR entry.expires_at <= public.business_now())`;

/** Profiles that the corporation has asked to load again, locked in the order in which ending requests write them. */
export function refreshEntries(tx: Transaction, corporationId: string, documents: Document[]): void {
  if (documents.length === 0) return;
  tx.send(
    sql`WITH locked AS MATERIALIZED (
       SELECT entry.tax_id, entry.doc_type FROM (SELECT * FROM ${asked} ORDER BY "taxId", "docType") AS asked
         CROSS JOIN LATERAL (SELECT tax_id, doc_type FROM profiles.portfolio_entry
           WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND standing = 'active' LIMIT 1 FOR NO KEY UPDATE) AS entry)
     UPDATE profiles.portfolio_entry AS entry SET estado = 'loading' FROM locked
     WHERE corporation_id = $1 AND entry.tax_id = locked.tax_id AND entry.doc_type = locked.doc_type AND entry.tax_id = ${taxIdsIn('$2')}`,
    [corporationId, JSON.stringify(documents)],
  );
}

/**
 * Writes what a closing load, or a verdict on a hit, changes for everybody who may read the profile now; an entry whose end has passed
 * keeps what it shows. The row of the profile is locked and has its new sections. If nothing differs, at most the time of the load is
 * written, which is in no index.
 */
export function renewEntries(tx: Transaction, { taxId, docType }: Document): void {
  tx.send(
    sql`WITH fresh AS MATERIALIZED (
       SELECT entry.corporation_id, profile.estado, cardinality(profile.failed_sources) AS failed_sources, facts.*,
         coalesce(profiles.portfolio_loaded(entry.corporation_id, $1, $2, 'infinity'), '-infinity') AS loaded_at,
         CASE facts.compliance_code WHEN 'SH10' THEN (SELECT jsonb_array_length(answer->'coincidencias') FROM profiles.source_answer
           WHERE source_answer.tax_id = $1 AND source_answer.doc_type = $2 AND source = 'listas_compliance' AND answer IS NOT NULL) END AS hits
       FROM profiles.portfolio_entry AS entry JOIN profiles.profile USING (tax_id, doc_type)
         CROSS JOIN LATERAL profiles.portfolio_facts(fragments_v2, entry.withheld, 'SH20') AS facts
       WHERE tax_id = $1 AND doc_type = $2 AND entry.standing = 'active' AND entry.expires_at > public.business_now()
       ORDER BY entry.corporation_id
     ), renewed AS (
       UPDATE profiles.portfolio_entry AS entry SET (${facts}) = ROW (${factsOf('fresh')}), hits = fresh.hits, loaded_at = fresh.loaded_at,
         estado = fresh.estado, failed_sources = fresh.failed_sources,
         partial_since = CASE fresh.estado WHEN 'partial' THEN coalesce(entry.partial_since, now()) END,
         changed_at = CASE WHEN (${factsOf('entry')}, entry.hits) IS DISTINCT FROM (${factsOf('fresh')}, fresh.hits) THEN now() ELSE entry.changed_at END
       FROM fresh WHERE entry.corporation_id = fresh.corporation_id AND entry.tax_id = $1 AND entry.doc_type = $2
       RETURNING entry.corporation_id, entry.tax_id, entry.doc_type, ${moved})
     ${moves('renewed')}`,
    [taxId, docType],
  );
}

/**
 * Writes what the entries of some documents should be, derived from their accesses and profiles, where it differs. The rows of the profiles
 * and entries are locked first, for two reasons. A load that closes meanwhile must come after this, so that older data does not overwrite
 * its data. And if two transactions do this, the second must see what the first wrote.
 */
export function keepEntries(tx: Transaction, corporationId: string, documents: Document[]): void {
  lockEntries(tx, corporationId, documents);
  tx.send(keep, [corporationId, JSON.stringify(documents)]);
}

/** Does the same, and returns the documents whose entries it wrote. */
export function healEntries(tx: Transaction, corporationId: string, documents: Document[]): Promise<Document[]> {
  lockEntries(tx, corporationId, documents);
  return tx.rows<Document>(keep, [corporationId, JSON.stringify(documents)]);
}

/**
 * Looks up each document by its key: with a free join, PostgreSQL would read every profile and every access of the corporation for a few
 * documents.
 */
function lockEntries(tx: Transaction, corporationId: string, documents: Document[]): void {
  tx.send(
    sql`SELECT count(*) FROM (SELECT * FROM ${asked} ORDER BY "taxId", "docType") AS asked
     LEFT JOIN LATERAL (SELECT FROM profiles.profile WHERE tax_id = "taxId" AND doc_type = "docType" LIMIT 1 FOR SHARE) AS profile ON true
     LEFT JOIN LATERAL (SELECT FROM profiles.portfolio_entry
       WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" LIMIT 1 FOR NO KEY UPDATE) AS entry ON true`,
    [corporationId, JSON.stringify(documents)],
  );
}

/** An ended access keeps its earlier number of hits, because only current answers can be counted. */
const hits = sql`CASE WHEN excluded.compliance_code = 'SH10' THEN coalesce(excluded.hits, entry.hits) END`;

/** Three o'clock in Lima, when the entries of a corporation are compared and counted. */
export const nextNight = sql`(((now() AT TIME ZONE 'America/Lima' - interval '3 hours')::date + 1 + time '03:00') AT TIME ZONE 'America/Lima')`;

const keep = sql`WITH checked AS (
   INSERT INTO profiles.portfolio_check (corporation_id, due_at) VALUES ($1, ${nextNight}) ON CONFLICT DO NOTHING
 ), kept AS (
   INSERT INTO profiles.portfolio_entry AS entry (corporation_id, tax_id, doc_type, standing, mode, expires_at, withheld, estado,
     failed_sources, ${facts}, hits, loaded_at, changed_at, partial_since)
   SELECT $1, "taxId", "docType", source.*, now(), CASE source.estado WHEN 'partial' THEN source.loaded_at END
   FROM ${asked} CROSS JOIN LATERAL (SELECT * FROM profiles.portfolio_source($1, "taxId", "docType") LIMIT 1) AS source
   ORDER BY "taxId", "docType"
   ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE SET standing = excluded.standing, mode = excluded.mode,
     expires_at = excluded.expires_at, withheld = excluded.withheld, estado = excluded.estado, failed_sources = excluded.failed_sources,
     (${facts}) = ROW (${factsOf('excluded')}), hits = ${hits}, loaded_at = excluded.loaded_at,
     partial_since = CASE excluded.estado WHEN 'partial' THEN coalesce(entry.partial_since, now()) END,
     changed_at = CASE WHEN (${factsOf('entry')}) IS DISTINCT FROM (${factsOf('excluded')}) THEN now() ELSE entry.changed_at END,
     access_changed_at = CASE WHEN entry.standing = 'active' AND (entry.mode, entry.expires_at) IS DISTINCT FROM (excluded.mode, excluded.expires_at)
       THEN now() ELSE entry.access_changed_at END
   WHERE (entry.standing, entry.mode, entry.expires_at, entry.withheld, entry.estado, entry.failed_sources, entry.hits, entry.loaded_at, ${factsOf('entry')})
     IS DISTINCT FROM (excluded.standing, excluded.mode, excluded.expires_at, excluded.withheld, excluded.estado, excluded.failed_sources,
       ${hits}, excluded.loaded_at, ${factsOf('excluded')})
   RETURNING entry.corporation_id, entry.tax_id, entry.doc_type, ${moved}
 ), noted AS (${moves('kept')})
 SELECT doc_type, tax_id FROM kept ORDER BY tax_id`;
