import type { Document } from '@vigia/contracts';
import type { SourceAnswer } from '../../domain/source-answer.js';

/** Asks one source about one document. It never throws: whatever goes wrong is an answer. */
export interface SourceConnector {
  ask(document: Document, signal: AbortSignal): Promise<SourceAnswer>;
}
