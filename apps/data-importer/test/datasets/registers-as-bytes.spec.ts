import { describe, expect, it } from '@jest/globals';
import { datasets } from '../../src/datasets/datasets.js';
import type { CopiedRows } from '../../src/reading/source-file.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

const asBytes = datasets.filter(({ kind }) => kind === 'taxpayers' || kind === 'premises');
const textOf = (rows: unknown[]) => (rows as CopiedRows[]).map(({ bytes }) => bytes.toString()).join('');

describe.each(asBytes)('$name', (dataset) => {
  it('gives the same bytes for a COPY, whatever the chunks in which its file comes', async () => {
    const whole = textOf((await readFiles(dataset.layout, fixtureOf(dataset))).rows);
    expect(whole).toContain('CAR. ');
    for (let chunk = 1; chunk <= 64; chunk += 1)
      expect(textOf((await readFiles(dataset.layout, fixtureOf(dataset, chunk))).rows)).toBe(whole);
  });

  it('refuses what is something else under its name', async () => {
    const page = fileOf('<!DOCTYPE html><html><body>Request Rejected</body></html>');
    await expect(readFiles(dataset.layout, { main: page })).rejects.toMatchObject({ name: 'UnreadableFile' });
  });
});
