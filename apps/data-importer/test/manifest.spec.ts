import { describe, expect, it } from '@jest/globals';
import { contradictions, manifestOf } from '../src/importing/domain/manifest.js';

const dataset = 'deuda_laboral';
const right = { source: dataset, period: '2026-11', published_at: '2026-11-20', sha256: 'a'.repeat(64), rows: 3, rejected: 0 };
const read = (change: object) => manifestOf(JSON.stringify({ ...right, ...change }), dataset);

describe('the manifest of a file in the inbox', () => {
  it('has six fields; an instant counts by its day in Lima', () => {
    const { published_at: publishedOn, ...rest } = right;
    expect(read({})).toEqual({ ...rest, publishedOn });
    expect(manifestOf(`\uFEFF${JSON.stringify(right)}`, dataset)).toEqual(read({}));
    expect(read({ period: '2026', rows: 1 })).toMatchObject({ period: '2026', rows: 1 });
    expect(read({ published_at: '2026-11-21T03:00:00Z' })).toMatchObject({ publishedOn });
    expect(read({ published_at: '2026-11-20T23:59:59-05:00', period: '2026-11-20' })).toMatchObject({ publishedOn });
  });

  it.each([
    ['source', { source: 'ciiu' }],
    ['source', { source: undefined }],
    ['period', { period: '2026-13' }],
    ['period', { period: 202611 }],
    ['published_at', { published_at: '20/11/2026' }],
    ['published_at', { published_at: null }],
    ['published_at is before', { published_at: '2026-10-31' }],
    ['sha256', { sha256: 'A'.repeat(64) }],
    ['sha256', { sha256: 'a'.repeat(65) }],
    ['period', { period: '2026-11-20T00' }],
    ['rows', { rows: 0 }],
    ['rows', { rows: '3' }],
    ['rejected', { rejected: -1 }],
    ['rejected', { rejected: undefined }],
  ])('is refused for its %s: %j', (field, change) => {
    expect(read(change)).toEqual([expect.stringMatching(new RegExp(`^${field} `))]);
  });

  it('is refused with all its errors at once, and when it is not a JSON object', () => {
    expect(manifestOf('{}', dataset)).toHaveLength(6);
    for (const text of ['', '{', 'null', '[]', '7']) expect(manifestOf(text, dataset)).toEqual(['it is no JSON object']);
  });
});

describe('a file', () => {
  const found = { lines: 3, part: '', isWeek: false };

  it.each([
    [{}, found],
    [{ period: '2026-09' }, { ...found, part: '2026-08-31', isWeek: true }],
    [{ period: '2026-09-06' }, { ...found, part: '2026-08-31', isWeek: true }],
    [{ period: '2026' }, { ...found, part: '2026-09-01' }],
    [{ period: '2026-09-30' }, { ...found, part: '2026-09-01' }],
  ])('matches its manifest: %j and %j', (said, there) => {
    expect(contradictions({ ...right, ...said }, there)).toEqual([]);
  });

  it.each([
    [{ rows: 4 }, found, 'counts 4 lines, and it has 3'],
    [{ period: '2026-08' }, { ...found, part: '2026-09-01' }, 'about 2026-08, and it is of the month of 2026-09-01'],
    [{ period: '2026-10-01' }, { ...found, part: '2026-09-01' }, 'about 2026-10-01, and it is of the month of 2026-09-01'],
    [{ period: '2026-09-07' }, { ...found, part: '2026-08-31', isWeek: true }, 'about 2026-09-07, and it is of the week of 2026-08-31'],
  ])('contradicts its manifest: %j and %j', (said, there, detail) => {
    expect(contradictions({ ...right, ...said }, there)).toEqual([expect.stringContaining(detail)]);
  });
});
