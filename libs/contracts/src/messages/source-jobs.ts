import { Type, type Static } from 'typebox';
import type { SourceName } from '../sources/catalogue.js';
import { closed } from './definition.js';
import { sourceName, uuid } from './vocabulary.js';

/** One task of a load: ask one source about one document. The row holds the rest. */
export const sourceJob = closed({ v: Type.Literal(1), loadId: uuid, source: sourceName });
export type SourceJob = Static<typeof sourceJob>;

export function sourceQueue(source: SourceName): string {
  return `source-${source}`;
}
