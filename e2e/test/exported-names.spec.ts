import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../..');
/** A row of a table is in the vocabulary of all statements, whether or not one names it. */
const exportedName = /(?<!^@Entity\(.*\)\n)^export (?:type|interface|(?:async )?function|const|(?:abstract )?class) (\w+)/gm;
/** `dev/standby.mjs` imports it from a path that it is told. */
const importedByPath = { file: 'apps/standalone/src/dev.ts', name: 'runForDevelopment' };
/** What a file gives that is imported as a whole, or while the program runs. */
const all = '*';

function filesOf(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));
}

/** Each as the place that it is imported from and its name: of a file, or of a whole library. No file imports itself. */
function importedBy(file: string, text: string): string[] {
  const lists = [...text.matchAll(/^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names, from]) =>
    names!.split(',').map((name) => [from!, /(?:type )?(\w*)/.exec(name.trim())![1]!] as const),
  );
  const inPlace = [...text.matchAll(/\bimport\('([^']+)'\)(?:\.(\w+))?/g)].map(([, from, name]) => [from!, name ?? all] as const);
  const whole = [...text.matchAll(/^import \* as \w+ from '([^']+)'/gm)].map(([, from]) => [from!, all] as const);
  return [...lists, ...inPlace, ...whole].map(([from, name]) => `${placeOf(from, file)} ${name}`);
}

/** `#` is the folder of the sources of a workspace, and the index of a library is the library. */
function placeOf(from: string, file: string): string {
  if (from.startsWith('@')) return from;
  const path = from.startsWith('#') ? from.replace('#', `${file.split('/', 2).join('/')}/src/`) : join(dirname(file), from);
  const place = withoutEnding(path);
  return place.endsWith('/src/index') ? libraryOf(place) : place;
}

const withoutEnding = (file: string) => file.replace(/\.[jt]sx?$/, '');
const libraryOf = (file: string) => `@vigia/${file.split('/')[1]}`;

it('every exported name is imported by another file', () => {
  const texts = new Map(
    ['apps', 'libs', 'e2e', 'benchmarks'].flatMap(filesOf).map((file) => [file, readFileSync(join(repository, file), 'utf8')]),
  );
  const imported = new Set([...texts].flatMap(([file, text]) => importedBy(file, text)));
  const exported = [...texts].flatMap(([file, text]) => [...text.matchAll(exportedName)].map(([, name]) => ({ file, name: name! })));
  expect(exported.length).toBeGreaterThan(1000);
  const isImported = ({ file, name }: (typeof exported)[number]) =>
    [withoutEnding(file), libraryOf(file)].some((place) => [name, all].some((one) => imported.has(`${place} ${one}`)));
  expect(exported.filter((one) => !isImported(one))).toEqual([importedByPath]);
});
