import { sourcesOf, type Document, type SourceName } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { hasContent, sectionCode, type SourceStanding } from '../domain/source-standing.js';
import type { Answered } from '../sources/keep-answers.js';
import type { Answers } from '../sections/section-definition.js';
import { sectionDefinitions, type SourcedSection } from '../sections/sections.js';
import type { Provenance, WrittenSection } from './write-sections.js';

interface StandingWithAnswer extends SourceStanding {
  answer: object | null;
  sourceVersion: string | null;
  observedAt: Date | null;
}

/** Puts sections together from what their sources last said; some have said it just now. */
export async function assembleSections(
  tx: Transaction,
  document: Document,
  sections: SourcedSection[],
  answered: Answered[],
): Promise<WrittenSection[]> {
  const sources = sections.flatMap(sourcesOf);
  const fresh = answered.filter(({ source }) => sources.includes(source)).flatMap(freshStanding);
  const others = sources.filter((source) => !fresh.some((standing) => standing.source === source));
  const standings = [...fresh, ...(await keptStandings(tx, document, others))].sort((a, b) => (a.source < b.source ? -1 : 1));
  return sections.map((section) =>
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
    sql`SELECT source, outcome, failure, answer, source_version, observed_at
     FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 AND source = ANY($3)`,
    [taxId, docType, sources],
  );
}

/** Nothing of a failure: an earlier answer may stand beside it. */
function freshStanding({ source, answer }: Answered): StandingWithAnswer[] {
  switch (answer.outcome) {
    case 'failed':
    case 'unknown_taxpayer':
      return [];
    case 'not_contracted':
      return [{ source, outcome: answer.outcome, failure: null, answer: null, sourceVersion: null, observedAt: null }];
    default: {
      const { outcome, sourceVersion, observedAt } = answer;
      const data = answer.outcome === 'data' ? answer.data : null;
      return [{ source, outcome, failure: null, answer: data, sourceVersion, observedAt: new Date(observedAt) }];
    }
  }
}

function assembled(section: SourcedSection, document: Document, standings: StandingWithAnswer[]): WrittenSection {
  const statusCode = sectionCode(section, document.docType, standings);
  const content = hasContent(statusCode) ? contentOf(section, document, standings) : null;
  return { section, statusCode, ...content, provenance: provenanceOf(standings) };
}

function contentOf(section: SourcedSection, document: Document, standings: StandingWithAnswer[]) {
  const answers = Object.fromEntries(standings.map(({ source, answer }): [SourceName, object | null] => [source, answer])) as Answers;
  const definition = sectionDefinitions[section];
  const v2 = definition.v2(answers, document);
  return { v2, v1: definition.v1?.(answers, document) ?? v2 };
}

function provenanceOf(standings: StandingWithAnswer[]): Provenance[] {
  return standings
    .filter(({ outcome }) => outcome !== null)
    .map(({ source, sourceVersion, observedAt }) => ({ source, sourceVersion, observedAt }));
}
