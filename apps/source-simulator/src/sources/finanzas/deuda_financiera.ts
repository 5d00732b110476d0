import { cents, percentages } from '../../domain/amount.js';
import { isBanked } from '../../domain/condition.js';
import type { Generator, Inquiry } from '../../domain/inquiry.js';
import { closingDay, type Month } from '../../domain/month.js';
import { ratingFor } from '../../domain/rating.js';
import { balancesAt, directBalance, type LenderBalance } from './balances.js';
import { lendersOf, type LenderShare } from './lenders-of.js';

const monthsReported = 13;
const publicationLagMonths = 2;

/** Consolidated credit report: per month the distribution by rating and, account by account, what each lender reports. */
export const deuda_financiera: Generator = (inquiry) => {
  const { condition, traits } = inquiry.taxpayer;
  const months = inquiry.published(monthsReported, publicationLagMonths).filter((month) => month >= condition.bankedSince);
  if (!isBanked(condition) || months.length === 0) return null;

  const shares = lendersOf(condition, inquiry.random);
  const phase = inquiry.random.integer(0, 17);
  if (traits.balancesReported) return { reportes: months.map((month) => report(inquiry, month, shares, phase)) };
  return { reportes: [{ ...report(inquiry, months.at(-1)!, shares, phase), saldos: null }] };
};

function report(inquiry: Inquiry, month: Month, shares: readonly LenderShare[], phase: number) {
  const { condition } = inquiry.taxpayer;
  const severity = inquiry.severity(month);
  const daysOverdue = Math.round(condition.trouble.daysOverdue * severity);
  const random = inquiry.in(month);
  const season = 1 + 0.1 * Math.sin((2 * Math.PI * (month + phase)) / 18);
  const balances = shares.flatMap((lender): LenderBalance[] => {
    const debt = condition.debt * lender.share * season * random.between([0.98, 1.02]);
    const rating = ratingFor(lender.creditType, daysOverdue);
    const state = lender.affected ? { daysOverdue, rating, severity } : { daysOverdue: 0, rating: 0 as const, severity: 0 };
    return balancesAt(lender, debt, state, condition);
  });
  const direct = [0, 1, 2, 3, 4].map((level) => directBalance(balances.filter((row) => row.calificacion === level)));
  const [sal_nor, sal_cpp, sal_def, sal_dud, sal_per] = percentages(direct.map(cents));
  return {
    fecha_reporte: closingDay(month),
    numero_entidades: shares.length,
    sal_nor,
    sal_cpp,
    sal_def,
    sal_dud,
    sal_per,
    saldos: balances,
  };
}
