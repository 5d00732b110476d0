import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastDayOfAccess } from '../src/profile/last-day-of-access.ts';
import { isOfPastDay } from '../src/profile/record/is-of-past-day.ts';

const now = Date.parse('2026-11-29T12:00:00-05:00');
/** Two months of monitoring, and again since the middle of November. */
const periods = [
  { openedAt: '2026-11-15T15:00:00-05:00', endsAt: '2027-01-01T00:00:00-05:00' },
  { openedAt: '2026-09-03T09:00:00-05:00', endsAt: '2026-11-01T00:00:00-05:00' },
];

describe('a past day of a profile', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now }));
  afterEach(() => mock.timers.reset());

  it.each([
    ['2026-10-20', undefined],
    ['2026-10-31', undefined],
    ['2026-11-01', '2026-10-31'],
    ['2026-11-14', '2026-10-31'],
    ['2026-11-15', undefined],
    ['2026-11-28', undefined],
    ['2026-08-01', undefined],
  ])('%s is shown as of the end of the access before it: %s', (fecha, end) => expect(lastDayOfAccess(periods, fecha)).toBe(end));

  it('has access without an end under a monthly plan', () => {
    expect(lastDayOfAccess([{ openedAt: '2026-09-03T09:00:00-05:00', endsAt: null }], '2026-11-20')).toBeUndefined();
  });

  it.each([
    ['2026-11-29T12:00:00-05:00', false],
    ['2026-11-29T00:00:00.001-05:00', false],
    ['2026-11-29T00:00:00-05:00', true],
    ['2026-11-28T23:59:59-05:00', true],
    ['2026-11-01T00:00:00-05:00', true],
  ])('is that of the evidence of %s: %s', (at, isPast) => expect(isOfPastDay(at)).toBe(isPast));
});
