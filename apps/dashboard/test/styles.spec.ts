import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const source = join(import.meta.dirname, '../src');
const sheets = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Badge.css'));
const imports = /import \{([^}]+)\} from '@mantine\/core'/g;

/** The components inside a component: it needs their style sheets as well as its own. */
const madeOf: Record<string, string[]> = {
  Menu: ['Popover'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton'],
  Drawer: ['ModalBase', 'Overlay', 'CloseButton'],
  Select: ['Combobox', 'Popover', 'Input', 'ScrollArea'],
  MultiSelect: ['Combobox', 'Popover', 'Input', 'Pill', 'PillsInput'],
  TagsInput: ['Combobox', 'Popover', 'Input', 'Pill', 'PillsInput'],
  Autocomplete: ['Combobox', 'Popover', 'Input'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  NumberInput: ['Input'],
  PasswordInput: ['Input', 'ActionIcon'],
  JsonInput: ['Input'],
  FileButton: ['UnstyledButton'],
  SegmentedControl: ['FloatingIndicator'],
  Tabs: ['FloatingIndicator'],
  Button: ['Loader'],
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

it('theme/styles.ts has the style sheet of every component that a screen uses', () => {
  const listed = readFileSync(join(source, 'theme/styles.ts'), 'utf8');
  const used = files.flatMap((file) =>
    [...textOf(file).matchAll(imports)].flatMap(([, names]) => names!.split(',').map((name) => name.trim())),
  );
  const needed = new Set(used.flatMap((name) => [name, ...(madeOf[name] ?? [])]).filter((name) => existsSync(join(sheets, `${name}.css`))));
  expect(needed.size).toBeGreaterThan(10);
  expect([...needed].filter((name) => !listed.includes(`/styles/${name}.css'`))).toEqual([]);
});

it('only an ActButton starts an act that takes a while', () => {
  const others = files.filter((file) => file !== join('kit', 'act-button.tsx'));
  const buttonsOf = (file: string) => textOf(file).match(/<(?:Button|ActionIcon)\b[^<]*/g) ?? [];
  // A button that only closes a dialog starts no act.
  const begins = (button: string) =>
    /\bloading=|disabled=\{[^}]*(?:[pP]ending|isEnding)/.test(button) && !button.includes('onClick={onClose}');
  expect(others.filter((file) => buttonsOf(file).some(begins))).toEqual([]);
});
