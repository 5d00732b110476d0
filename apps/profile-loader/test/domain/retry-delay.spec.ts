import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAttempt, retryDelayMs, type FailureReason } from '../../src/domain/source-answer.js';

const transient: FailureReason[] = ['timeout', 'unreachable', 'rate_limited', 'source_error', 'circuit_open'];
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failed = (reason: FailureReason, retryAfterMs?: number) => ({
  outcome: 'failed' as const,
  reason,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe('how long to wait before a source is asked again', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
  ])('after question %d at least %d ms and half as much again at most', (attempts, leastMs) => {
    fc.assert(
      fc.property(fc.constantFrom(...transient), random, (reason, r) => {
        const delayMs = retryDelayMs(failed(reason), attempts, r)!;
        expect(delayMs).toBeGreaterThanOrEqual(leastMs);
        expect(delayMs).toBeLessThanOrEqual(leastMs * 1.5);
      }),
    );
  });

  it('is never less than the source asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 600_000 }), random, (attempts, retryAfterMs, r) => {
        const delayMs = retryDelayMs(failed('rate_limited', retryAfterMs), attempts, r)!;
        expect(delayMs).toBe(Math.max(retryAfterMs, retryDelayMs(failed('rate_limited'), attempts, r)!));
      }),
    );
  });

  it.each(transient)('ends with the fourth question that met %s', (reason) => {
    expect(retryDelayMs(failed(reason), 3, 0)).toBeDefined();
    expect(retryDelayMs(failed(reason), 4, 0)).toBeUndefined();
    expect(retryDelayMs(failed(reason, 1_000), 5, 0)).toBeUndefined();
  });

  it('does not end with questions that a quota held back: none of them was put', () => {
    const heldBack = { ...failed('rate_limited', 20_000), unasked: 'quota' as const };
    expect(retryDelayMs(heldBack, 40, 0)).toBe(20_000);
    expect([heldBack, failed('rate_limited'), { ...failed('circuit_open'), unasked: 'circuit' as const }].map(isAttempt)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each(['malformed', 'deadline'] as const)('does not come up after %s', (reason) => {
    expect(retryDelayMs(failed(reason), 1, 0)).toBeUndefined();
  });
});
