import { describe, expect, it } from '@jest/globals';
import { endOfLimaDay, isDay, limaDay, limaMinute, startOfLimaDay } from '@vigia/contracts';

describe('time in Lima', () => {
  it.each([
    ['2026-11-21T04:59:59.999Z', '2026-11-20', '2026-11-20 23:59'],
    ['2026-11-21T05:00:00.000Z', '2026-11-21', '2026-11-21 00:00'],
    ['2027-01-01T04:00:00.000Z', '2026-12-31', '2026-12-31 23:00'],
  ])('%s is %s there, written %s', (instant, day, minute) => {
    expect(limaDay(new Date(instant))).toBe(day);
    expect(limaMinute(new Date(instant))).toBe(minute);
  });

  it('has days from five o’clock UTC to five o’clock UTC', () => {
    expect(startOfLimaDay('2028-02-29').toISOString()).toBe('2028-02-29T05:00:00.000Z');
    expect(endOfLimaDay('2028-02-29').toISOString()).toBe('2028-03-01T05:00:00.000Z');
  });

  it.each(['2026-02-28', '2028-02-29', '1900-01-01', '2200-12-31'])('knows %s as a day', (text) => expect(isDay(text)).toBe(true));

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '20260101',
    '',
    '0000-01-01',
    '1899-12-31',
    '2201-01-01',
    '9999-12-31',
  ])('does not take %j for a day', (text) => expect(isDay(text)).toBe(false));
});
