import { describe, expect, it } from '@jest/globals';
import { datasets } from '../../src/datasets/datasets.js';
import { padronReducido } from '../../src/datasets/padron_reducido/layout.js';
import type { CopiedRows } from '../../src/reading/source-file.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';
import { companies } from '../running/padron.js';

const asBytes = datasets.filter(({ kind }) => kind === 'taxpayers' || kind === 'premises');
/** From single bytes, through pieces that cut every field, to pieces that hold whole fields. */
const chunks = [1, 2, 3, 4, 5, 6, 7, 11, 16, 31, 61, 64];
const textOf = (rows: unknown[]) => (rows as CopiedRows[]).map(({ bytes }) => bytes.toString()).join('');

describe.each(asBytes)('$name', (dataset) => {
  it('gives the same bytes for a COPY in chunks of any size', async () => {
    const whole = textOf((await readFiles(dataset.layout, fixtureOf(dataset))).rows);
    expect(whole).toContain('CAR. ');
    for (const chunk of chunks) expect(textOf((await readFiles(dataset.layout, fixtureOf(dataset, chunk))).rows)).toBe(whole);
  });

  it.each([
    ['CR-LF', '\r\n'],
    ['CR alone', '\r'],
  ])('gives the same bytes when lines end in %s, in chunks of any size', async (_, end) => {
    const whole = textOf((await readFiles(dataset.layout, fixtureOf(dataset))).rows);
    const pieces: Buffer[] = [];
    for await (const piece of fixtureOf(dataset).main!.open()) pieces.push(piece);
    const content = Buffer.from(Buffer.concat(pieces).toString('latin1').replaceAll(/\r?\n/g, end), 'latin1');
    for (const chunk of chunks)
      expect(textOf((await readFiles(dataset.layout, { main: fileOf(content, 'file', chunk) })).rows)).toBe(whole);
  });

  it('is refused as a page of HTML or in UTF-16', async () => {
    const page = fileOf('<!DOCTYPE html><html><body>Request Rejected</body></html>');
    await expect(readFiles(dataset.layout, { main: page })).rejects.toMatchObject({ name: 'UnreadableFile' });
    const wide = fileOf(Buffer.from('\uFEFFRUC|', 'utf16le'));
    await expect(readFiles(dataset.layout, { main: wide })).rejects.toThrow('written in UTF-16: save it as UTF-8');
  });
});

describe('the padrón', () => {
  const header = 'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|';
  const rest = 'CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|';
  const line = (ruc: string, name: string, ubigeo = '-') => `${ruc}|${name}|ACTIVO|HABIDO|${ubigeo}|-|-|-|-|-|-|-|-|-|-|`;

  it('is refused when the lines of more taxpayers cannot be read than it can remember', async () => {
    const rucs = function* () {
      for (let number = 0; ; number += 1) {
        const ten = `20${String(number).padStart(8, '0')}`;
        const sum = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, i) => total + weight * Number(ten[i]), 0);
        yield `${ten}${(11 - (sum % 11)) % 10}`;
      }
    };
    const endless = async function* () {
      yield await Promise.resolve(Buffer.from(`${header}${rest}\n`));
      for (const ruc of rucs()) yield Buffer.from(`${line(ruc, 'UNA | OTRA')}\n`);
    };
    const main = { name: 'padron_reducido_ruc.txt', open: endless };
    await expect(readFiles(padronReducido.layout, { main })).rejects.toThrow('more than 200000 taxpayers');
  });

  it('is refused when more of its statuses are unknown than a register has: the column holds something else', async () => {
    let lines = 0;
    const numbered = async function* () {
      yield await Promise.resolve(Buffer.from(`${header}${rest}\n`));
      for (const ruc of companies(5_000)) {
        yield Buffer.from(`${line(ruc, 'UNA').replace('ACTIVO', `${100_000 + lines}`)}\n`);
        lines += 1;
      }
    };
    const main = { name: 'padron_reducido_ruc.txt', open: numbered };
    await expect(readFiles(padronReducido.layout, { main })).rejects.toMatchObject({
      code: 'form',
      message: 'more than 1000 different statuses are not known',
    });
    expect(lines).toBe(1_000);
  });

  it('keeps a status that is too long to be one, in each of its lines', async () => {
    const long = (ruc: string) => line(ruc, 'UNA').replace('ACTIVO', `${'LARGO '.repeat(40)}${ruc}`);
    const content = [`${header}${rest}`, ...companies(1_100).map(long), ''].join('\n');
    const read = await readFiles(padronReducido.layout, { main: fileOf(content, 'padron.txt', 64 * 1024) });
    expect(read.unknown).toHaveLength(1_100);
    expect(textOf(read.rows)).toContain('LARGO 20991000012\t');
  });

  it('has a row without a name for each taxpayer whose line alone is rejected', async () => {
    const { rows, rejects } = await readFiles(padronReducido.layout, {
      main: fileOf(
        [
          header + rest,
          line('20991000012', '-'),
          line('20991000021', 'UNA | OTRA'),
          line('20991000039', 'DOS | VECES'),
          line('20991000039', 'DOS VECES'),
          line(' 10999900017 ', ''),
          '20991000047',
          line('20991000056', 'DIGITO | MALO'),
          'AV. PERDIDA 123|-|-|',
          '',
        ].join('\n'),
      ),
    });
    expect(rejects.map(({ line: at, reason }) => [at, reason])).toEqual([
      [2, 'no_name'],
      [3, 'columns'],
      [4, 'columns'],
      [6, 'no_name'],
      [7, 'columns'],
      [8, 'columns'],
      [9, 'columns'],
    ]);
    expect(textOf(rows).split('\n')).toEqual([
      '20991000039\tDOS VECES\tACTIVO\tHABIDO\t\\N\t\\N',
      ...['20991000012', '20991000021', '10999900017', '20991000047'].map((ruc) => `${ruc}\t\t\\N\t\\N\t\\N\t\\N`),
      '',
    ]);
  });

  it('has the place of the number in its titles, or takes no number from a misfit', async () => {
    const moved = fileOf([`NOMBRE O RAZÓN SOCIAL|RUC|${header.slice(26)}${rest}`, '20991000012|20991000012|ACTIVO|', ''].join('\n'));
    const { rows, rejects } = await readFiles(padronReducido.layout, { main: moved });
    expect(rejects).toHaveLength(1);
    expect(textOf(rows)).toBe('');
  });
});
