import { hasContent, sourceCatalogue, sourcesIn, sourcesOf, type Document, type SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Trail } from '../domain/source-answer.js';
import { sectionCode, type SourceStanding } from '../domain/source-standing.js';
import type { Answers } from '../sections/section-definition.js';
import { sectionDefinitions, type SourcedSection } from '../sections/sections.js';
import type { Answered } from './keep-answers.js';
import type { Provenance, WrittenSection } from './written-section.js';

interface StandingWithAnswer extends SourceStanding {
  answer: object | null;
  sourceVersion: string | null;
  observedAt: Date | null;
  trail: Trail | null;
}

/** Builds the sections that the answers complete: those without open sources. The answers must be stored. */
export function renewSections(
  tx: Transaction,
  document: Document,
  answered: Answered[],
  isOpen: (source: SourceName) => boolean,
): Promise<WrittenSection[]> {
  const touched = [...new Set(answered.map(({ source }) => sourceCatalogue[source].section))];
  const complete = touched.filter((section) => !sourcesOf(section).some(isOpen));
  return assembleSections(tx, document, complete, answered);
}

/** Builds sections from stored answers and from newer ones. */
export async function assembleSections(
  tx: Transaction,
  document: Document,
  complete: SourcedSection[],
  answered: Answered[] = [],
): Promise<WrittenSection[]> {
  const sources = complete.flatMap(sourcesOf);
  const fresh = answered.filter(({ source }) => sources.includes(source)).flatMap(freshStanding);
  const others = sources.filter((source) => !fresh.some((standing) => standing.source === source));
  const standings = [...fresh, ...(await keptStandings(tx, document, others))].sort((a, b) => (a.source < b.source ? -1 : 1));
  return complete.map((section) =>
    assembled(
      section,
      document,
      standings.filter(({ source }) => sourcesOf(section).includes(source)),
    ),
  );
}

async function keptStandings(tx: Transaction, { taxId, docType }: Document, sources: SourceName[]): Promise<StandingWithAnswer[]> {
  if (sources.length === 0) return [];
  return tx.rows<StandingWithAnswer>(
    sql`SELECT source, outcome, failure, answer, source_version, observed_at, trail
     FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 AND source = ANY($3)`,
    [taxId, docType, sources],
  );
}

/** None after a failure: an earlier answer may be stored, and is read with the others. */
function freshStanding({ source, answer }: Answered): StandingWithAnswer[] {
  switch (answer.outcome) {
    case 'failed':
    case 'unknown_taxpayer':
      return [];
    case 'not_contracted':
      return [{ source, outcome: answer.outcome, failure: null, answer: null, sourceVersion: null, observedAt: null, trail: null }];
    default: {
      const { outcome, sourceVersion, observedAt, trail = null } = answer;
      const data = answer.outcome === 'data' ? answer.data : null;
      return [{ source, outcome, failure: null, answer: data, sourceVersion, observedAt: new Date(observedAt), trail }];
    }
  }
}

function assembled(section: SourcedSection, document: Document, standings: StandingWithAnswer[]): WrittenSection {
  const statusCode = sectionCode(section, document.docType, standings);
  const sources = provenanceOf(section, document, standings);
  if (!hasContent(statusCode)) return { section, statusCode, provenance: sources };
  const { grounds, ...content } = contentOf(section, document, standings);
  const invented = inventedBy(sources);
  const compared = grounds || invented ? { compared: { ...grounds?.compared, ...invented } } : {};
  return { section, statusCode, ...content, provenance: grounds ? { sources, ...grounds.kept } : sources, ...compared };
}

/** Simulated content is never the same version as the content of a real source, even if both are equal. */
function inventedBy(sources: Provenance[]): { simulated: SourceName[] } | undefined {
  const simulated = sources.flatMap((one) => (one.simulated ? [one.source] : []));
  return simulated.length > 0 ? { simulated } : undefined;
}

function contentOf(section: SourcedSection, document: Document, standings: StandingWithAnswer[]) {
  const answers = Object.fromEntries(standings.map(({ source, answer }): [SourceName, object | null] => [source, answer])) as Answers;
  const definition = sectionDefinitions[section];
  const v2 = definition.v2(answers, document);
  return { v2, v1: definition.v1?.(answers, document) ?? v2, grounds: definition.grounds?.(answers) };
}

/** Also names the sources that have given nothing, because a later release may have others. */
function provenanceOf(section: SourcedSection, { docType }: Document, standings: StandingWithAnswer[]): Provenance[] {
  return sourcesIn(section, docType)
    .toSorted()
    .map((source) => {
      const { sourceVersion = null, observedAt = null, trail } = standings.find((one) => one.source === source) ?? {};
      return { source, sourceVersion, observedAt, ...trail };
    });
}
