import type { Document } from '@vigia/contracts';
import { sql, taxIdsIn, type Transaction } from '@vigia/database';
import { asked, facts, factsOf, moved, moves } from './entries.js';

/**
 * Writes what the entries of some documents should be, derived from their accesses and profiles, where it differs. The rows of the profiles
 * and entries are locked first, for two reasons. A load that closes meanwhile must come after this, so that older data does not overwrite
 * its data. And if two transactions do this, the second must see what the first wrote.
 */
export function keepEntries(tx: Transaction, corporationId: string, documents: Document[]): void {
  lockEntries(tx, corporationId, documents);
  tx.send(sql`WITH ${kept(sql`(SELECT DISTINCT * FROM ${asked}) AS each`, sql``)} SELECT count(*) FROM kept`, [
    corporationId,
    JSON.stringify(documents),
  ]);
}

interface Healed extends Document {
  what: 'differed' | 'without_access';
  /** The columns that were wrong; none if the entry was missing or should not exist. */
  columns: string[];
}

/**
 * Does the same for the documents that wait for nothing, deletes entries without an access, and says what was wrong. Whether a document
 * waits is read in the same snapshot as what its entry is derived from, because it may begin to wait at any time.
 */
export function healEntries(tx: Transaction, corporationId: string, documents: Document[]): Promise<Healed[]> {
  lockEntries(tx, corporationId, documents);
  return tx.rows<Healed>(heal, [corporationId, JSON.stringify(documents)]);
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

const kept = (documents: string, returned: string) => sql`checked AS (
   INSERT INTO profiles.portfolio_check (corporation_id, due_at) VALUES ($1, ${nextNight}) ON CONFLICT DO NOTHING
 ), kept AS (
   INSERT INTO profiles.portfolio_entry AS entry (corporation_id, tax_id, doc_type, standing, mode, expires_at, withheld, estado,
     failed_sources, ${facts}, hits, loaded_at, changed_at, partial_since)
   SELECT $1, "taxId", "docType", source.*, now(), CASE source.estado WHEN 'partial' THEN source.loaded_at END
   FROM ${documents} CROSS JOIN LATERAL (SELECT * FROM profiles.portfolio_source($1, "taxId", "docType") LIMIT 1) AS source
   ORDER BY "taxId", "docType"
   ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE SET standing = excluded.standing, mode = excluded.mode,
     expires_at = excluded.expires_at, withheld = excluded.withheld, estado = excluded.estado, failed_sources = excluded.failed_sources,
     (${facts}) = ROW (${factsOf('excluded')}), hits = ${hits}, loaded_at = excluded.loaded_at,
     partial_since = CASE excluded.estado WHEN 'partial' THEN coalesce(entry.partial_since, now()) END,
     changed_at = CASE WHEN (${factsOf('entry')}) IS DISTINCT FROM (${factsOf('excluded')}) THEN now() ELSE entry.changed_at END,
     access_changed_at = CASE WHEN entry.standing IN ('active', 'expired')
       AND (entry.standing, entry.mode, entry.expires_at) IS DISTINCT FROM (excluded.standing, excluded.mode, excluded.expires_at)
       THEN now() ELSE entry.access_changed_at END
   WHERE (entry.standing, entry.mode, entry.expires_at, entry.withheld, entry.estado, entry.failed_sources, entry.hits, entry.loaded_at, ${factsOf('entry')})
     IS DISTINCT FROM (excluded.standing, excluded.mode, excluded.expires_at, excluded.withheld, excluded.estado, excluded.failed_sources,
       ${hits}, excluded.loaded_at, ${factsOf('excluded')})
   RETURNING entry.corporation_id, entry.tax_id, entry.doc_type, ${moved}${returned}
 ), noted AS (${moves('kept')})`;

/**
 * An entry may be behind its profile until each load of the document is closed, and behind its access until billing and the loader have told
 * each other what has changed. An end is also written some time after it has passed.
 */
const settled = sql`settled AS MATERIALIZED (
   SELECT "docType", "taxId" FROM ${asked}
     LEFT JOIN billing.current_access AS access ON access.corporation_id = $1 AND access.tax_id = "taxId" AND access.doc_type = "docType"
   WHERE access.state IS DISTINCT FROM 'pending' AND coalesce(abs(extract(epoch FROM access.expires_at - public.business_now())) > 60, true)
     AND (SELECT true FROM profiles.load WHERE tax_id = "taxId" AND doc_type = "docType" AND state = 'open' LIMIT 1) IS NULL
     AND ("taxId", "docType") NOT IN (
       SELECT tax_id, doc_type FROM billing.unreported_access WHERE corporation_id = $1
       UNION ALL SELECT document->>'taxId', document->>'docType'
       FROM profiles.outbox CROSS JOIN LATERAL jsonb_array_elements(payload->'documents') AS document
       WHERE (payload->>'corporationId')::uuid = $1))`;

const heal = sql`WITH ${settled}, ${kept(sql`settled`, sql`, to_jsonb(old) AS before, to_jsonb(new) AS after`)}, orphans AS (
   DELETE FROM profiles.portfolio_entry AS entry USING settled
   WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND tax_id = ${taxIdsIn('$2')}
     AND NOT EXISTS (SELECT FROM billing.current_access AS access
       WHERE access.corporation_id = $1 AND access.tax_id = entry.tax_id AND access.doc_type = entry.doc_type)
   RETURNING tax_id, doc_type)
 SELECT tax_id, doc_type, 'differed' AS what, ARRAY(
   SELECT key FROM jsonb_each(before) AS old JOIN jsonb_each(after) AS new USING (key)
   WHERE old.value <> new.value AND key NOT IN ('changed_at', 'access_changed_at') ORDER BY key) AS columns
 FROM kept
 UNION ALL SELECT tax_id, doc_type, 'without_access', '{}' FROM orphans ORDER BY what, tax_id, doc_type`;
