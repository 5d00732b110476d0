import { describe, expect, it } from '@jest/globals';
import { takeTurns } from '../src/turns.js';

describe('turns', () => {
  const plan = (taken: string[]) => ({
    contenders: ['a', 'b'],
    rounds: 2,
    budgetMs: 20_000,
    measure: async (contender: string) => taken.push(contender),
    onRound: () => {},
  });

  it('give each contender its rounds, forwards and backwards, after a round that does not count', async () => {
    const taken: string[] = [];
    const results = await takeTurns(plan(taken));
    expect(taken.join('')).toBe('ababba');
    expect(results).toEqual([
      [3, 6],
      [4, 5],
    ]);
  });

  it('end after one round when the time budget is used up', async () => {
    expect(await takeTurns({ ...plan([]), budgetMs: 0 })).toEqual([[3], [4]]);
  });
});
