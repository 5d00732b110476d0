import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from './generate.js';
import type { Language } from './languages.js';
import { done } from './program.js';

interface Making {
  folder: string;
  cache: string;
  document: string;
  print: (line: string) => void;
}

/** The command that makes the journey in each language. */
type Journeys = Record<string, string[]>;

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** In addition to the document and the programs of the machine. The lock file names the compiler and the bundler of TypeScript. */
const madeFrom = ['package-lock.json', ...filesOf('e2e/src/generated-clients'), ...filesOf('e2e/journeys')];

/** Clients of a document, generated and compiled. The folder is reused if it has them from the same document and the same programs. */
export async function compiledClients({ folder, cache, document, print }: Making, chosen: Language[]): Promise<Journeys> {
  const record = join(folder, 'made-from.json');
  const signature = await signatureOf(document, chosen);
  const made = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as { signature: string; journeys: Journeys }) : undefined;
  if (made?.signature === signature) return made.journeys;
  rmSync(record, { force: true });
  for (const { name } of chosen) rmSync(join(folder, name), { recursive: true, force: true });
  await generate(folder, cache, document, chosen);
  print(`generated: ${chosen.map(({ name }) => name).join(', ')}`);
  const journeys: Journeys = {};
  for (const { name, build } of chosen) {
    journeys[name] = await build(join(folder, name), cache);
    print(`${name}: compiled`);
  }
  writeFileSync(record, JSON.stringify({ signature, journeys }));
  return journeys;
}

async function signatureOf(document: string, chosen: Language[]): Promise<string> {
  const hash = createHash('sha256').update(document);
  for (const { name, needs } of chosen) hash.update(`${name} ${await done('.', needs)}`);
  for (const file of madeFrom) hash.update(readFileSync(join(repository, file)));
  return hash.digest('hex');
}

function filesOf(folder: string): string[] {
  return readdirSync(join(repository, folder))
    .toSorted()
    .map((file) => join(folder, file));
}
