import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fullJitterMs, OutboundError, retrying, type RetryPolicy } from '../src/index.js';

const policy: RetryPolicy = {
  attempts: 3,
  baseDelayMs: 1,
  maxDelayMs: 2,
  random: () => 0.5,
  retryable: () => true,
};

describe('fullJitterMs', () => {
  it('stays between nothing and the capped exponential', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const ms = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), ms, ms, random, (failedAttempts, baseDelayMs, maxDelayMs, drawn) => {
        const delayMs = fullJitterMs(failedAttempts, {
          baseDelayMs,
          maxDelayMs,
          random: () => drawn,
        });
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(Math.min(maxDelayMs, baseDelayMs * 2 ** (failedAttempts - 1)));
      }),
    );
  });

  it('doubles its ceiling until the cap', () => {
    const almostOne = () => 1 - Number.EPSILON;
    const ceilings = [1, 2, 3, 4, 5].map((n) => Math.round(fullJitterMs(n, { baseDelayMs: 100, maxDelayMs: 1_000, random: almostOne })));
    expect(ceilings).toEqual([100, 200, 400, 800, 1_000]);
  });
});

describe('retrying', () => {
  it('tells the attempt its number and returns the first success', async () => {
    const seen: number[] = [];
    const result = await retrying(async (attempt) => {
      seen.push(attempt);
      if (attempt < 3) throw new Error('not yet');
      return 'done';
    }, policy);
    expect(result).toBe('done');
    expect(seen).toEqual([1, 2, 3]);
  });

  it('throws the last failure when the attempts are used up', async () => {
    const work = (attempt: number) => Promise.reject(new Error(`attempt ${attempt}`));
    await expect(retrying(work, policy)).rejects.toThrow('attempt 3');
  });

  it('repeats only what the caller calls retryable', async () => {
    let calls = 0;
    const work = () => {
      calls += 1;
      return Promise.reject(new OutboundError('timeout', 'the peer may have acted'));
    };
    const retryable = (error: unknown) => error instanceof OutboundError && error.kind === 'connect';
    await expect(retrying(work, { ...policy, retryable })).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(calls).toBe(1);
  });

  it('draws one delay per pause, from the given randomness', async () => {
    let drawn = 0;
    const random = () => {
      drawn += 1;
      return 0;
    };
    await expect(retrying(() => Promise.reject(new Error('always')), { ...policy, attempts: 5, random })).rejects.toThrow('always');
    expect(drawn).toBe(4);
  });

  it('wakes from a pause when the caller gives up', async () => {
    const giveUp = new AbortController();
    const slow = { ...policy, baseDelayMs: 60_000, maxDelayMs: 60_000, signal: giveUp.signal };
    const work = () => {
      setImmediate(() => giveUp.abort());
      return Promise.reject(new Error('failed'));
    };
    await expect(retrying(work, slow)).rejects.toMatchObject({ kind: 'aborted' });
  });
});
