import type { Section, SourceName } from '@vigia/contracts';
import type { Trail } from '../domain/source-answer.js';

export interface Provenance extends Trail {
  source: SourceName;
  sourceVersion: string | null;
  observedAt: Date | null;
}

export interface WrittenSection {
  section: Section;
  statusCode: string;
  /** Left out if the status has no content. */
  v2?: object;
  v1?: object | string;
  provenance: object;
  /** What makes a version new in addition to its content. */
  compared?: object;
}
