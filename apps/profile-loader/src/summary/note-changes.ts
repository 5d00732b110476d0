import { hasContent, sourcesOf, type Document, type Section, type SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { fieldChanges } from '../domain/section-content.js';
import { fieldSource, sectionDefinitions } from '../sections/sections.js';
import type { Provenance, WrittenSection } from './written-section.js';

interface Earlier {
  section: Section;
  before: string;
  /** When a version followed in which nothing has answered, or not its source; null if this one was the latest. */
  beforeUntil: Date | null;
}

/** The last version of a changed section in which a source has answered. */
export interface Replaced extends Earlier {
  provenance: object;
}

/**
 * A section that shows no content, because a source of it was never read, may have answers of others, that nothing is registered. The text of
 * a section without content ends with an empty group. A screening of nobody is no answer.
 */
export const hasAnswer = sql`(version.fragment_v2 NOT LIKE '%"data":{}}'
  OR version.section <> 'alerta_compliance' AND jsonb_path_exists(version.provenance, '$[*] ? (@.observedAt != null)'))`;

/**
 * Stores what changed, field by field. Only what sources have said is compared: a source that failed, was not contracted or was not read yet
 * changes nothing. A source that answers again is compared with its own last answer, which the last version may lack.
 */
export async function noteChanges(tx: Transaction, document: Document, replaced: Replaced[], written: WrittenSection[]): Promise<void> {
  const changes: ReturnType<typeof changesSince> = [];
  for (const earlier of replaced) {
    const now = written.find(({ section }) => section === earlier.section)!;
    const [before, after] = [answeredIn(earlier), answeredIn(now)];
    const content = now.v2 ?? (after.length > 0 ? nothingIn(now.section, document) : undefined);
    if (!content) continue;
    const changesFrom = (one: Earlier) => changesSince(one, content, document);
    const hasBoth = (source: SourceName | null) => source === null || (before.includes(source) && after.includes(source));
    changes.push(...changesFrom(earlier).filter(({ source }) => hasBoth(source)));
    for (const returned of after.filter((source) => !before.includes(source))) {
      const last = await lastAnswered(tx, document, now.section, returned);
      changes.push(...last.flatMap(changesFrom).filter(({ source }) => source === returned));
    }
  }
  if (changes.length > 0) keep(tx, document, changes);
}

/** A list of sources is kept with every content that may lack one of them. */
function answeredIn({ section, provenance }: Pick<WrittenSection, 'section' | 'provenance'>): SourceName[] {
  if (!Array.isArray(provenance)) return sourcesOf(section);
  return (provenance as Provenance[]).filter(({ observedAt }) => observedAt !== null).map(({ source }) => source);
}

/** The content if every source that has answered holds nothing. */
function nothingIn(section: Section, document: Document): object | undefined {
  return section === 'alerta_compliance' || section === 'alerta_servicio' ? undefined : sectionDefinitions[section].v2({}, document);
}

function changesSince({ section, before: earlier, beforeUntil }: Earlier, now: object, document: Document) {
  const { statusCode, data } = (JSON.parse(`{${earlier}}`) as Record<string, { statusCode: string; data: object }>)[section]!;
  const before = hasContent(statusCode) ? data : (nothingIn(section, document) ?? data);
  return fieldChanges(before, now).map((change) => ({ section, ...change, source: fieldSource(section, change.field), beforeUntil }));
}

/** The newest version is the one just written, whose source is compared. */
function lastAnswered(tx: Transaction, { taxId, docType }: Document, section: Section, source: SourceName): Promise<Earlier[]> {
  return tx.rows<Earlier>(
    sql`WITH kept AS MATERIALIZED (
       SELECT section, fragment_v2, provenance, valid_from, lead(valid_from) OVER (ORDER BY valid_from) AS next_from
       FROM profiles.section_version WHERE tax_id = $1 AND doc_type = $2 AND section = $3)
     SELECT $3 AS section, fragment_v2 AS before, next_from AS before_until FROM kept AS version
     WHERE next_from IS NOT NULL AND ${hasAnswer}
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
