import { describe, expect, it } from '@jest/globals';
import { resultsOf } from '../src/results.js';
import { tableOf } from '../src/table.js';

const contenders = ['ours', 'slow', 'fast'].map((name) => ({ name }));
const rows = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

describe('the table of all benchmarks', () => {
  it('puts ours beside the contender with the highest throughput', () => {
    const measured = [100, 50, 200].map((perSecond) => [{ perSecond, p50Ms: 1, processorMs: { a: 0.2, b: perSecond / 1000 } }]);
    expect(rows(tableOf(resultsOf('loads', contenders, measured)))).toEqual([
      ['loads', '100/s', 'fast', '200/s', '0.50 (0.50–0.50)', '', '0.300', '0.400'],
    ]);
  });

  it('puts ours beside the fastest contender, if only times are known', () => {
    const measured = [10, 40, 5].map((p50Ms) => [{ p50Ms }]);
    expect(rows(tableOf(resultsOf('answers', contenders, measured)))).toEqual([
      ['answers', '10.0 ms', 'fast', '5.00 ms', '2.00 (2.00–2.00)', '', '', ''],
    ]);
  });

  it('puts ours beside the contender of a goal, even if another one is faster', () => {
    const measured = [100, 50, 200].map((perSecond) => [{ perSecond }]);
    const [row] = rows(tableOf(resultsOf('loads', contenders, measured, { goal: '1.0', beside: 'slow' })));
    expect(row).toEqual(['loads', '100/s', 'slow', '50.0/s', '2.00 (2.00–2.00)', '1.0', '', '']);
  });

  it('takes ratios within rounds, and shows their spread', () => {
    const rounds = (...each: number[]) => each.map((perSecond) => ({ perSecond }));
    // The machine was ten times slower in the second round, for both.
    const [row] = rows(tableOf(resultsOf('loads', contenders.slice(0, 2), [rounds(50, 5, 60), rounds(100, 10, 100)])));
    expect(row!.slice(1, 5)).toEqual(['50.0/s', 'slow', '100/s', '0.50 (0.50–0.60)']);
  });

  it('puts two rounds at the mean of both', () => {
    const rounds = (...each: number[]) => each.map((perSecond) => ({ perSecond }));
    const [row] = rows(tableOf(resultsOf('loads', contenders.slice(0, 2), [rounds(10, 30), rounds(20, 20)])));
    expect(row!.slice(1, 5)).toEqual(['20.0/s', 'slow', '20.0/s', '1.00 (0.50–1.50)']);
  });

  it('has a row for a result without another contender', () => {
    const rest = [{ residentMb: 262, processorMs: { ours: 30, PostgreSQL: 4 } }];
    expect(rows(tableOf(resultsOf('a second at rest', contenders.slice(0, 1), [rest], { goal: '150 MB' })))).toEqual([
      ['a second at rest', '262 MB', '', '', '', '150 MB', '34.0', ''],
    ]);
  });

  it('has rows of one width, one for each subject', () => {
    const results = ['a', 'a longer one'].flatMap((what) => resultsOf(what, contenders, [[{ p50Ms: 1 }], [{ p50Ms: 2 }], [{ p50Ms: 3 }]]));
    const lines = tableOf(results).split('\n');
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  });
});
