import { createHash } from 'node:crypto';
import { sections, v1Name, type Document, type Section, type SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { fieldChanges, substance } from '../domain/section-content.js';
import { fieldSource } from '../sections/sections.js';

export interface Provenance {
  source: SourceName;
  sourceVersion: string | null;
  observedAt: Date | null;
}

export interface WrittenSection {
  section: Section;
  statusCode: string;
  /** Left out where the status has no content. */
  v2?: object;
  v1?: object | string;
  provenance: object;
}

interface Fragment extends WrittenSection {
  fragmentV1: string;
  fragmentV2: string;
  hash: string;
}

interface Version {
  section: Section;
  hash: string;
  fragmentV2: string;
}

/**
 * Makes sections readable, as the texts that go out. What a section says is kept as a version when it differs from the last
 * one in substance, together with the fields that changed. The load of the document has to be locked.
 */
export async function writeSections(tx: Transaction, document: Document, written: WrittenSection[]): Promise<void> {
  if (written.length === 0) return;
  const fragments = written.map(asFragment);
  await showFragments(tx, document, fragments);
  const latest = await latestVersions(tx, document, fragments);
  const changed = fragments.filter(({ section, hash }) => latest.get(section)?.hash !== hash);
  await keepVersions(tx, document, changed);
  await noteChanges(
    tx,
    document,
    changed.flatMap((fragment) => changesSince(latest.get(fragment.section), fragment)),
  );
}

function asFragment(written: WrittenSection): Fragment {
  const { section, statusCode, v1 = null, v2 = {} } = written;
  return {
    ...written,
    fragmentV1: `${JSON.stringify(v1Name(section))}:${JSON.stringify(v1)}`,
    fragmentV2: `${JSON.stringify(section)}:${JSON.stringify({ statusCode, data: v2 })}`,
    hash: createHash('sha256')
      .update(`${statusCode} ${substance(v2)}`)
      .digest('hex'),
  };
}

async function showFragments(tx: Transaction, { taxId, docType }: Document, fragments: Fragment[]): Promise<void> {
  const places = fragments.map(({ section }) => sections.indexOf(section) + 1);
  const v1 = (i: number) => `$${3 + 2 * i}`;
  const v2 = (i: number) => `$${4 + 2 * i}`;
  await tx.query(
    `UPDATE profiles.profile SET revision = revision + 1, updated_at = now(),
       ${places.map((place, i) => `fragments_v1[${place}] = ${v1(i)}, fragments_v2[${place}] = ${v2(i)}`).join(', ')}
     WHERE tax_id = $1 AND doc_type = $2 AND (${places.map((place, i) => `fragments_v2[${place}] <> ${v2(i)}`).join(' OR ')})`,
    [taxId, docType, ...fragments.flatMap(({ fragmentV1, fragmentV2 }) => [fragmentV1, fragmentV2])],
  );
}

async function latestVersions(tx: Transaction, { taxId, docType }: Document, fragments: Fragment[]): Promise<Map<Section, Version>> {
  const versions = await tx.query<Version>(
    `SELECT asked AS section, encode(content_hash, 'hex') AS hash, fragment_v2 AS "fragmentV2"
     FROM unnest($3::text[]) AS asked CROSS JOIN LATERAL (
       SELECT content_hash, fragment_v2 FROM profiles.section_version
       WHERE tax_id = $1 AND doc_type = $2 AND section = asked ORDER BY valid_from DESC LIMIT 1) AS latest`,
    [taxId, docType, fragments.map(({ section }) => section)],
  );
  return new Map(versions.map((version) => [version.section, version]));
}

async function keepVersions(tx: Transaction, { taxId, docType }: Document, fragments: Fragment[]): Promise<void> {
  if (fragments.length === 0) return;
  const rows = fragments.map(({ section, hash, fragmentV1, fragmentV2, provenance }) => ({
    section,
    hash,
    fragmentV1,
    fragmentV2,
    provenance,
  }));
  await tx.query(
    `INSERT INTO profiles.section_version (tax_id, doc_type, section, content_hash, fragment_v1, fragment_v2, provenance)
     SELECT $1, $2, section, decode(hash, 'hex'), "fragmentV1", "fragmentV2", provenance
     FROM jsonb_to_recordset($3::jsonb) AS version (section text, hash text, "fragmentV1" text, "fragmentV2" text, provenance jsonb)`,
    [taxId, docType, JSON.stringify(rows)],
  );
}

/** A source that failed in between has said nothing: only contents are compared. */
function changesSince(latest: Version | undefined, { section, v2 }: Fragment) {
  if (!latest || !v2) return [];
  const before = (JSON.parse(`{${latest.fragmentV2}}`) as Record<string, { data: object }>)[section]!.data;
  if (Object.keys(before).length === 0) return [];
  return fieldChanges(before, v2).map((change) => ({ section, ...change, source: fieldSource(section, change.field) }));
}

async function noteChanges(tx: Transaction, { taxId, docType }: Document, changes: ReturnType<typeof changesSince>): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `INSERT INTO profiles.section_change (tax_id, doc_type, section, field, before, after, source)
     SELECT $1, $2, section, field, before, after, source
     FROM jsonb_to_recordset($3::jsonb) AS change (section text, field text, before jsonb, after jsonb, source text)`,
    [taxId, docType, JSON.stringify(changes)],
  );
}
