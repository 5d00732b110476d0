import { describe, expect, it } from '@jest/globals';
import { Bulkhead, BulkheadByKey } from '../src/bulkhead.js';

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

  it('refuses what waits for one key when asked to, lets the running work end, and then runs the next', async () => {
    const bulkhead = new BulkheadByKey(Infinity, { running: 1, waiting: 5 });
    const ends: (() => void)[] = [];
    const work = () => new Promise<string>((end) => ends.push(() => end('done')));
    const asked = ['one', 'one', 'one', 'other', 'other'].map((key) => bulkhead.run(key, work).catch((error: Error) => error.message));
    bulkhead.refuseWaiting('one', new Error('away'));
    bulkhead.refuseWaiting('none', new Error('away'));
    expect(await Promise.all([asked[1], asked[2]])).toEqual(['away', 'away']);
    asked.push(bulkhead.run('one', work));
    for (let ended = 0; ended < 4; ended += 1) {
      while (ends.length <= ended) await Promise.resolve();
      ends[ended]!();
    }
    expect(await Promise.all(asked)).toEqual(['done', 'away', 'away', 'done', 'done', 'done']);
  });
});

describe('a bulkhead with keys', () => {
  it('lets others in that come in the same turn as much of one key', async () => {
    const bulkhead = new BulkheadByKey(1, { running: 1, waiting: 1 }, 4);
    const run = (key: string) => bulkhead.run(key, async () => 'done').catch((error: { code: string }) => error.code);
    const asked = [...Array.from({ length: 5 }, () => run('a')), run('b'), run('c'), run('d')];
    expect(await Promise.all(asked)).toEqual(['done', 'done', ...Array(3).fill('too_many_requests'), 'done', 'done', 'unavailable']);
  });

  it('refuses what exceeds the most of a key or of all keys, and takes work again once some has ended', async () => {
    const bulkhead = new BulkheadByKey(1, { running: 1, waiting: 1 }, 4);
    const ends: (() => void)[] = [];
    const work = () => new Promise<string>((end) => ends.push(() => end('done')));
    const run = (key: string, options = {}) => bulkhead.run(key, work, options).catch((error: { code: string }) => error.code);
    const first = [run('a'), run('a'), run('b')];
    expect(await run('a')).toBe('too_many_requests');
    const others = [run('c'), run('e', { hasBegun: true })];
    expect(await run('d')).toBe('unavailable');
    for (let ended = 0; ended < 5; ended += 1) {
      while (ends.length <= ended) await Promise.resolve();
      ends[ended]!();
    }
    expect(await Promise.all([...first, ...others])).toEqual(Array.from({ length: 5 }, () => 'done'));
    const last = run('d');
    while (ends.length <= 5) await Promise.resolve();
    ends[5]!();
    expect(await last).toBe('done');
  });
});
