import type { Document, SourceName } from '@vigia/contracts';

/** The raw answers of the sources of one section; null where a source has nothing registered or was never read. */
export type Answers = Partial<Record<SourceName, object | null>>;

/** How the answers of its sources become one section. Pure: the same answers give the same section. */
export interface SectionDefinition {
  v2(answers: Answers, document: Document): object;
  /** Only where v1 shows something else than v2. */
  v1?(answers: Answers, document: Document): object | string;
  /** Which source a field comes from, by the beginning of its path; the first that fits. */
  fieldSources: readonly (readonly [pathStart: string, source: SourceName])[];
}
