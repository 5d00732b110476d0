import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mock } from 'node:test';
import { startStopwatch } from '../src/gateway/stopwatch.ts';

describe('a stopwatch', () => {
  const begun = Date.parse('2026-11-30T15:00:00Z');

  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: begun }));
  afterEach(() => mock.timers.reset());

  it('does not run backwards when the clock is set back', () => {
    const elapsed = startStopwatch();
    mock.timers.setTime(begun + 20_000);
    expect(elapsed()).toBe(20_000);
    mock.timers.setTime(begun - 3_600_000);
    expect(elapsed()).toBe(20_000);
    mock.timers.setTime(begun - 3_599_000);
    expect(elapsed()).toBe(21_000);
  });

  it('counts the time for which the machine slept, which only the clock knows', () => {
    const elapsed = startStopwatch();
    mock.timers.setTime(begun + 3_600_000);
    expect(elapsed()).toBe(3_600_000);
  });
});
