import type { Document } from '@vigia/contracts';

export interface SourceMapping {
  accepts(raw: object): boolean;
  /** The content of the section; null stands for an answer without anything registered. */
  section(raw: object | null, document: Document): object;
}
