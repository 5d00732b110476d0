import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endOfLimaDay, lastDayBefore, limaDay, limaMinute, startOfLimaDay } from '../src/index.js';

const instant = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true });

describe('the time in Lima', () => {
  it.each([
    ['2026-11-21T04:59:59.999Z', '2026-11-20', '2026-11-20 23:59'],
    ['2026-11-21T05:00:00.000Z', '2026-11-21', '2026-11-21 00:00'],
    ['2027-01-01T04:00:00.000Z', '2026-12-31', '2026-12-31 23:00'],
    ['2026-01-01T04:59:59.999Z', '2025-12-31', '2025-12-31 23:59'],
    ['2026-01-01T05:00:00.000Z', '2026-01-01', '2026-01-01 00:00'],
    ['2026-01-02T04:59:59.999Z', '2026-01-01', '2026-01-01 23:59'],
    ['2028-02-29T04:59:59.999Z', '2028-02-28', '2028-02-28 23:59'],
    ['2028-02-29T05:00:00.000Z', '2028-02-29', '2028-02-29 00:00'],
    ['2028-03-01T04:59:59.999Z', '2028-02-29', '2028-02-29 23:59'],
    ['2026-03-01T04:59:59.999Z', '2026-02-28', '2026-02-28 23:59'],
    ['2026-07-15T12:00:00.000Z', '2026-07-15', '2026-07-15 07:00'],
  ])('at %s is on day %s, written %s', (at, day, minute) => {
    expect(limaDay(new Date(at))).toBe(day);
    expect(limaMinute(new Date(at))).toBe(minute);
  });

  it.each([
    ['2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['2028-02-28', '2028-02-28T05:00:00.000Z', '2028-02-29T05:00:00.000Z'],
    ['2028-02-29', '2028-02-29T05:00:00.000Z', '2028-03-01T05:00:00.000Z'],
    ['2100-02-28', '2100-02-28T05:00:00.000Z', '2100-03-01T05:00:00.000Z'],
  ])('begins day %s at %s and ends it before %s', (day, start, end) => {
    expect(startOfLimaDay(day).toISOString()).toBe(start);
    expect(endOfLimaDay(day).toISOString()).toBe(end);
    expect(lastDayBefore(end)).toBe(day);
  });

  it('agrees with the calendar of Intl at any instant', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Lima', dateStyle: 'short' });
    const sinceItsLastSummerTime = fc.date({
      min: new Date('1995-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(sinceItsLastSummerTime, (at) => expect(limaDay(at)).toBe(calendar.format(at))));
  });

  it('ends a day after each of its instants, and not a millisecond later', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const end = endOfLimaDay(limaDay(at));
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(limaDay(new Date(end.getTime() - 1))).toBe(limaDay(at));
        expect(limaDay(end) > limaDay(at)).toBe(true);
      }),
    );
  });
});
