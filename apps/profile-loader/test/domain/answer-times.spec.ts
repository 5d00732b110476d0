import { describe, expect, it } from '@jest/globals';
import { noTimes, percentileMs, rangeOf } from '../../src/domain/answer-times.js';

function timesOf(...answersMs: number[]): number[] {
  const times = noTimes();
  for (const ms of answersMs) times[rangeOf(ms)]! += 1;
  return times;
}

const hundred = Array.from({ length: 100 }, (_, i) => (i + 1) * 10);

describe('the times of answers', () => {
  it('give percentiles that are less than a fifth off', () => {
    for (const [share, exact] of [
      [0.5, 500],
      [0.95, 950],
    ] as const) {
      const ms = percentileMs(timesOf(...hundred), share)!;
      expect(Math.abs(ms - exact) / exact).toBeLessThan(0.2);
    }
  });

  it('give no percentile when nothing was asked', () => {
    expect(percentileMs(noTimes(), 0.95)).toBeNull();
    expect(percentileMs([], 0.5)).toBeNull();
  });

  it('cover the shortest and the longest answers', () => {
    expect(percentileMs(timesOf(0), 0.5)).toBeLessThanOrEqual(4);
    expect(percentileMs(timesOf(10_000_000), 0.95)).toBeGreaterThan(250_000);
  });

  it('do not move the median for one slow answer among twenty fast ones', () => {
    const times = timesOf(...Array<number>(20).fill(50), 15_000);
    expect(percentileMs(times, 0.5)).toBeLessThan(60);
    expect(percentileMs(times, 0.99)).toBeGreaterThan(12_000);
  });
});
