import type { Document } from '@vigia/contracts';
import type { SourceAnswer } from '../domain/source-answer.js';

/** Asks one source about one document. It never throws: whatever goes wrong is an answer. */
export interface SourceConnector {
  ask(document: Document, signal: AbortSignal): Promise<SourceAnswer>;
}

/** The raw answer of a source as the section of the summary shows it; throws when the answer is not what it should be. */
export type SectionMapping = (raw: object, document: Document) => object;
