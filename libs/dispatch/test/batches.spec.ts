import { mock } from 'node:test';
import { describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { StatementError } from '@vigia/database';
import { Batches, BatchesByKey } from '../src/batches.js';

/** Batches that the test finishes one by one. */
function heldBack(options?: ConstructorParameters<typeof Batches>[1]) {
  const seen: number[][] = [];
  const held: (() => void)[] = [];
  const batches = new Batches<number, number>(async (items) => {
    seen.push(items);
    await new Promise<void>((resolve) => held.push(resolve));
    return items.map((item) => item * 10);
  }, options);
  return { batches, seen, finish: (batch: number) => held[batch]!() };
}

describe('batches', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('collect the items of one turn, and the items that come while a batch runs', async () => {
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

  it('hold at most the allowed number of items', async () => {
    const { batches, seen, finish } = heldBack({ mostItems: 2 });
    const results = [1, 2, 3].map((item) => batches.add(item));
    await turn();
    expect(seen).toEqual([[1, 2]]);
    finish(0);
    expect(await Promise.all(results.slice(0, 2))).toEqual([10, 20]);
    expect(seen).toEqual([[1, 2], [3]]);
    finish(1);
    expect(await results[2]).toBe(30);
    expect(batches.isIdle).toBe(true);
  });

  it('wait for more items for the set time, unless a batch runs', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { batches, seen, finish } = heldBack({ gatherMs: 4 });
      const results = [batches.add(1)];
      await turn();
      mock.timers.tick(3);
      results.push(batches.add(2));
      await turn();
      expect(seen).toEqual([]);
      mock.timers.tick(1);
      await turn();
      expect(seen).toEqual([[1, 2]]);
      results.push(batches.add(3));
      finish(0);
      await results[0];
      expect(seen).toEqual([[1, 2], [3]]);
      finish(1);
      expect(await Promise.all(results)).toEqual([10, 20, 30]);
      expect(batches.isIdle).toBe(true);
    } finally {
      mock.timers.reset();
    }
  });

  it('start without waiting when no more items are expected', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { batches, seen, finish } = heldBack({ gatherMs: 4 });
      batches.hurry();
      const early = [1, 2].map((item) => batches.add(item));
      await turn();
      expect(seen).toEqual([]);
      batches.hurry();
      await turn();
      expect(seen).toEqual([[1, 2]]);
      const late = batches.add(3);
      batches.hurry();
      mock.timers.tick(4);
      await turn();
      expect(seen).toEqual([[1, 2]]);
      finish(0);
      expect(await Promise.all(early)).toEqual([10, 20]);
      finish(1);
      expect(await late).toBe(30);
      expect(batches.isIdle).toBe(true);
    } finally {
      mock.timers.reset();
    }
  });

  it('run in parallel up to the limit', async () => {
    const { batches, seen, finish } = heldBack({ atOnce: 2 });
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

  it('start the next batch before they report the results of the last', async () => {
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

  it('that fail run again item by item, so that only the faulty item fails', async () => {
    const runs: number[][] = [];
    const batches = new Batches<number, number>(async (items) => {
      runs.push(items);
      if (items.includes(0)) throw new Error('no zero');
      return items;
    });
    const outcomes = await Promise.allSettled([1, 0, 2].map((item) => batches.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await batches.add(3)).toBe(3);
    expect(runs).toEqual([[1, 0, 2], [1], [0], [2], [3]]);
  });

  it.each(['53100', '53200'])('are repeated item by item if the server has no room for the whole: %s', async (code) => {
    const batches = new Batches<number, number>(async (items) => {
      if (items.includes(0)) throw new StatementError('INSERT', { code });
      return items;
    });
    const outcomes = await Promise.allSettled([1, 0, 2].map((item) => batches.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('are repeated item by item if a row was locked', async () => {
    const batches = new Batches<number, number>(async (items) => {
      if (items.includes(0)) throw new StatementError('UPDATE', { code: '55P03' });
      return items;
    });
    const outcomes = await Promise.allSettled([1, 0, 2].map((item) => batches.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  /** Batches that fail together, and then one by one as they are told. Returns the items of each run. */
  async function runsOf(failures: unknown[], options?: ConstructorParameters<typeof Batches<number, number>>[1]) {
    const runs: number[][] = [];
    const batches = new Batches<number, number>(async (items) => {
      runs.push(items);
      const fault = failures[runs.length - 1];
      if (fault) throw fault;
      return items;
    }, options);
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batches.add(item)));
    return { runs: runs.length, outcomes: outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)) };
  }
  const locked = new StatementError('UPDATE', { code: '55P03' });
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

  it('are no longer repeated once two items in a row were locked: a table may be, and each would wait for it', async () => {
    expect(await runsOf([locked, undefined, locked, locked])).toEqual({ runs: 4, outcomes: [1, locked, locked, locked, locked] });
    expect(await runsOf([locked, locked, undefined, locked])).toEqual({ runs: 6, outcomes: [locked, 2, locked, 4, 5] });
  });

  it('are repeated to the end while only the items of one owner are locked, or if they were gathered', async () => {
    const failures = [locked, locked, locked, undefined, undefined, undefined];
    const outcomes = [locked, locked, 3, 4, 5];
    const ownerOf = (item: number) => (item <= 2 ? 'a' : 'b');
    expect(await runsOf(failures, { ownerOf })).toEqual({ runs: 6, outcomes });
    expect(await runsOf(failures, { gatherMs: 1 })).toEqual({ runs: 6, outcomes });
    expect(await runsOf([locked, undefined, locked, locked], { ownerOf })).toEqual({
      runs: 4,
      outcomes: [1, locked, locked, locked, locked],
    });
  });

  it('are no longer repeated once the database is away', async () => {
    const invalid = new StatementError('INSERT', { code: '22P02' });
    expect(await runsOf([invalid, undefined, away])).toEqual({ runs: 3, outcomes: [1, away, away, away, away] });
  });

  it('of reads are not repeated if they had to wait for a lock, because a read waits for no row', async () => {
    expect(await runsOf([locked], { onlyReads: true })).toEqual({ runs: 1, outcomes: [locked, locked, locked, locked, locked] });
    expect((await runsOf([new StatementError('SELECT', { code: '22003' })], { onlyReads: true })).runs).toBe(6);
  });

  it.each([
    ['a connection that broke at an unknown moment', new StatementError('COMMIT', new Error('Connection terminated unexpectedly'))],
    ['a database that is away', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['a statement that takes too long', Object.assign(new Error('cancelled'), { code: '57014' })],
    ['a lock on the work itself', new StatementError('SELECT pg_advisory_xact_lock(1), set_config', { code: '55P03' })],
    ['a temporary failure of another service', VigiaError.of('unavailable')],
  ])('fail as a whole on %s', async (_what, fault) => {
    let runs = 0;
    const batches = new Batches<number, number>(async () => {
      runs += 1;
      throw fault;
    });
    const outcomes = await Promise.allSettled([1, 2].map((item) => batches.add(item)));
    expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: fault })));
    expect(runs).toBe(1);
  });
});

describe('batches by key', () => {
  it('run independently of each other, and leave nothing behind', async () => {
    const held: (() => void)[] = [];
    const batches = new BatchesByKey<number, string>(async (key, items) => {
      if (key === 'slow') await new Promise<void>((resolve) => held.push(resolve));
      return items.map((item) => `${key} ${item}`);
    });
    const slow = [1, 2].map((item) => batches.add('slow', item));
    expect(await Promise.all([batches.add('quick', 1), batches.add('quick', 2)])).toEqual(['quick 1', 'quick 2']);
    expect(batches.size).toBe(1);
    held[0]!();
    expect(await Promise.all(slow)).toEqual(['slow 1', 'slow 2']);
    expect(batches.size).toBe(0);
  });
});
