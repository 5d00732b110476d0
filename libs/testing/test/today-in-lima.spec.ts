import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { todayInLima } from '../src/today-in-lima.js';

describe('todayInLima', () => {
  afterEach(() => mock.timers.reset());

  const at = (instant: string) => mock.timers.enable({ apis: ['Date'], now: Date.parse(instant) });

  it('is the day at once while enough of it is left', async () => {
    at('2026-11-30T23:56:59-05:00');
    expect(await todayInLima({ minutesLeft: 3 })).toBe('2026-11-30');
  });

  it('waits for the next day in the last minutes', async () => {
    at('2026-11-30T23:57:01-05:00');
    let day: string | undefined;
    const waited = todayInLima({ minutesLeft: 3 }).then((today) => (day = today));
    mock.timers.setTime(Date.parse('2026-11-30T23:59:59-05:00'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(day).toBeUndefined();
    mock.timers.setTime(Date.parse('2026-12-01T00:00:00-05:00'));
    expect(await waited).toBe('2026-12-01');
  });
});
