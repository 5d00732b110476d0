import { exactSum } from './exact-amounts.js';
import { newest, threePeriods, type ThreePeriods } from './three-periods.js';

interface Debt {
  periodo: string;
  monto: number;
}

/** For registers that list only the months in which something was owed: a month before the latest that is missing had no debt. */
export function monthlyDebt(debts: readonly Debt[]): ThreePeriods {
  return threePeriods(newest(debts.map(({ periodo }) => periodo)), (month) =>
    exactSum(debts.filter(({ periodo }) => periodo === month).map(({ monto }) => monto)),
  );
}
