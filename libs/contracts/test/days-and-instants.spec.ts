import { describe, expect, it } from '@jest/globals';
import { dayRangePattern, isDay, isInstant } from '../src/index.js';

describe('isDay', () => {
  it.each(['1900-01-01', '2000-02-29', '2026-02-28', '2028-02-29', '2026-11-22', '2026-12-31', '2200-12-31'])('accepts %s', (text) =>
    expect(isDay(text)).toBe(true),
  );

  it.each([
    '',
    '0000-01-01',
    '1899-12-31',
    '2201-01-01',
    '9999-12-31',
    '2026-02-29',
    '2026-02-30',
    '2100-02-29',
    '2026-00-10',
    '2026-13-01',
    '2026-04-31',
    '2026-1-1',
    '2026-01',
    '2026',
    'today',
    '20261122',
    ' 2026-11-22',
    '2026-11-22T00:00:00Z',
    '2026-11-2\u0662',
  ])('refuses %j', (text) => expect(isDay(text)).toBe(false));
});

it.each(['0000-01-01', '1899-12-31', '1900-01-01', '1999-12-31', '2026-11-22', '2199-12-31', '2200-12-31', '2201-01-01', '9999-12-31'])(
  'says in the pattern of the range what isDay says of the day %s',
  (text) => expect(new RegExp(dayRangePattern).test(text)).toBe(isDay(text)),
);

describe('isInstant', () => {
  it.each(['1900-01-01T00:00:00Z', '2026-11-22T23:59:59-05:00', '2026-11-22T00:00:00.123456789+15:59', '2200-12-31T23:59:59Z'])(
    'accepts %s',
    (text) => {
      expect(isInstant(text)).toBe(true);
      expect(Number.isNaN(new Date(text).getTime())).toBe(false);
    },
  );

  it.each([
    '1',
    '2026',
    '2026-11-22',
    '2026-11-22T00:00:00',
    '2026-11-22T00:00Z',
    '2026-11-22 00:00:00Z',
    '2026-11-22t00:00:00z',
    '2026-02-30T00:00:00Z',
    '2026-11-22T24:00:00Z',
    '2026-11-22T23:59:60Z',
    '2026-11-22T00:00:00+0500',
    '2026-11-22T00:00:00+16:00',
    '2026-11-22T00:00:00-23:59',
    '2026-11-22T00:00:00+24:00',
    '1899-12-31T23:59:59Z',
    '2201-01-01T00:00:00Z',
    'Sun, 22 Nov 2026 00:00:00 GMT',
  ])('refuses %j', (text) => expect(isInstant(text)).toBe(false));
});
