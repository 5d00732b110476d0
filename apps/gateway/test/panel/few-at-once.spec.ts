import { describe, expect, it } from '@jest/globals';
import { FewAtOnce } from '../../src/panel/sign-in/password-hashing.js';

describe('few at once', () => {
  it('run, a few more wait for their turn, the rest is sent away, and a failure frees its place', async () => {
    const places = new FewAtOnce({ running: 2, waiting: 2 });
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
    const all = [1, 2, 3, 4, 5].map(() => places.run(work).catch((error: Error) => error.message));
    expect(await all[4]).toBe('the service cannot answer now; try again');
    for (let ended = 0; ended < 4; ended += 1) {
      while (ends.length <= ended) await Promise.resolve();
      ends[ended]!();
      await all[ended];
    }
    expect(await Promise.all(all.slice(0, 4))).toEqual(['done', 'done', 'done', 'done']);
    expect(most).toBe(2);
    await expect(places.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(places.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await places.run(async () => 'done')).toBe('done');
  });
});
