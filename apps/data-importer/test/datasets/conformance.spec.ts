import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { UnreadableFile, type Dataset } from '../../src/datasets/dataset.js';
import { datasets } from '../../src/datasets/datasets.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

const chunkSizes = Array.from({ length: 64 }, (_, i) => i + 1);

/** Rows that are ready to be copied come in batches, whose borders say nothing. */
function content(rows: unknown[]): unknown {
  const copied = rows as { bytes?: Buffer }[];
  return copied[0]?.bytes ? copied.map(({ bytes }) => bytes!.toString()).join('') : rows;
}

async function read(dataset: Dataset, chunk?: number): Promise<unknown> {
  const { rows, rejects, published, parts } = await readFiles(dataset.layout, fixtureOf(dataset, chunk));
  return { rows: content(rows), rejects, published, parts };
}

describe.each(datasets.map((dataset) => [dataset.name, dataset] as const))('the data set %s', (name, dataset) => {
  it('says where its files come from and what is in them', () => {
    expect(existsSync(join(import.meta.dirname, `../../src/datasets/${name}/README.md`))).toBe(true);
    expect([dataset.title, dataset.publisher, dataset.licence].every((text) => text.length > 2)).toBe(true);
    expect(dataset.address === null).toBe(dataset.cadence === 'by_hand');
  });

  it('gives the same rows, whatever the chunks in which its files come', async () => {
    const whole = await read(dataset);
    expect((whole as { rows: unknown[] | string }).rows.length).toBeGreaterThan(0);
    for (const chunk of chunkSizes) expect(await read(dataset, chunk)).toEqual(whole);
  });

  it('refuses what is something else under its name', async () => {
    const page = fileOf('<!DOCTYPE html><html><head><title>Request Rejected</title></head><body>no</body></html>');
    await expect(readFiles(dataset.layout, { ...fixtureOf(dataset), main: page })).rejects.toThrow(UnreadableFile);
  });
});
