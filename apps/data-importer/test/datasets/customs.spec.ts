import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DBFFile } from 'dbffile';
import { exportaciones } from '../../src/datasets/exportaciones/layout.js';
import { Cell } from '../../src/datasets/importaciones/cell.js';
import { importaciones } from '../../src/datasets/importaciones/layout.js';
import { SeenSeries } from '../../src/datasets/importaciones/seen-series.js';
import type { CopiedRows } from '../../src/reading/source-file.js';
import { exportsBut, exportsOfAWeek, importsBut, importsOfAWeek, sscoWorkbook } from '../fixtures/binary.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

const name = 'ma31060926.dbf';

const titles = ['ruc', 'month', 'declaration', 'heading', 'country', 'fob', 'freight', 'insurance'];
/** The lines of a COPY, by column. */
const copiedIn = (rows: unknown[]) =>
  (rows as CopiedRows[])
    .flatMap(({ bytes }) => bytes.toString().split('\n').slice(0, -1))
    .map((line) => Object.fromEntries(line.split('\t').map((value, i) => [titles[i], value])));
const linesIn = (rows: unknown[]) => copiedIn(rows).filter(({ heading }) => heading !== '');
/** Those that stand for rejected lines. */
const unreadIn = (rows: unknown[]) => copiedIn(rows).filter(({ heading }) => heading === '');

describe('the layout of a week of customs', () => {
  it.each([1, 31, 64, 65536])('reads the lines of imports by RUC, in chunks of %i bytes', async (chunk) => {
    const { rows, rejects, parts, published, lines } = await readFiles(importaciones.layout, { main: fileOf(importsOfAWeek, name, chunk) });
    expect(linesIn(rows)).toEqual([
      {
        ruc: '20991000012',
        month: '2026-08',
        declaration: '118-26-400101',
        heading: '8703239090',
        country: 'CN',
        fob: '15000.000',
        freight: '900.000',
        insurance: '150.000',
      },
      {
        ruc: '20991000012',
        month: '2026-08',
        declaration: '118-26-400101',
        heading: '8708299000',
        country: 'CN',
        fob: '2500.125',
        freight: '100.000',
        insurance: '25.000',
      },
      {
        ruc: '20991234561',
        month: '2026-09',
        declaration: '118-26-400777',
        heading: '0804400000',
        country: 'MX',
        fob: '1200.000',
        freight: '0.000',
        insurance: '0.000',
      },
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['check_digit', 'no_such_day']);
    const nothing = { heading: '', country: '', fob: '0', freight: '0', insurance: '0' };
    expect(unreadIn(rows)).toEqual([{ ruc: '20991000012', month: '2026-08', declaration: '118-26-401001', ...nothing }]);
    expect((rows as CopiedRows[]).reduce((sum, copied) => sum + copied.rows, 0)).toBe(3);
    expect([parts, published, lines]).toEqual([['2026-08-31'], ['2026-09-27'], 6]);
  });

  it.each([1, 65536])('reads the lines of exports, without freight, in chunks of %i bytes', async (chunk) => {
    const { rows } = await readFiles(exportaciones.layout, fixtureOf(exportaciones, chunk));
    expect(linesIn(rows)).toEqual([
      {
        ruc: '20997777779',
        month: '2026-09',
        declaration: '172-26-000345',
        heading: '2603000000',
        country: 'CN',
        fob: '987654.321',
        freight: '0',
        insurance: '0',
      },
    ]);
  });

  describe('with a repeated series of a declaration', () => {
    it('keeps the first line of imports and rejects the second', async () => {
      const week = importsBut({}, { PART_NANDI: '8708299000' }, { NUME_SERIE: '2' });
      const { rows, rejects } = await readFiles(importaciones.layout, { main: fileOf(week, name) });
      expect(linesIn(rows).map(({ heading }) => heading)).toEqual(['8703239090', '8703239090']);
      const text = '20991000012|118|26|400101|1|20260831|8708299000|15000.000|900.000|150.000';
      expect(rejects).toEqual([{ line: 2, reason: 'repeated', text }]);
      expect(unreadIn(rows)).toEqual([]);
    });

    it('keeps the first line of exports and rejects the second', async () => {
      const week = exportsBut({}, { VFOBSERDOL: '1.000' }, { NSER: '2' });
      const { rows, rejects } = await readFiles(exportaciones.layout, { main: fileOf(week, 'x31060926.dbf') });
      expect(linesIn(rows).map(({ fob }) => fob)).toEqual(['987654.321', '987654.321']);
      expect(rejects).toMatchObject([{ line: 2, reason: 'repeated' }]);
    });

    it('keeps a line whose first occurrence was rejected for another reason', async () => {
      const { rows, rejects } = await readFiles(importaciones.layout, { main: fileOf(importsBut({ FOB_DOLPOL: 'x' }, {}), name) });
      expect([linesIn(rows).length, rejects.map(({ reason }) => reason)]).toEqual([1, ['amount']]);
    });
  });

  it.each<[string, Record<string, string>[]]>([
    ['another customs house', [{}, { CODI_ADUAN: '235' }]],
    ['another year', [{}, { ANO_PRESE: '25' }]],
    ['another declaration', [{}, { NUME_CORRE: '400102' }]],
    ['another series', [{}, { NUME_SERIE: '2' }]],
    ['no number of a series', [{ NUME_SERIE: '' }, { NUME_SERIE: '' }]],
    ['letters in a declaration', [{ NUME_CORRE: '40010A' }, { NUME_CORRE: '40010A' }]],
  ])('keeps both lines with %s', async (_, lines) => {
    const { rows, rejects } = await readFiles(importaciones.layout, { main: fileOf(importsBut(...lines), name) });
    expect([linesIn(rows).length, rejects]).toEqual([2, []]);
  });

  it.each([
    ['an amount below zero', 'amount', { FOB_DOLPOL: '-12.50' }],
    ['freight below zero', 'amount', { FLE_DOLAR: '-1' }],
    ['insurance below zero', 'amount', { SEG_DOLAR: '-0.01' }],
    ['a heading with letters', 'form', { PART_NANDI: '87032390AB' }],
    ['a heading with a sign', 'form', { PART_NANDI: '-870323909' }],
    ['a heading of eight digits', 'form', { PART_NANDI: '87032390' }],
    ['no heading', 'form', { PART_NANDI: '' }],
  ])('rejects only the line of imports with %s', async (_, reason, cells) => {
    const { rows, rejects } = await readFiles(importaciones.layout, { main: fileOf(importsBut(cells, { NUME_SERIE: '2' }), name) });
    expect(linesIn(rows).map(({ heading, fob }) => [heading, fob])).toEqual([['8703239090', '15000.000']]);
    expect(unreadIn(rows)).toMatchObject([{ ruc: '20991000012', month: '2026-08', fob: '0' }]);
    expect(rejects).toMatchObject([{ line: 1, reason }]);
  });

  it.each([
    ['an amount below zero', 'amount', { VFOBSERDOL: '-12.50' }],
    ['a heading with letters', 'form', { PART_NANDI: '26030000A0' }],
  ])('rejects only the line of exports with %s', async (_, reason, cells) => {
    const { rows, rejects } = await readFiles(exportaciones.layout, { main: fileOf(exportsBut(cells, { NSER: '2' }), 'x31060926.dbf') });
    expect(linesIn(rows).map(({ heading, fob }) => [heading, fob])).toEqual([['2603000000', '987654.321']]);
    expect(rejects).toMatchObject([{ line: 1, reason }]);
  });

  it.each([
    ['a year with its century', ['118', '2026', '400101', '1'], false],
    ['a number longer than any known', ['118', '26', '4001011', '1'], true],
  ])('tells whether a series is new: %s', (_, texts, isNew) => {
    const seen = new SeenSeries();
    const cells = texts.map((text) => {
      const cell = new Cell({ from: 0, to: text.length });
      cell.look(Buffer.from(text), 0);
      return cell;
    });
    expect([seen.add(cells), seen.add(cells)]).toEqual([true, isNew]);
  });

  it('recognizes every series of a file with 600,000 lines', () => {
    const bytes = Buffer.from('118260000000001');
    const places = [0, 3, 5, 11, 15];
    const cells = places.slice(1).map((to, i) => new Cell({ from: places[i]!, to }));
    const seen = new SeenSeries();
    const isNew = (number: number) => {
      bytes.write(String(number).padStart(6, '0'), 5);
      for (const cell of cells) cell.look(bytes, 0);
      return seen.add(cells);
    };
    let fresh = 0;
    for (let number = 0; number < 600_000; number += 1) if (isNew(number)) fresh += 1;
    expect([fresh, ...[0, 524_287, 599_999].map(isNew)]).toEqual([600_000, false, false, false]);
  });

  it('escapes a backslash for COPY and keeps letters beyond ASCII', async () => {
    const odd = Buffer.from(importsOfAWeek);
    const at = odd.indexOf('CN');
    odd.write('\\\u00d1', at, 'latin1');
    const { rows } = await readFiles(importaciones.layout, { main: fileOf(odd, name) });
    expect(linesIn(rows)[0]).toMatchObject({ country: '\\\\\u00d1', fob: '15000.000' });
  });

  it('reads the same values as another dBase reader', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dbf-'));
    try {
      writeFileSync(join(folder, name), importsOfAWeek);
      const table = await DBFFile.open(join(folder, name), { encoding: 'latin1' });
      const taken = (await table.readRecords()).filter((record) => record.TIPO_DOCUM === '4' && record.LIBR_TRIBU !== '20991000013');
      const theirs = taken.slice(0, 3).map((record) => [record.LIBR_TRIBU, Number(record.PART_NANDI), Number(record.FOB_DOLPOL)]);
      const { rows } = await readFiles(importaciones.layout, fixtureOf(importaciones));
      expect(linesIn(rows).map(({ ruc, heading, fob }) => [ruc, Number(heading), Number(fob)])).toEqual(theirs);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['ma29050726.dbf', '2026-06-29'],
    ['ma28030127.dbf', '2026-12-28'],
  ])('takes its first day from its file name: %s begins on %s', async (file, day) => {
    expect((await readFiles(importaciones.layout, { main: fileOf(importsOfAWeek, file) })).parts).toEqual([day]);
  });

  it.each([
    ['a 13th month', [126, 13, 27]],
    ['no month', [126, 0, 27]],
    ['no day', [126, 9, 0]],
    ['a 31st of September', [126, 9, 31]],
    ['a year of the last century', [26, 9, 27]],
  ])('has no day of publication if its header has %s', async (_, writtenOn) => {
    const week = Buffer.from(importsOfAWeek);
    week.set(writtenOn, 1);
    expect((await readFiles(importaciones.layout, { main: fileOf(week, name) })).published).toEqual([]);
  });

  it.each([
    ['the name of no week', importsOfAWeek, 'week.dbf', 'does not say which week'],
    ['a first day that is not in its week', importsOfAWeek, 'ma01300926.dbf', '01 is not in the week that ends on 2026-09-30'],
    ['records missing at its end', importsOfAWeek.subarray(0, -200), name, 'the header declares 7 records and 5 are there'],
    ['half a header', importsOfAWeek.subarray(0, 100), name, 'ends before its header does'],
    ['another kind of file', Buffer.from('<html>'.repeat(20)), name, 'not a dBase III table'],
    ['a table of exports', exportsOfAWeek, name, 'the table has no column CODI_ADUAN'],
  ])('is refused with %s', async (_, bytes, file, message) => {
    await expect(readFiles(importaciones.layout, { main: fileOf(bytes, file) })).rejects.toThrow(message);
  });
});

it('the binary fixtures match the script that makes them', () => {
  const made = {
    'importaciones/ma31060926.dbf': importsOfAWeek,
    'exportaciones/x31060926.dbf': exportsOfAWeek,
    'ssco/sujesincapacidadOperativa.xlsx': sscoWorkbook,
  };
  for (const [file, bytes] of Object.entries(made))
    expect(readFileSync(join(import.meta.dirname, '../fixtures', file)).equals(bytes)).toBe(true);
});
