import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './languages.js';
import { fetchedGenerator } from './maven-central.js';
import { done, shortLived } from './program.js';

/** Generates a client in each language from one document, in one run of the generator. */
export async function generate(folder: string, cache: string, document: string, languages: Language[]): Promise<void> {
  const generator = await fetchedGenerator(cache);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), document);
  const configs = languages.map(({ name, client, options }) => {
    const config = { inputSpec: join(folder, 'openapi.json'), outputDir: join(folder, name, client), ...options };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(config));
    return `${name}.json`;
  });
  await done(folder, ['java', ...shortLived, '-jar', generator, 'batch', '--fail-fast', ...configs]);
}
