import type { Condition } from '../../domain/condition.js';
import type { Random } from '../../domain/random.js';
import { creditTypesOf } from '../../domain/rating.js';
import { lenders } from '../../material/lenders.js';

export interface LenderShare {
  name: string;
  /** Part of the whole debt. */
  share: number;
  /** Whether this lender is the one that is not paid. */
  affected: boolean;
  guaranteed: boolean;
  creditType: string;
  /** As accounts write it: 1 soles, 2 dollars. Amounts are in soles all the same. */
  currency: 1 | 2;
}

/** The first lender holds exactly the affected part when only a part is affected. */
export function lendersOf({ lenders: count, trouble, size }: Condition, random: Random): LenderShare[] {
  const partly = trouble.affectedShare > 0 && trouble.affectedShare < 1;
  const names = random.sample(lenders, partly ? Math.max(2, count) : count);
  const weights = names.map(() => random.between([0.5, 1.5]));
  const sumFrom = (start: number) => weights.slice(start).reduce((sum, weight) => sum + weight, 0);
  return names.map((name, i) => ({
    name,
    share: partly ? (i === 0 ? trouble.affectedShare : ((1 - trouble.affectedShare) * weights[i]!) / sumFrom(1)) : weights[i]! / sumFrom(0),
    affected: partly ? i === 0 : trouble.affectedShare === 1,
    guaranteed: random.chance(0.4),
    creditType: random.weighted(creditTypesOf[size]),
    currency: random.chance(0.15) ? 2 : 1,
  }));
}
