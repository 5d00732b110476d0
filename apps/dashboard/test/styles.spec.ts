import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const source = join(import.meta.dirname, '../src');
const library = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'esm');
const imports = /import \{([^}]+)\} from '@mantine\/core'/g;
const ofLibrary = /import (?:\{ (\w+)[^}]*\}|\w+) from "(\.[^"]+)"/g;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

/** The style sheets that a module of the library needs: its own and those of the components inside it. */
function sheetsOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const own = /(\w+)\.module\.mjs$/.exec(file)?.slice(1) ?? [];
  return [
    ...own,
    ...[...readFileSync(file, 'utf8').matchAll(ofLibrary)].flatMap(([, , path]) => sheetsOf(join(dirname(file), path!), seen)),
  ];
}

it('theme/styles.ts has the style sheet of every component that a screen uses', () => {
  const listed = readFileSync(join(source, 'theme/styles.ts'), 'utf8');
  const modules = new Map([...readFileSync(join(library, 'index.mjs'), 'utf8').matchAll(ofLibrary)].map(([, name, path]) => [name, path!]));
  const texts = files.map(textOf);
  const used = texts.flatMap((text) =>
    [...text.matchAll(imports)].flatMap(([, names]) => names!.split(',').flatMap((name) => modules.get(name.trim()) ?? [])),
  );
  // Some have parts with a sheet of their own, such as `Checkbox.Card`.
  const isUsed = (sheet: string) => {
    const [, whole, part] = /^(Checkbox|Radio)(\w+)$/.exec(sheet) ?? [];
    return !whole || texts.some((text) => text.includes(`<${whole}.${part}`));
  };
  const seen = new Set<string>();
  const needed = used.flatMap((path) => sheetsOf(join(library, path), seen)).filter(isUsed);
  expect(needed.length).toBeGreaterThan(10);
  expect(needed.filter((name) => !listed.includes(`/styles/${name}.css'`))).toEqual([]);
});

it('only an ActButton starts an act that takes a while', () => {
  const others = files.filter((file) => file !== join('kit', 'act-button.tsx'));
  const buttonsOf = (file: string) => textOf(file).match(/<(?:Button|ActionIcon)\b[^<]*/g) ?? [];
  // A button that only closes a dialog starts no act.
  const begins = (button: string) =>
    /\bloading=|disabled=\{[^}]*(?:[pP]ending|isEnding)/.test(button) && !button.includes('onClick={onClose}');
  expect(others.filter((file) => buttonsOf(file).some(begins))).toEqual([]);
});

it('every class that a component names is in the style sheet that it names', () => {
  const sheetsOfFile = (file: string) => [...textOf(file).matchAll(/import (\w+) from '(#|\.\/)([^']+\.module\.css)';/g)];
  const named = files.flatMap((file) =>
    sheetsOfFile(file).flatMap(([, name, from, sheet]) => {
      const rules = textOf(from === '#' ? sheet! : join(dirname(file), sheet!));
      const classes = [...textOf(file).matchAll(new RegExp(String.raw`(?<![\w/.])${name}\.(\w+)`, 'g'))].map(([, one]) => one!);
      return classes.map((one) => ({ file, one, isThere: new RegExp(String.raw`\.${one}\b`).test(rules) }));
    }),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ isThere }) => !isThere)).toEqual([]);
});
