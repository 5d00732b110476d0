import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from '../src/index.js';

describe('the Retry-After header', () => {
  const now = new Date('2026-03-04T05:06:07Z');

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['2027', 2_027_000],
    ['99999999999', 99_999_999_999_000],
    ['Wed, 04 Mar 2026 05:07:07 GMT', 60_000],
    ['Wed, 04 Mar 2026 05:00:00 GMT', 0],
    ['-5', undefined],
    ['', undefined],
    ['soon', undefined],
    ['Infinity', undefined],
    ['2027-01-01', undefined],
    [undefined, undefined],
    [['1', '2'], undefined],
  ])('with the value %j means a wait of %j ms', (header, expected) => {
    expect(retryAfterMs({ headers: { 'retry-after': header } }, now)).toBe(expected);
  });
});
