import { readdirSync, readFileSync } from 'node:fs';
import type { Document, SourceName } from '@vigia/contracts';

export interface Fixture {
  file: string;
  document: Document;
  answer: object | null;
  piece: unknown;
}

export const sourcesFolder = new URL('../../src/sources/', import.meta.url);

/** Empty if there is no folder, so that the tests can report it. */
export function fixturesOf(source: SourceName): Fixture[] {
  const folder = new URL(`${source}/fixtures/`, sourcesFolder);
  try {
    return readdirSync(folder).map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, folder), 'utf8')) }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
