import { readdirSync, readFileSync } from 'node:fs';
import type { Document, SourceName } from '@vigia/contracts';

export interface Fixture<Raw> {
  document: Document;
  answer: Raw | null;
  piece: unknown;
}

/** What a source answered and what was worked out by hand from it, by file name. */
export function worked<Raw>(source: SourceName): [file: string, fixture: Fixture<Raw>][] {
  const folder = new URL(`../../src/sources/${source}/fixtures/`, import.meta.url);
  return readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Fixture<Raw>]);
}
