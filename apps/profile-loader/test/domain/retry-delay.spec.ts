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

describe('the retry delay of a source', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
  ])('after attempt %d is at least %d ms and at most half as much again', (attempts, leastMs) => {
    fc.assert(
      fc.property(fc.constantFrom(...transient), random, (reason, r) => {
        const delayMs = retryDelayMs(failed(reason), attempts, r)!;
        expect(delayMs).toBeGreaterThanOrEqual(leastMs);
        expect(delayMs).toBeLessThanOrEqual(leastMs * 1.5);
      }),
    );
  });

  it('is never less than the source asks for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 600_000 }), random, (attempts, retryAfterMs, r) => {
        const delayMs = retryDelayMs(failed('rate_limited', retryAfterMs), attempts, r)!;
        expect(delayMs).toBe(Math.max(retryAfterMs, retryDelayMs(failed('rate_limited'), attempts, r)!));
      }),
    );
  });

  it.each(transient)('does not exist after the fourth attempt with %s', (reason) => {
    expect(retryDelayMs(failed(reason), 3, 0)).toBeDefined();
    expect(retryDelayMs(failed(reason), 4, 0)).toBeUndefined();
    expect(retryDelayMs(failed(reason, 1_000), 5, 0)).toBeUndefined();
  });

  it.each(['quota', 'circuit'] as const)('does not count questions that a %s held back as attempts', (unasked) => {
    const heldBack = { ...failed('rate_limited', 20_000), unasked };
    expect(retryDelayMs(heldBack, 40, 0)).toBe(20_000);
    expect([heldBack, failed('rate_limited')].map(isAttempt)).toEqual([false, true]);
  });

  it.each(['malformed', 'deadline'] as const)('does not exist after %s', (reason) => {
    expect(retryDelayMs(failed(reason), 1, 0)).toBeUndefined();
  });
});
