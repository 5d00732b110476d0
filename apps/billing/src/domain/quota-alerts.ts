import type { Balances } from './ledger.js';

const levels = [50, 20, 10, 0] as const;
export type QuotaLevel = (typeof levels)[number];

/** Percentage of what was granted that is not used up. What is only held may come back, so it does not count as used. */
const left = ({ granted, available, held }: Balances) => (granted === 0 ? 100 : ((available + held) * 100) / granted);

/** The levels that the quota has fallen to or below with a change, from above. */
export function levelsCrossed(before: Balances, after: Balances): QuotaLevel[] {
  return levels.filter((level) => left(before) > level && left(after) <= level);
}
