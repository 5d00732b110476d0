import { createHash } from 'node:crypto';
import { sections, v1Name, type Document, type Section, type SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { fieldChanges, substance, type FieldChange } from '../domain/section-content.js';
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

interface Version {
  contentHash: Buffer;
  fragmentV2: string;
}

/**
 * Makes a section readable, as the text that goes out. What it says is kept as a version when it differs from the last
 * one in substance, together with the fields that changed.
 */
export async function writeSection(tx: Transaction, document: Document, written: WrittenSection): Promise<void> {
  const { section, statusCode, v1 = null, v2 = {} } = written;
  const fragmentV1 = `${JSON.stringify(v1Name(section))}:${JSON.stringify(v1)}`;
  const fragmentV2 = `${JSON.stringify(section)}:${JSON.stringify({ statusCode, data: v2 })}`;
  const place = sections.indexOf(section) + 1;
  await tx.query(
    `UPDATE profiles.profile SET fragments_v1[$3] = $4, fragments_v2[$3] = $5, revision = revision + 1, updated_at = now()
     WHERE tax_id = $1 AND doc_type = $2 AND fragments_v2[$3] <> $5`,
    [document.taxId, document.docType, place, fragmentV1, fragmentV2],
  );
  const contentHash = createHash('sha256')
    .update(`${statusCode} ${substance(v2)}`)
    .digest();
  const latest = await latestVersion(tx, document, section);
  if (latest?.contentHash.equals(contentHash)) return;
  await tx.query(
    `INSERT INTO profiles.section_version (tax_id, doc_type, section, content_hash, fragment_v1, fragment_v2, provenance)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [document.taxId, document.docType, section, contentHash, fragmentV1, fragmentV2, JSON.stringify(written.provenance)],
  );
  if (latest && written.v2) await noteChanges(tx, document, section, changesSince(latest, section, written.v2));
}

async function latestVersion(tx: Transaction, { taxId, docType }: Document, section: Section): Promise<Version | undefined> {
  const [latest] = await tx.query<Version>(
    `SELECT content_hash AS "contentHash", fragment_v2 AS "fragmentV2" FROM profiles.section_version
     WHERE tax_id = $1 AND doc_type = $2 AND section = $3 ORDER BY valid_from DESC LIMIT 1`,
    [taxId, docType, section],
  );
  return latest;
}

/** A source that failed in between has said nothing: only contents are compared. */
function changesSince({ fragmentV2 }: Version, section: Section, v2: object): FieldChange[] {
  const before = (JSON.parse(`{${fragmentV2}}`) as Record<string, { data: object }>)[section]!.data;
  return Object.keys(before).length > 0 ? fieldChanges(before, v2) : [];
}

async function noteChanges(tx: Transaction, { taxId, docType }: Document, section: Section, changes: FieldChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ field, before, after }) => ({ field, before, after, source: fieldSource(section, field) }));
  await tx.query(
    `INSERT INTO profiles.section_change (tax_id, doc_type, section, field, before, after, source)
     SELECT $1, $2, $3, field, before, after, source
     FROM jsonb_to_recordset($4::jsonb) AS change (field text, before jsonb, after jsonb, source text)`,
    [taxId, docType, section, JSON.stringify(rows)],
  );
}
