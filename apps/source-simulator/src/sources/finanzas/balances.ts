import { cents } from '../../domain/amount.js';
import type { Condition } from '../../domain/condition.js';
import type { Rating } from '../../domain/rating.js';
import type { LenderShare } from './lenders-of.js';

/** One balance line of the report; the first digits of the account say what kind of balance it is. */
export interface LenderBalance {
  entidad: string;
  tipo_credito: string;
  cuenta: string;
  dias_vencidos: number;
  saldo: number;
  calificacion: Rating;
}

interface Standing {
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
  { daysOverdue, rating, severity }: Standing,
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
    // The same relief is called restructured when an insolvency plan grants it.
    ['14', insolvent ? '3' : '4', rescheduled],
    ['14', '5', overdue],
    ['14', '6', judicial],
    ['14', '8', accrued],
    ['71', '1', isLarge ? debt * 0.15 : 0],
    ['72', '5', rating === 0 ? unusedLine * lender.share : 0],
    // Written off only once it is a loss; before, it is still on the lender's books.
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
