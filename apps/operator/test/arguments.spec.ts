import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CommanderError, InvalidArgumentError } from 'commander';
import {
  addressArgument,
  datasetArgument,
  dayArgument,
  emailArgument,
  idArgument,
  momentArgument,
  monthsArgument,
  nameArgument,
  rejectReasonArgument,
  triggerArgument,
  UsageError,
  uuidArgument,
  versionArgument,
} from '../src/commands/action.js';
import { buildProgram } from '../src/program.js';
import { NoSystemError } from '../src/running-system.js';

describe('an argument', () => {
  it('is normalized', () => {
    expect(uuidArgument('0D4F6A52-3F0B-4C1E-9A57-2C1F3B9E7D10')).toBe('0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10');
    expect(nameArgument(' Ñandú S.A.C. ')).toBe('Ñandú S.A.C.');
    expect(emailArgument('Ana@Demo.example')).toBe('ana@demo.example');
    expect(dayArgument('2028-02-29')).toBe('2028-02-29');
    expect(monthsArgument('012')).toBe(12);
    for (const moment of ['2026-12-01T01:15:45Z', '2026-11-30 20:15:45', '2026-11-30T20:15:45-05:00']) {
      expect(momentArgument(moment)).toEqual(new Date('2026-12-01T01:15:45Z'));
    }
    expect(addressArgument('http://127.0.0.1:3000/')).toBe('http://127.0.0.1:3000');
  });

  it.each([
    ['an id', uuidArgument, ['', '0d4f6a52', '0d4f6a523f0b4c1e9a572c1f3b9e7d10']],
    ['a name', nameArgument, ['', '  ', 'a\nb', 'x'.repeat(201)]],
    ['an email', emailArgument, ['', 'ana', 'ana@demo', 'a na@demo.example', '@demo.example', 'ana@demo..example', 'ñandú@demo.example']],
    ['an email that the product stores', emailArgument, [`ana@${'demo.'.repeat(50)}e`]],
    ['a day', dayArgument, ['', '2027-02-29', '2026-13-01', '2026-12', '26-12-31', '2026-12-31T00:00']],
    ['a moment', momentArgument, ['', 'ayer', '2026-12-01', '2026-13-01 10:00', '2026-11-30 25:00']],
    ['the id of a trigger', triggerArgument, ['', '5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e', 'trg_5F0C8A4E2B7D4F6A9C1E3D5B7F9A1C3E']],
    ['an id of any kind', idArgument, ['', 'a b', 'x'.repeat(101)]],
    ['a number of months', monthsArgument, ['', '-1', '1.5', '1e3', 'x', '1000001']],
    ['the name of a data set', datasetArgument, ['', 'UN', 'u', 'padron-reducido', '1un', 'x'.repeat(41)]],
    ['the number of a version', versionArgument, ['', '0', '01', '1.5', '-1', '1000000000', '9999999999']],
    ['a reason of rejected lines', rejectReasonArgument, ['', 'NO_NAME', 'x'.repeat(41)]],
    ['an address', addressArgument, ['', '127.0.0.1:3000', 'file:///tmp', 'redis://h']],
  ])('is refused when it is not %s', (_what, parse, wrong) => {
    for (const text of wrong) expect(() => parse(text)).toThrow(InvalidArgumentError);
  });
});

const programWithoutSystem = () => buildProgram({ environment: { VIGIA_HOME: '/nowhere' }, print: () => {}, isTerminal: false });

/** The error of a command in a folder without a running system: what could be sent ends with `NoSystemError`. */
async function errorOf(...args: string[]): Promise<unknown> {
  const program = programWithoutSystem();
  for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])])
    command.exitOverride().configureOutput({ writeErr: () => {} });
  return program.parseAsync(args, { from: 'user' }).catch((error: unknown) => error);
}

it('--version prints the commit of the build and its date', async () => {
  const build = { VIGIA_COMMIT: '6c120320639bb94e606ed594962ebb1a3170b982', VIGIA_COMMIT_DATE: '2026-11-30T23:41:02-05:00' };
  const program = buildProgram({ environment: build, print: () => {}, isTerminal: false });
  let printed = '';
  program.configureOutput({ writeOut: (text) => (printed += text) });
  await expect(program.parseAsync(['--version'], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
  expect(printed).toBe(`${build.VIGIA_COMMIT} ${build.VIGIA_COMMIT_DATE}\n`);
});

it('charges are refused for a period that ends before it begins', async () => {
  const command = 'billing charges --corporation 0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10 --from 2026-02-01 --to 2026-01-31';
  expect(await errorOf(...command.split(' '))).toBeInstanceOf(UsageError);
});

it('attempts are listed of either a trigger or a configuration', async () => {
  const [configuration, trigger] = ['0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10', 'trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e'];
  const attempts = (...options: string[]) => errorOf('webhook', 'attempts', ...options);
  expect(await attempts()).toBeInstanceOf(UsageError);
  expect(await attempts('--trigger', trigger, '--configuration', configuration)).toBeInstanceOf(CommanderError);
  expect(await attempts('--trigger', trigger)).toBeInstanceOf(NoSystemError);
  expect(await attempts('--configuration', configuration)).toBeInstanceOf(NoSystemError);
});

describe('nothing is sent that its service would refuse unread', () => {
  const onDataset = [
    'import',
    'check',
    'versions',
    'diff',
    'rejects',
    'rollback --reason r',
    'retire --reason r',
    'prune',
    'inquiry',
    'pause --reason r',
    'resume',
  ];
  it.each(onDataset)('dataset %s', async (rest) => {
    const [command = '', ...options] = rest.split(' ');
    expect(await errorOf('dataset', command, 'padron_reducido', ...options)).toBeInstanceOf(NoSystemError);
    expect(await errorOf('dataset', command, 'padron-reducido', ...options)).toBeInstanceOf(CommanderError);
  });

  const verdict = (list: string, entity: string, fingerprint: string) =>
    [
      ['hit', 'dismiss', '--document', '20990000043', '--reason', 'r'],
      ['--list', list, '--entity', entity, '--fingerprint', fingerprint],
    ].flat();
  const fingerprint = `-_${'x'.repeat(20)}`;

  it('a verdict on a hit as it was listed', async () => {
    expect(await errorOf(...verdict('un', '1', fingerprint))).toBeInstanceOf(NoSystemError);
  });

  it.each([
    ['a list without a name', ['list', 'rescreen', '']],
    ['the progress of such a list', ['list', 'rescreening', 'x'.repeat(201)]],
    ['a verdict on such a list', verdict(' ', '1', fingerprint)],
    ['a verdict on an entry without a number', verdict('un', '', fingerprint)],
    ['a verdict on a hit that nobody has listed', verdict('un', '1', '-')],
    ['two versions, one of them beyond every number', ['dataset', 'diff', 'un', '1', '9999999999']],
    ['a source that there is not', ['source', 'pause', 'legales', '--reason', 'r']],
    ['an id that is none', ['user', 'deactivate', '7']],
  ])('%s', async (_what, args) => {
    expect(await errorOf(...args)).toBeInstanceOf(CommanderError);
  });

  it('a file of taxpayers that could not be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-inquiry-'));
    const file = join(folder, 'ruc.zip');
    writeFileSync(file, '');
    const inquiryTo = (path: string) => errorOf('dataset', 'inquiry', 'consulta_multiple', '--to', path);
    try {
      for (const path of [folder, `${folder}/`, file]) expect(await inquiryTo(path)).toBeInstanceOf(NoSystemError);
      for (const path of [`${folder}/nada/`, `${folder}/nada/ruc.zip`, `${file}/`])
        expect(await inquiryTo(path)).toBeInstanceOf(UsageError);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('more files than one import takes, or a path that is too long', async () => {
    const files = (count: number, name: string) => Array.from({ length: count }, () => ['--file', name]).flat();
    expect(await errorOf('dataset', 'import', 'un', ...files(20, 'a.xml'))).toBeInstanceOf(NoSystemError);
    expect(await errorOf('dataset', 'import', 'un', ...files(21, 'a.xml'))).toBeInstanceOf(UsageError);
    expect(await errorOf('dataset', 'import', 'un', ...files(1, 'a'.repeat(1_001)))).toBeInstanceOf(UsageError);
  });
});

describe('the tables of docs/operator.md', () => {
  const page = readFileSync(new URL('../../../docs/operator.md', import.meta.url), 'utf8');
  const groups = new Map(programWithoutSystem().commands.map((group) => [group.name(), group.commands]));
  /** By command: the options in the cell with the command, and the text of every row about it. */
  const rows = new Map<string, { options: string[]; text: string }>();
  const optionsIn = (text: string): string[] => text.match(/--[a-z-]+/g) ?? [];
  for (const [text, cell] of page.matchAll(/^\| (`[^|]+) \|.*$/gm)) {
    let group = '';
    for (const [, span] of cell!.matchAll(/`([^`]+)`/g)) {
      const words = span!.split(' ');
      if (groups.get(words[0]!)?.length) group = words.shift()!;
      const key = `${group} ${words[0]}`;
      if (!groups.get(group)?.some((command) => command.name() === words[0])) continue;
      const before = rows.get(key) ?? { options: [], text: '' };
      rows.set(key, { options: [...before.options, ...optionsIn(span!)], text: before.text + text });
    }
  }

  it.each([...rows])('name every option of a command, and no other: %s', (key, { options, text }) => {
    const [group, name] = key.split(' ');
    const command = groups.get(group!)!.find((one) => one.name() === name)!;
    const known = command.options.map(({ long }) => long!).filter((long) => long !== '--json');
    expect(known.filter((option) => !optionsIn(text).includes(option))).toEqual([]);
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
  });

  it('are about more than twenty commands', () => {
    expect(rows.size).toBeGreaterThan(20);
  });
});

describe('the runbooks', () => {
  const folder = new URL('../../../docs/runbooks/', import.meta.url);
  const spans = readdirSync(folder).flatMap((page) =>
    [...readFileSync(new URL(page, folder), 'utf8').matchAll(/`(npm run vigia -- )?([^`]+)`/g)].map(
      ([, start, text]) => [page, start, text!.split(/\s+/)] as const,
    ),
  );
  const groups = new Map(programWithoutSystem().commands.map((group) => [group.name(), group.commands.map((command) => command.name())]));
  // Two words alone may only mention a command.
  const isWhole = ([group = '', command = '', ...rest]: string[]) => groups.get(group)?.includes(command) && rest.length > 0;
  const commands = spans.filter(([, start, words]) => start || isWhole(words));

  it.each(commands.map(([page, , words]) => [page, words.join(' ')]))('show a whole command: %s: %s', async (_page, command) => {
    const places: Record<string, string> = {
      '<id>': '0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10',
      '<day>': '2026-12-31',
      '<text>': 'r',
      '<reason>': 'r',
    };
    const name = command.startsWith('source ') ? 'protestos' : 'padron_reducido';
    const words = command.split(' ').map((word) => places[word] ?? word.replace('<name>', name));
    expect(await errorOf(...words)).toBeInstanceOf(NoSystemError);
  });
});
