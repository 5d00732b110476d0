import { describe, expect, it } from '@jest/globals';
import { csvRecords } from '../../src/reading/csv.js';
import { fileOf } from '../read-dataset.js';

async function records(text: string | Buffer, form: Parameters<typeof csvRecords>[1] = {}, chunk = 64) {
  const found: [number, string[]][] = [];
  for await (const { line, cells } of csvRecords(fileOf(text, 'a.csv', chunk).open(), form)) found.push([line, cells]);
  return found;
}

describe('quoted CSV', () => {
  const text = '\uFEFFa,"b ""b"""\r\n\r\n"two\nlines",ñ\r\nlast,one';
  const expected = [
    [1, ['a', 'b "b"']],
    [4, ['two\nlines', 'ñ']],
    [5, ['last', 'one']],
  ];

  it.each([1, 2, 3, 5, 64])('gives the same records in chunks of %i bytes', async (chunk) => {
    expect(await records(text, {}, chunk)).toEqual(expected);
  });

  it.each([1, 64])('loses control characters, and records of nothing else, in chunks of %i bytes', async (chunk) => {
    expect(await records('a\u0000b,"\u0001c\td\u007F"\n\u001A', {}, chunk)).toEqual([[1, ['ab', 'c\td']]]);
  });

  it('may have a bare quote in a cell, for a publisher that writes them', async () => {
    expect(await records('1;a "bare quote;x\n', { delimiter: ';', bareQuotes: true })).toEqual([[1, ['1', 'a "bare quote', 'x']]]);
  });

  it.each([
    ['a,"never closed\n', 'not readable as CSV'],
    [`a,"${'x'.repeat(1_100_000)}"\n`, 'not readable as CSV'],
    [Buffer.from('\uFEFFa,b\n', 'utf16le'), 'written in UTF-16'],
  ])('is refused when it is broken, endless or in wide characters (case %#)', async (content, message) => {
    await expect(records(content)).rejects.toThrow(message);
  });

  it.each([1, 3, 64])('is refused in another encoding than expected, in chunks of %i bytes', async (chunk) => {
    const letters = Buffer.from('code,name\n0111,producción agrícola\n', 'latin1');
    await expect(records(letters, {}, chunk)).rejects.toMatchObject({ code: 'encoding' });
    await expect(records(Buffer.from('a,ó').subarray(0, -1), {}, chunk)).rejects.toMatchObject({ code: 'encoding' });
    expect(await records(letters, { encoding: 'latin1' }, chunk)).toEqual([
      [1, ['code', 'name']],
      [2, ['0111', 'producción agrícola']],
    ]);
  });

  it.each([1, 64])('may mix lines in UTF-8 and Latin-1 where Latin-1 is expected, in chunks of %i bytes', async (chunk) => {
    const mixed = Buffer.concat([Buffer.from('1,José Núñez\n'), Buffer.from('2,José Núñez\n', 'latin1')]);
    expect(await records(mixed, { encoding: 'latin1' }, chunk)).toEqual([
      [1, ['1', 'José Núñez']],
      [2, ['2', 'José Núñez']],
    ]);
    const marked = Buffer.concat([Buffer.from('\uFEFF"1",Şahin 李\n'), Buffer.from('2,José Núñez\n', 'latin1')]);
    expect(await records(marked, { encoding: 'latin1' }, chunk)).toEqual([
      [1, ['1', 'Şahin 李']],
      [2, ['2', 'José Núñez']],
    ]);
  });

  it('passes on an error of reading the file', async () => {
    async function* broken() {
      yield await Promise.resolve(Buffer.from('a,b\n'));
      throw new Error('the disk is gone');
    }
    await expect(csvRecords(broken()).next()).rejects.toThrow('the disk is gone');
  });
});
