import { lenders } from '../material/institutions.js';
import { cents } from './amount.js';
import type { Condition, Size } from './condition.js';
import type { Random } from './world.js';

/** 0 normal, 1 with potential problems, 2 deficient, 3 doubtful, 4 loss. */
type Rating = 0 | 1 | 2 | 3 | 4;

/** 07 large, 08 medium, 09 small, 10 micro, 11 revolving and 12 other consumer credit, 13 mortgage. */
const creditTypesOf: Record<Size, readonly (readonly [type: string, weight: number])[]> = {
  person: [
    ['12', 60],
    ['11', 25],
    ['13', 15],
  ],
  micro: [['10', 1]],
  small: [['09', 1]],
  medium: [['08', 1]],
  large: [['07', 1]],
};

// The last day overdue of ratings 0 to 3.
const retailLimits = [8, 30, 60, 120];
const otherLimits: Record<string, readonly number[]> = { '07': [0, 60, 120, 365], '08': [0, 60, 120, 365], '13': [30, 60, 120, 365] };

export function ratingFor(creditType: string, daysOverdue: number): Rating {
  const limits = otherLimits[creditType] ?? retailLimits;
  return limits.filter((limit) => daysOverdue > limit).length as Rating;
}

export interface LenderShare {
  name: string;
  /** Share of the whole debt. */
  share: number;
  /** The taxpayer does not pay this lender. */
  affected: boolean;
  guaranteed: boolean;
  creditType: string;
  /** 1 soles, 2 dollars, as account numbers write it. Amounts are in soles in both cases. */
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

/** One balance line of the report; the first digits of the account say what kind of balance it is. */
export interface LenderBalance {
  entidad: string;
  tipo_credito: string;
  cuenta: string;
  dias_vencidos: number;
  saldo: number;
  calificacion: Rating;
}

interface Arrears {
  daysOverdue: number;
  rating: Rating;
  severity: number;
}

// Performing, restructured, refinanced, overdue, in court and accrued: nothing contingent, written off or received as guarantee.
const directAccount = /^14.[134568]/;
const provisionByRating = [0.01, 0.05, 0.25, 0.6, 1];

export function balancesAt(
  lender: LenderShare,
  debt: number,
  { daysOverdue, rating, severity }: Arrears,
  condition: Condition,
): LenderBalance[] {
  const { trouble, size, insolvent, unusedLine } = condition;
  const unpaid = daysOverdue > 0 ? debt * severity : 0;
  const overdue = unpaid * trouble.overdueShare;
  const judicial = unpaid * trouble.judicialShare;
  const rescheduled = unpaid * trouble.refinancedShare;
  const accrued = debt * 0.004;
  const isLarge = size === 'medium' || size === 'large';
  const amounts: [group: string, kind: string, amount: number][] = [
    ['14', '1', debt - overdue - judicial - rescheduled - accrued],
    // Relief that an insolvency plan grants is called restructured.
    ['14', insolvent ? '3' : '4', rescheduled],
    ['14', '5', overdue],
    ['14', '6', judicial],
    ['14', '8', accrued],
    ['71', '1', isLarge ? debt * 0.15 : 0],
    ['72', '5', rating === 0 ? unusedLine * lender.share : 0],
    // A debt is written off when it is rated a loss.
    ['81', '3', rating === 4 ? trouble.writtenOff * lender.share * severity : 0],
    ['84', '4', lender.guaranteed ? debt * 1.3 : 0],
    ['14', '9', debt * provisionByRating[rating]!],
  ];
  return amounts
    .map(([group, kind, amount]) => ({
      entidad: lender.name,
      tipo_credito: lender.creditType,
      cuenta: `${group}${lender.currency}${kind}${lender.creditType}00000000`,
      dias_vencidos: daysOverdue,
      saldo: cents(amount),
      calificacion: rating,
    }))
    .filter((row) => row.saldo > 0);
}

export function directBalance(rows: readonly LenderBalance[]): number {
  return rows.filter((row) => directAccount.test(row.cuenta)).reduce((sum, row) => sum + row.saldo, 0);
}
