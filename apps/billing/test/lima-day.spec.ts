import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endOfLimaDay, isDay, limaDay } from '../src/domain/lima-day.js';

const instant = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true });

describe('a day in Lima', () => {
  it.each([
    ['2026-01-01T04:59:59.999Z', '2025-12-31'],
    ['2026-01-01T05:00:00.000Z', '2026-01-01'],
    ['2026-01-02T04:59:59.999Z', '2026-01-01'],
    ['2028-02-29T04:59:59.999Z', '2028-02-28'],
    ['2028-02-29T05:00:00.000Z', '2028-02-29'],
    ['2028-03-01T04:59:59.999Z', '2028-02-29'],
    ['2026-03-01T04:59:59.999Z', '2026-02-28'],
    ['2026-07-15T12:00:00.000Z', '2026-07-15'],
  ])('of %s is %s', (at, day) => {
    expect(limaDay(new Date(at))).toBe(day);
  });

  it.each([
    ['2026-12-31', '2027-01-01T05:00:00.000Z'],
    ['2028-02-28', '2028-02-29T05:00:00.000Z'],
    ['2028-02-29', '2028-03-01T05:00:00.000Z'],
    ['2100-02-28', '2100-03-01T05:00:00.000Z'],
  ])('%s ends before %s', (day, end) => {
    expect(endOfLimaDay(day).toISOString()).toBe(end);
  });

  it('is what the calendar of that city says, at any instant', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Lima', dateStyle: 'short' });
    const sinceItsLastSummerTime = fc.date({
      min: new Date('1995-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(sinceItsLastSummerTime, (at) => expect(limaDay(at)).toBe(calendar.format(at))));
  });

  it('ends after every one of its instants, and not a millisecond later', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const end = endOfLimaDay(limaDay(at));
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(limaDay(new Date(end.getTime() - 1))).toBe(limaDay(at));
        expect(limaDay(end) > limaDay(at)).toBe(true);
      }),
    );
  });

  it.each(['2026-02-28', '2028-02-29', '2026-12-31', '2000-02-29'])('can be %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-02-30', '2100-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-1-1', '2026', '2026-01', '', 'today'])(
    'cannot be "%s"',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );
});
