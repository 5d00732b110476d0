import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { takeTurns, type Plan } from '../../src/messaging/rounds.js';

function contender(name: string, asked: string[]) {
  let open = 0;
  const seen = { name, mostOpen: 0 };
  return Object.assign(seen, {
    async ask() {
      asked.push(name);
      open += 1;
      seen.mostOpen = Math.max(seen.mostOpen, open);
      await setImmediate();
      open -= 1;
    },
    cpuUs: async () => 50 * asked.filter((other) => other === name).length,
  });
}

describe('rounds', () => {
  const plan: Plan = { rounds: 2, messages: 4, inFlight: 2, budgetMs: 20_000, onRound: () => {} };

  it('let everyone take its turn, after a round that does not count', async () => {
    const asked: string[] = [];
    const results = await takeTurns([contender('a', asked), contender('b', asked)], plan);
    expect(asked.join('')).toBe('aaaabbbb'.repeat(3));
    expect(results.map((rounds) => rounds.length)).toEqual([2, 2]);
  });

  it('keep as many on their way as wanted, and no more', async () => {
    const one = contender('a', []);
    await takeTurns([one], { ...plan, messages: 9, inFlight: 3 });
    expect(one.mostOpen).toBe(3);
  });

  it('tell the cost of one message', async () => {
    const [rounds] = await takeTurns([contender('a', [])], plan);
    expect(rounds?.map(({ cpuUs }) => cpuUs)).toEqual([50, 50]);
    expect(rounds?.every(({ p50Ms, p95Ms }) => p50Ms > 0 && p95Ms >= p50Ms)).toBe(true);
  });

  it('end after one when the time is used up', async () => {
    const [rounds] = await takeTurns([contender('a', [])], { ...plan, budgetMs: 0 });
    expect(rounds).toHaveLength(1);
  });
});
