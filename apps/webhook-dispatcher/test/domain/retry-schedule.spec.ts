import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDelays, retryDelayMs } from '../../src/domain/outcome.js';

const hourMs = 3_600_000;

describe('the delays between attempts', () => {
  it('are written with their units', () => {
    expect(parseDelays('250ms, 5s,2m,10h,24h')).toEqual([250, 5_000, 120_000, 10 * hourMs, 24 * hourMs]);
    expect(parseDelays('none')).toEqual([]);
  });

  it.each(['', '5', '5 s', '-1s', '5s,', '5d', '5sec', '25h', '1441m', 'none,5s', '1e3s'])('cannot be written as "%s"', (text) => {
    expect(() => parseDelays(text)).toThrow('must be durations');
  });

  it('follow one another and end', () => {
    const delays = [5_000, 30_000];
    expect([1, 2, 3].map((attempts) => retryDelayMs(delays, attempts, 0))).toEqual([5_000, 30_000, undefined]);
    expect(retryDelayMs([], 1, 0.5, 10_000)).toBeUndefined();
  });

  it('last at least as scheduled and at most a fifth longer; a hint only lengthens them', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * hourMs }), random, fc.integer({ min: 0, max: 2 * hourMs }), (delayMs, chance, hintMs) => {
        const plain = retryDelayMs([delayMs], 1, chance)!;
        expect(plain).toBeGreaterThanOrEqual(delayMs);
        expect(plain).toBeLessThanOrEqual(Math.ceil(delayMs * 1.2));
        expect(retryDelayMs([delayMs], 1, chance, hintMs)).toBe(Math.max(plain, Math.min(hintMs, hourMs)));
      }),
    );
  });
});
