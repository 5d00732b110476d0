import { sourcesOf, type Document, type Section, type SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { fieldChanges } from '../domain/section-content.js';
import { fieldSource } from '../sections/sections.js';
import type { Provenance, WrittenSection } from './written-section.js';

interface Earlier {
  section: Section;
  before: string;
  /** When a version without this content, or without an answer of its source, followed; null if this one was the latest. */
  beforeUntil: Date | null;
}

/** The last version with content of a changed section. */
export interface Replaced extends Earlier {
  provenance: object;
}

/** The text of a section without content ends with an empty group. */
export const hasContent = sql`version.fragment_v2 NOT LIKE '%"data":{}}'`;

/**
 * Stores what changed, field by field. Only what sources have said is compared: a source that failed, was not contracted or was not read yet
 * changes nothing. A source that answers again is compared with its own last answer, which the last version may lack.
 */
export async function noteChanges(tx: Transaction, document: Document, replaced: Replaced[], written: WrittenSection[]): Promise<void> {
  const changes: ReturnType<typeof changesSince> = [];
  for (const earlier of replaced) {
    const now = written.find(({ section }) => section === earlier.section)!;
    if (!now.v2) continue;
    const [before, after] = [answeredIn(earlier), answeredIn(now)];
    const hasBoth = (source: SourceName | null) => source === null || (before.includes(source) && after.includes(source));
    changes.push(...changesSince(earlier, now.v2).filter(({ source }) => hasBoth(source)));
    for (const returned of after.filter((source) => !before.includes(source))) {
      const last = await lastAnswered(tx, document, now.section, returned);
      changes.push(...last.flatMap((own) => changesSince(own, now.v2!)).filter(({ source }) => source === returned));
    }
  }
  if (changes.length > 0) keep(tx, document, changes);
}

/** A list of sources is kept with every content that may lack one of them. */
function answeredIn({ section, provenance }: Pick<WrittenSection, 'section' | 'provenance'>): SourceName[] {
  if (!Array.isArray(provenance)) return sourcesOf(section);
  return (provenance as Provenance[]).filter(({ observedAt }) => observedAt !== null).map(({ source }) => source);
}

function changesSince({ section, before: earlier, beforeUntil }: Earlier, now: object) {
  const before = (JSON.parse(`{${earlier}}`) as Record<string, { data: object }>)[section]!.data;
  return fieldChanges(before, now).map((change) => ({ section, ...change, source: fieldSource(section, change.field), beforeUntil }));
}

/** The newest version is the one just written, whose source is compared. */
function lastAnswered(tx: Transaction, { taxId, docType }: Document, section: Section, source: SourceName): Promise<Earlier[]> {
  return tx.rows<Earlier>(
    sql`WITH kept AS MATERIALIZED (
       SELECT fragment_v2, provenance, valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS next_from
       FROM profiles.section_version WHERE tax_id = $1 AND doc_type = $2 AND section = $3)
     SELECT $3 AS section, fragment_v2 AS before, next_from AS before_until FROM kept AS version
     WHERE next_from IS NOT NULL AND ${hasContent}
       AND jsonb_path_exists(provenance, '$[*] ? (@.source == $source && @.observedAt != null)', jsonb_build_object('source', $4::text))
     ORDER BY valid_from DESC LIMIT 1`,
    [taxId, docType, section, source],
  );
}

function keep(tx: Transaction, { taxId, docType }: Document, changes: ReturnType<typeof changesSince>): void {
  tx.send(
    sql`INSERT INTO profiles.section_change (tax_id, doc_type, section, field, before, after, source, before_until)
     SELECT $1, $2, section, field, before, after, source, "beforeUntil"
     FROM jsonb_to_recordset($3::jsonb)
       AS change (section text, field text, before jsonb, after jsonb, source text, "beforeUntil" timestamptz)`,
    [taxId, docType, JSON.stringify(changes)],
  );
}
