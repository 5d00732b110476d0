import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../..');
const exportedType = /^export (?:type|interface) (\w+)/gm;

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
  const inPlace = [...text.matchAll(/\bimport\('([^']+)'\)\.(\w+)/g)].map(([, from, name]) => [from!, name!] as const);
  return [...lists, ...inPlace].map(([from, name]) => `${placeOf(from, file)} ${name}`);
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

it('every exported type is imported by another file', () => {
  const texts = new Map(
    ['apps', 'libs', 'e2e', 'benchmarks'].flatMap(filesOf).map((file) => [file, readFileSync(join(repository, file), 'utf8')]),
  );
  const imported = new Set([...texts].flatMap(([file, text]) => importedBy(file, text)));
  const exported = [...texts].flatMap(([file, text]) => [...text.matchAll(exportedType)].map(([, name]) => ({ file, name: name! })));
  expect(exported.length).toBeGreaterThan(100);
  const isImported = ({ file, name }: (typeof exported)[number]) =>
    [withoutEnding(file), libraryOf(file)].some((place) => imported.has(`${place} ${name}`));
  expect(exported.filter((one) => !isImported(one))).toEqual([]);
});
