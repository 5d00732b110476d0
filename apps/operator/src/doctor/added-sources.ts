import { sourcesFor, type DocType, type SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { attention, type Finding } from './finding.js';

/** Some of the profiles that were refreshed last, which have been asked about the same sources. */
interface Refreshed {
  docType: DocType;
  asked: string[];
  profiles: number;
}

/**
 * The 500 profiles with the latest time of the source that every profile has. Those that a load asks about now are left out. To find all
 * that lack a source, the doctor would have to read the answers of all profiles.
 */
export function readRefreshed(database: Database): Promise<Refreshed[]> {
  return database.rows<Refreshed>(
    sql`SELECT doc_type, asked, count(*)::int AS profiles FROM (
         SELECT tax_id, doc_type FROM profiles.source_answer AS answer
         WHERE source = 'identificacion' AND refresh_at IS NOT NULL AND (
           SELECT true FROM profiles.load
           WHERE load.tax_id = answer.tax_id AND load.doc_type = answer.doc_type AND load.state = 'open' LIMIT 1) IS NULL
         ORDER BY refresh_at DESC LIMIT 500) AS latest
       CROSS JOIN LATERAL (
         SELECT array_agg(source ORDER BY source) AS asked FROM profiles.source_answer AS answer
         WHERE answer.tax_id = latest.tax_id AND answer.doc_type = latest.doc_type) AS known
       GROUP BY doc_type, asked`,
  );
}

/** A profile that was never asked about a source has no due time for it, so it is never overdue. A paused source asks about none. */
export function judgeAdded(refreshed: Refreshed[], paused: SourceName[]): Finding[] {
  const lacking = new Map<SourceName, number>();
  for (const { docType, asked, profiles } of refreshed) {
    for (const source of sourcesFor(docType)) {
      if (!asked.includes(source) && !paused.includes(source)) lacking.set(source, (lacking.get(source) ?? 0) + profiles);
    }
  }
  if (lacking.size === 0) return [];
  const all = refreshed.reduce((sum, { profiles }) => sum + profiles, 0);
  const told = [...lacking].map(([source, profiles]) => `${source} (${profiles})`).join(', ');
  return [
    attention(
      'sources',
      `not asked yet about some of the ${all} profiles refreshed last: ${told}`,
      'Normal until their next refresh after a new release or a pause. If it lasts longer, the limits of the source allow too few questions: docs/sources.md.',
    ),
  ];
}
