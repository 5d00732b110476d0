import { sourcesOf, type Document, type SourceName } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { hasContent, sectionCode, type SourceStanding } from '../domain/source-standing.js';
import type { Answers } from '../sections/section-definition.js';
import { sectionDefinitions, type SourcedSection } from '../sections/sections.js';
import { writeSections, type Provenance, type WrittenSection } from './write-sections.js';

interface StandingWithAnswer extends SourceStanding {
  answer: object | null;
  sourceVersion: string | null;
  observedAt: Date | null;
}

/** Puts sections together from what their sources last said. */
export async function refreshSections(tx: Transaction, document: Document, sections: SourcedSection[]): Promise<void> {
  if (sections.length === 0) return;
  const standings = await tx.query<StandingWithAnswer>(
    `SELECT source, outcome, failure, answer, source_version AS "sourceVersion", observed_at AS "observedAt"
     FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 AND source = ANY($3) ORDER BY source`,
    [document.taxId, document.docType, sections.flatMap(sourcesOf)],
  );
  const written = sections.map((section) =>
    assembled(
      section,
      document,
      standings.filter(({ source }) => sourcesOf(section).includes(source)),
    ),
  );
  await writeSections(tx, document, written);
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
