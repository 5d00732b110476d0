import { describe, expect, it } from '@jest/globals';
import { GiveUp, waitUntil } from '../src/wait-until.js';

describe('waitUntil', () => {
  it('returns the truthy value of the condition', async () => {
    let looks = 0;
    expect(await waitUntil(() => (looks += 1) > 2 && `after ${looks} looks`)).toBe('after 3 looks');
  });

  it('retries on an error, and shows the last one when it times out', async () => {
    let looks = 0;
    const later = async () => {
      if ((looks += 1) < 3) throw new Error('not yet');
      return looks;
    };
    expect(await waitUntil(later)).toBe(3);
    const never = waitUntil(() => Promise.reject(new Error('no server')), { timeoutMs: 10, what: 'the server' });
    await expect(never).rejects.toThrow('the server did not come to hold in 10 ms; last seen: Error: no server');
  });

  it('fails at once on GiveUp', async () => {
    const startedAt = performance.now();
    const hopeless = waitUntil(() => {
      throw new GiveUp('it is gone');
    });
    await expect(hopeless).rejects.toThrow('it is gone');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
