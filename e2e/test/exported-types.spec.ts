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

/** The names between the braces of `import { … } from` and `export { … } from`, and the one after `import('…')`. No file imports itself. */
function importedNames(text: string): string[] {
  const lists = [...text.matchAll(/^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from/gm)].flatMap(([, names]) => names!.split(','));
  const inPlace = [...text.matchAll(/\bimport\('[^']+'\)\.(\w+)/g)].map(([, name]) => name!);
  return [...lists.map((name) => /(?:type )?(\w*)/.exec(name.trim())![1]!), ...inPlace];
}

it('every exported type is imported by another file', () => {
  const texts = new Map(
    ['apps', 'libs', 'e2e', 'benchmarks'].flatMap(filesOf).map((file) => [file, readFileSync(join(repository, file), 'utf8')]),
  );
  const imported = new Set([...texts.values()].flatMap(importedNames));
  const exported = [...texts].flatMap(([file, text]) => [...text.matchAll(exportedType)].map(([, name]) => ({ file, name: name! })));
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter(({ name }) => !imported.has(name))).toEqual([]);
});
