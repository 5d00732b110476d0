import { describe, expect, it } from '@jest/globals';
import { Bulkhead } from '../src/bulkhead.js';

describe('a bulkhead', () => {
  it('runs up to its limit, queues a few more, refuses the rest, and frees its slot after a failure', async () => {
    const bulkhead = new Bulkhead({ running: 2, waiting: 2 });
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((end) => ends.push(end));
      running -= 1;
      return 'done';
    };
    const all = [1, 2, 3, 4, 5].map(() => bulkhead.run(work).catch((error: Error) => error.message));
    expect(await all[4]).toBe('the service cannot answer now; try again');
    for (let ended = 0; ended < 4; ended += 1) {
      while (ends.length <= ended) await Promise.resolve();
      ends[ended]!();
      await all[ended];
    }
    expect(await Promise.all(all.slice(0, 4))).toEqual(['done', 'done', 'done', 'done']);
    expect(most).toBe(2);
    await expect(bulkhead.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(bulkhead.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await bulkhead.run(async () => 'done')).toBe('done');
  });
});
