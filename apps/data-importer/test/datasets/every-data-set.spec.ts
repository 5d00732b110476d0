import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { datasets } from '../../src/datasets/datasets.js';
import { fixtureOf, readFiles } from '../read-dataset.js';

const folder = join(import.meta.dirname, '../../src/datasets');
/** Layouts that pass on bytes have specs of their own. */
const described = datasets.filter(({ kind }) => kind !== 'taxpayers' && kind !== 'premises');
const inRows = described.filter(({ kind }) => kind !== 'trade');

it('every data set has a unique name, and a README under it', () => {
  expect(new Set(datasets.map(({ name }) => name)).size).toBe(datasets.length);
  const named = described.filter(({ name }) => readFileSync(join(folder, name, 'README.md'), 'utf8').startsWith(`# ${name}\n`));
  expect(named).toEqual(described);
});

it('no data set may be redirected to a name that anybody can rent', () => {
  const rented = ['x.s3.amazonaws.com', 'x.s3.us-gov-west-1.amazonaws.com', 'x.cloudfront.net', 'x.blob.core.windows.net', 'x.web.app'];
  const mayLeadTo = (host: string) => datasets.filter(({ hosts = [] }) => hosts.some((one) => host === one || host.endsWith(`.${one}`)));
  expect(rented.filter((host) => mayLeadTo(host).length > 0)).toEqual([]);
});

it('the page of licences names every data set', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/data-licences.md'), 'utf8');
  expect(datasets.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
});

describe.each(inRows)('$name', (dataset) => {
  it('reads the same from its fixture in chunks of any size', async () => {
    expect(existsSync(join(import.meta.dirname, '../fixtures', dataset.name))).toBe(true);
    const whole = await readFiles(dataset.layout, fixtureOf(dataset));
    expect(whole.rows.length).toBeGreaterThan(0);
    for (const chunk of [1, 2, 3, 7, 31, 64]) expect(await readFiles(dataset.layout, fixtureOf(dataset, chunk))).toEqual(whole);
  });

  it('gives valid calendar days, and texts without control characters or surrounding space', async () => {
    const { rows, published } = await readFiles(dataset.layout, fixtureOf(dataset));
    const days = JSON.stringify([rows, published]).match(/(?<=")\d{4}-\d{2}-\d{2}(?=")/g) ?? [];
    for (const day of days) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect(textsIn(rows).filter((text) => text !== text.trim() || /(?!\n)\p{Cc}/u.test(text))).toEqual([]);
  });

  it.each([
    ['a page of HTML', '<!DOCTYPE html><html><body>Just a moment...</body></html>'],
    ['empty', ''],
    ['a table of something else', 'one;two|three,four\r\n1;2|3,4\r\n'],
  ])('is refused with a message when its file is %s', async (_, content) => {
    const { main, ...others } = fixtureOf(dataset);
    const file = { name: main!.name, open: () => chunks(content) };
    await expect(readFiles(dataset.layout, { main: file, ...(dataset.name === 'tipo_cambio' ? {} : others) })).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: expect.stringMatching(/\w{4}/),
    });
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
}

async function* chunks(content: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(content));
}
