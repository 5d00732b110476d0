import { createHash } from 'node:crypto';
import { awaitedFragments, fragmentV1, fragmentV2, sections, sectionsShown, type Document } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { canonicalContent } from '../domain/section-content.js';
import { hasAnswer, noteChanges, type Replaced } from './note-changes.js';
import type { WrittenSection } from './written-section.js';

interface Fragment extends WrittenSection {
  /** Null for a section that v1 does not show. */
  fragmentV1: string | null;
  fragmentV2: string;
  hash: Buffer;
}

/**
 * Makes sections readable, as the texts that are sent. If the canonical content of a section, or its basis, differs from its last version,
 * or other sources have answered, a new version is stored, together with the changed fields. It begins after its last version, even if the
 * clock was set back since: the newest version is the one that was written last. What is read as of now lacks it until the clock has caught
 * up. The load of the document must be locked.
 */
export async function writeSections(tx: Transaction, document: Document, written: WrittenSection[]): Promise<void> {
  if (written.length === 0) return;
  const fragments = written.map(asFragment);
  await noteChanges(tx, document, await showAndKeep(tx, document, fragments), fragments);
}

function asFragment(written: WrittenSection): Fragment {
  const { section, statusCode, v1 = null, v2 = {}, compared } = written;
  const canonical = [v2, ...(compared ? [compared] : [])].map(canonicalContent).join(' ');
  return {
    ...written,
    fragmentV1: sectionsShown.v1.includes(section) ? fragmentV1(section, v1) : null,
    fragmentV2: fragmentV2(section, statusCode, v2),
    hash: createHash('sha256').update(`${statusCode} ${canonical}`).digest(),
  };
}

/** The sources that have said what they hold. A score and a screening have another provenance, and none that could be missing. */
const readIn = (provenance: 'given' | 'latest') =>
  sql`jsonb_path_query_array(${provenance}.provenance, '$[*] ? (@.observedAt != null).source')`;

async function showAndKeep(tx: Transaction, { taxId, docType }: Document, fragments: Fragment[]): Promise<Replaced[]> {
  const places = fragments.map(({ section }) => sections.indexOf(section) + 1);
  // Sections that did not exist yet when the profile was stored need a text, too, if they come before a written one.
  const filled = (awaited: string[]) => awaited.slice(0, Math.max(...places));
  const { v1, v2 } = awaitedFragments(docType);
  return tx.rows<Replaced>(
    sql`WITH given AS (
       SELECT * FROM unnest($3::int[], $4::text[], $5::bytea[], $6::text[], $7::text[], $8::jsonb[])
         AS given (place, section, hash, v1, v2, provenance)
     ), shown AS (
       UPDATE profiles.profile SET revision = revision + 1, updated_at = now(),
         fragments_v1 = (SELECT array_agg(coalesce(v1, shown) ORDER BY place)
           FROM unnest(fragments_v1 || ($9::text[])[cardinality(fragments_v1) + 1:]) WITH ORDINALITY AS old (shown, place) LEFT JOIN given USING (place)),
         fragments_v2 = (SELECT array_agg(coalesce(v2, shown) ORDER BY place)
           FROM unnest(fragments_v2 || ($10::text[])[cardinality(fragments_v2) + 1:]) WITH ORDINALITY AS old (shown, place) LEFT JOIN given USING (place))
       WHERE tax_id = $1 AND doc_type = $2
         AND EXISTS (SELECT FROM given WHERE (fragments_v1[place], fragments_v2[place]) IS DISTINCT FROM (v1, v2))
     ), latest AS (
       SELECT given.section, version.content_hash, version.provenance, version.valid_from FROM given CROSS JOIN LATERAL (
         SELECT content_hash, provenance, valid_from FROM profiles.section_version AS version
         WHERE tax_id = $1 AND doc_type = $2 AND version.section = given.section ORDER BY valid_from DESC LIMIT 1) AS version
     ), kept AS (
       INSERT INTO profiles.section_version (tax_id, doc_type, section, valid_from, content_hash, fragment_v1, fragment_v2, provenance)
       SELECT $1, $2, section, greatest(clock_timestamp(), valid_from + interval '1 microsecond'), hash, v1, v2, given.provenance
       FROM given LEFT JOIN latest USING (section)
       WHERE content_hash IS DISTINCT FROM hash OR ${readIn('given')} <> ${readIn('latest')}
       RETURNING section
     )
     SELECT section, before, version.provenance, (SELECT min(valid_from) FROM profiles.section_version AS next
       WHERE tax_id = $1 AND doc_type = $2 AND next.section = kept.section AND next.valid_from > version.valid_from) AS before_until
     FROM kept JOIN latest USING (section) CROSS JOIN LATERAL (
       SELECT fragment_v2 AS before, version.provenance, valid_from FROM profiles.section_version AS version
       WHERE tax_id = $1 AND doc_type = $2 AND version.section = kept.section AND ${hasAnswer}
       ORDER BY valid_from DESC LIMIT 1) AS version`,
    [
      taxId,
      docType,
      places,
      fragments.map(({ section }) => section),
      fragments.map(({ hash }) => hash),
      fragments.map(({ fragmentV1 }) => fragmentV1),
      fragments.map(({ fragmentV2 }) => fragmentV2),
      fragments.map(({ provenance }) => JSON.stringify(provenance)),
      filled(v1),
      filled(v2),
    ],
  );
}
