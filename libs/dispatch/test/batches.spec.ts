import { describe, expect, it } from '@jest/globals';
import { Batches } from '../src/batches.js';

describe('batches', () => {
  it('take the first at once and everything that comes meanwhile together', async () => {
    const seen: number[][] = [];
    const finish: (() => void)[] = [];
    const batches = new Batches<number, number>(async (items) => {
      seen.push(items);
      await new Promise<void>((resolve) => finish.push(resolve));
      return items.map((item) => item * 10);
    });
    const results = [1, 2, 3].map((item) => batches.add(item));
    expect(seen).toEqual([[1]]);
    finish[0]!();
    expect(await results[0]).toBe(10);
    const late = batches.add(4);
    expect(seen).toEqual([[1], [2, 3]]);
    finish[1]!();
    expect(await Promise.all(results)).toEqual([10, 20, 30]);
    finish[2]!();
    expect(await late).toBe(40);
    expect(seen).toEqual([[1], [2, 3], [4]]);
    expect(batches.isIdle).toBe(true);
  });

  it('run side by side, as many as may', async () => {
    const seen: number[][] = [];
    const finish: (() => void)[] = [];
    const batches = new Batches<number, number>(async (items) => {
      seen.push(items);
      await new Promise<void>((resolve) => finish.push(resolve));
      return items;
    }, 2);
    const results = [1, 2, 3, 4].map((item) => batches.add(item));
    expect(seen).toEqual([[1], [2]]);
    finish[1]!();
    expect(await results[1]).toBe(2);
    expect(seen).toEqual([[1], [2], [3, 4]]);
    finish[0]!();
    finish[2]!();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
    expect(batches.isIdle).toBe(true);
  });

  it('ask for the next before they tell what came of the last', async () => {
    const told: string[] = [];
    const batches = new Batches<number, number>(async (items) => {
      told.push(`asked ${items.join()}`);
      return items;
    });
    await Promise.all([1, 2, 3].map(async (item) => told.push(`told ${await batches.add(item)}`)));
    expect(told).toEqual(['asked 1', 'asked 2,3', 'told 1', 'told 2', 'told 3']);
  });

  it('fail whole, and go on', async () => {
    let runs = 0;
    const batches = new Batches<number, number>(async (items) => {
      runs += 1;
      if (items.includes(0)) throw new Error('no zero');
      return items;
    });
    const outcomes = await Promise.allSettled([1, 0, 2].map((item) => batches.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await batches.add(3)).toBe(3);
    expect(runs).toBe(3);
  });
});
