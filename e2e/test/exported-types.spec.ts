import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../..');
const exportedType = /^export (?:type|interface) (\w+)/gm;

function filesOf(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));
}

it('every exported type is used in another file', () => {
  const texts = new Map(
    ['apps', 'libs', 'e2e', 'benchmarks'].flatMap(filesOf).map((file) => [file, readFileSync(join(repository, file), 'utf8')]),
  );
  const namedIn = new Map<string, number>();
  for (const text of texts.values()) for (const word of new Set(text.match(/\w+/g))) namedIn.set(word, (namedIn.get(word) ?? 0) + 1);
  const exported = [...texts].flatMap(([file, text]) => [...text.matchAll(exportedType)].map(([, name]) => ({ file, name: name! })));
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter(({ name }) => namedIn.get(name) === 1)).toEqual([]);
});
