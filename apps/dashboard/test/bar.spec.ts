import { expect, it } from '@jest/globals';
import { hasAmounts } from '../src/kit/charts/bar.ts';

it('bars are worth drawing only if an amount is neither unknown nor zero', () => {
  const bars = (...amounts: (number | null)[]) => amounts.map((amount) => ({ values: amount === null ? null : { amount } }));
  expect([bars(null, null, null), bars(0, 0), bars(null, 0), []].map(hasAmounts)).toEqual([false, false, false, false]);
  expect([bars(null, 12), bars(0, -3)].map(hasAmounts)).toEqual([true, true]);
  expect(hasAmounts([{ values: { vigente: 0, vencida: 1 } }])).toBe(true);
});
