import { cents } from '../../domain/amount.js';
import type { Condition } from '../../domain/condition.js';
import { creditTypeOf, type Rating } from '../../domain/rating.js';
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

const directKinds = ['1411', '1414', '1415', '1416', '1418'];
const provisionByRating = [0.01, 0.05, 0.25, 0.6, 1];

export function balancesAt(
  lender: LenderShare,
  debt: number,
  { daysOverdue, rating, severity }: Standing,
  condition: Condition,
): LenderBalance[] {
  const { trouble, size } = condition;
  const unpaid = daysOverdue > 0 ? debt * severity : 0;
  const overdue = unpaid * trouble.overdueShare;
  const judicial = unpaid * trouble.judicialShare;
  const refinanced = unpaid * trouble.refinancedShare;
  const accrued = debt * 0.004;
  const isLarge = size === 'medium' || size === 'large';
  const amounts: [kind: string, amount: number][] = [
    ['1411', debt - overdue - judicial - refinanced - accrued],
    ['1414', refinanced],
    ['1415', overdue],
    ['1416', judicial],
    ['1418', accrued],
    ['7111', isLarge ? debt * 0.15 : 0],
    ['7215', debt * 0.1 * (rating === 0 ? 1 : 0)],
    // Written off only once it is a loss; before, it is still on the lender's books.
    ['8113', rating === 4 ? trouble.writtenOff * lender.share * severity : 0],
    ['8414', lender.guaranteed ? debt * 1.3 : 0],
    ['1419', debt * provisionByRating[rating]!],
  ];
  const creditType = creditTypeOf[size];
  return amounts
    .map(([kind, amount]) => ({
      entidad: lender.name,
      tipo_credito: creditType,
      cuenta: `${kind}${creditType}00000000`,
      dias_vencidos: daysOverdue,
      saldo: cents(amount),
      calificacion: rating,
    }))
    .filter((row) => row.saldo > 0);
}

/** Performing, refinanced, overdue, in court and accrued: nothing contingent, written off or received as guarantee. */
export function directBalance(rows: readonly LenderBalance[]): number {
  return rows.filter((row) => directKinds.includes(row.cuenta.slice(0, 4))).reduce((sum, row) => sum + row.saldo, 0);
}
