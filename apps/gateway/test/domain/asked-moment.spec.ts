import { describe, expect, it } from '@jest/globals';
import { askedMoment } from '../../src/summaries/domain/asked-profile.js';

const now = new Date('2026-11-21T03:00:00Z');

describe('the moment of a summary', () => {
  it('is the end of the day in Lima', () => {
    expect(askedMoment('2026-11-19', now)?.toISOString()).toBe('2026-11-20T05:00:00.000Z');
    expect(askedMoment(undefined, now)).toBeUndefined();
  });

  it('is now while that day still runs, which in Lima is longer', () => {
    expect(askedMoment('2026-11-20', now)).toEqual(now);
  });

  it.each([
    ['2026-11-21', 'fecha must not be in the future'],
    ['2200-12-31', 'fecha must not be in the future'],
    ['2026-02-30', 'fecha must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
    ['', 'fecha must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
    ['hoy', 'fecha must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
    [['2026-11-19', '2026-11-19'], 'fecha must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
  ])('cannot be %j', (fecha, message) => {
    expect(() => askedMoment(fecha, now)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});
