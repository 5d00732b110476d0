import type { Document } from '@vigia/contracts';
import { sql, taxIdsIn, type Transaction } from '@vigia/database';

/** The facts whose change is news to the corporation. */
export const facts = sql`name, search, taxpayer_code, taxpayer_state, taxpayer_condition, alert, alert_code, alert_points, alert_max, alert_modules,
  light_rank, light_code, light, compliance, compliance_code, debt_code, rating, exposure_cents, concursal`;
export const factsOf = (row: 'entry' | 'fresh' | 'excluded') => sql`${row}.name, ${row}.search, ${row}.taxpayer_code, ${row}.taxpayer_state,
  ${row}.taxpayer_condition, ${row}.alert, ${row}.alert_code, ${row}.alert_points, ${row}.alert_max, ${row}.alert_modules, ${row}.light_rank,
  ${row}.light_code, ${row}.light, ${row}.compliance, ${row}.compliance_code, ${row}.debt_code, ${row}.rating, ${row}.exposure_cents,
  ${row}.concursal`;

export const asked = sql`jsonb_to_recordset($2::jsonb) AS asked ("docType" text, "taxId" text)`;

/** A change of class from one that the corporation has seen. */
export const moves = (changed: 'kept' | 'renewed') => sql`
  INSERT INTO profiles.portfolio_move (corporation_id, tax_id, doc_type, from_alert, to_alert)
  SELECT corporation_id, tax_id, doc_type, was, "is" FROM ${changed}
  WHERE was <> "is" AND was_code IN ('SH10', 'SH11') AND is_code IN ('SH10', 'SH11') ON CONFLICT DO NOTHING`;
export const moved = sql`old.alert AS was, new.alert AS "is", old.alert_code AS was_code, new.alert_code AS is_code`;

/**
 * The documents of an accepted request: its corporation, its mode, a JSON of its documents. An ended monitoring stays visible until its
 * document is loaded; other documents have nothing to show.
 */
export const beginEntries = (corporationId: string, mode: string, documents: string) => sql`
  INSERT INTO profiles.portfolio_entry AS entry (corporation_id, tax_id, doc_type, mode)
  SELECT ${corporationId}, "taxId", "docType", ${mode} FROM jsonb_to_recordset(${documents}::jsonb) AS admitted ("docType" text, "taxId" text)
  ORDER BY "taxId"
  ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE SET standing = 'loading', mode = excluded.mode, expires_at = 'infinity',
    estado = 'loading', access_changed_at = now(), (${facts}, hits, failed_sources, partial_since, loaded_at, withheld) = (
      SELECT ${factsOf('entry')}, entry.hits, entry.failed_sources, entry.partial_since, entry.loaded_at, entry.withheld WHERE entry.mode = 'monitoring'
      UNION ALL SELECT ${factsOf('excluded')}, excluded.hits, excluded.failed_sources, excluded.partial_since, excluded.loaded_at, excluded.withheld
      WHERE entry.mode <> 'monitoring')
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
         CASE facts.compliance_code WHEN 'SH10' THEN (SELECT least(jsonb_array_length(answer->'coincidencias'), 32767) FROM profiles.source_answer
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
