import { sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { Inquiry } from '../src/domain/inquiry.js';
import type { Month } from '../src/domain/month.js';
import { taxpayerOf } from '../src/domain/taxpayer.js';
import { World } from '../src/domain/world.js';
import { generators } from '../src/sources/generators.js';

export const world = new World('vigia');

/** What a source would answer on the first call, without a server in between. */
export function told<T extends object>(source: SourceName, document: Document, month: Month, country = world): T | null {
  return generators[source](new Inquiry(country, taxpayerOf(country, document, 0), source, month)) as T | null;
}

export function everythingTold(document: Document, month: Month, country = world): Record<SourceName, object | null> {
  return Object.fromEntries(sourceNames.map((source) => [source, told(source, document, month, country)])) as Record<
    SourceName,
    object | null
  >;
}
