import { describe, expect, it } from '@jest/globals';
import { datasets } from '../../src/datasets/datasets.js';
import type { CopiedRows } from '../../src/reading/source-file.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

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
