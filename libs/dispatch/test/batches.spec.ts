import { describe, expect, it } from '@jest/globals';
import { Batches } from '../src/batches.js';

/** Each batch goes on when the test says so. */
function heldBack(atOnce?: number) {
  const seen: number[][] = [];
  const held: (() => void)[] = [];
  const batches = new Batches<number, number>(async (items) => {
    seen.push(items);
    await new Promise<void>((resolve) => held.push(resolve));
    return items.map((item) => item * 10);
  }, atOnce);
  return { batches, seen, finish: (batch: number) => held[batch]!() };
}

describe('batches', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('take together what comes in one turn, and what comes while they run', async () => {
    const { batches, seen, finish } = heldBack();
    const early = [1, 2].map((item) => batches.add(item));
    expect(seen).toEqual([]);
    expect(batches.isIdle).toBe(false);
    await turn();
    const late = [3, 4].map((item) => batches.add(item));
    await turn();
    expect(seen).toEqual([[1, 2]]);
    finish(0);
    expect(await Promise.all(early)).toEqual([10, 20]);
    const last = batches.add(5);
    expect(seen).toEqual([
      [1, 2],
      [3, 4],
    ]);
    finish(1);
    expect(await Promise.all(late)).toEqual([30, 40]);
    finish(2);
    expect(await last).toBe(50);
    expect(batches.isIdle).toBe(true);
  });

  it('run side by side, as many as may', async () => {
    const { batches, seen, finish } = heldBack(2);
    const results = [];
    for (const item of [1, 2, 3, 4]) {
      results.push(batches.add(item));
      await turn();
    }
    expect(seen).toEqual([[1], [2]]);
    finish(1);
    expect(await results[1]).toBe(20);
    expect(seen).toEqual([[1], [2], [3, 4]]);
    finish(0);
    finish(2);
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
    expect(batches.isIdle).toBe(true);
  });

  it('ask for the next before they tell what came of the last', async () => {
    const told: string[] = [];
    const batches = new Batches<number, number>(async (items) => {
      told.push(`asked ${items.join()}`);
      await turn();
      return items;
    });
    const tell = async (item: number) => told.push(`told ${await batches.add(item)}`);
    const first = tell(1);
    await turn();
    await Promise.all([first, tell(2), tell(3)]);
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
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await batches.add(3)).toBe(3);
    expect(runs).toBe(2);
  });
});
