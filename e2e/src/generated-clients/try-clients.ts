import { join } from 'node:path';
import { compiledClients } from './compiled-clients.js';
import { wronglyRead } from './journey.js';
import { type Given, type Language, languages } from './languages.js';
import { fetchedGenerator } from './maven-central.js';
import { done, isThere } from './program.js';

interface Trial {
  /** The folder in which the complete clients are kept. */
  folder: string;
  /** The folder for downloads, for the next time. */
  cache: string;
  given: Given;
  print: (line: string) => void;
}

/** The languages that this machine supports, of the four; none without the generator and its Java. */
export async function languagesHere(cache: string): Promise<Language[]> {
  const generator = await fetchedGenerator(cache).catch(() => undefined);
  if (!generator || !(await isThere(['java', '-version']))) return [];
  const here = await Promise.all(languages.map(({ needs }) => isThere(needs)));
  return languages.filter((_, i) => here[i]);
}

/** Generates a client in each language, compiles it, makes the journey with it, and reports what it has read wrongly. */
export async function tryClients({ folder, cache, given, print }: Trial, chosen: Language[]): Promise<Record<string, string[]>> {
  if (chosen.length === 0) return {};
  const document = await (await fetch(`${given.BASE}/openapi.json`)).text();
  const journeys = await compiledClients({ folder, cache, document, print }, chosen);
  const found: Record<string, string[]> = {};
  // One after another: their loads of the same documents would be charged to whichever comes first.
  for (const [name, command] of Object.entries(journeys)) {
    const output = await done(join(folder, name), command, given);
    found[name] = await wronglyRead(JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '{}'), given);
    print(`${name}: ${found[name].length === 0 ? 'read everything as it was answered' : `read wrongly: ${found[name].join(', ')}`}`);
  }
  return found;
}
