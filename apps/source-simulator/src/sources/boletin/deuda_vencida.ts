import { cents } from '../../domain/amount.js';
import type { Generator } from '../../domain/inquiry.js';
import { monthText } from '../../domain/month.js';
import { tradeCreditors } from '../../material/lenders.js';

const monthsReported = 13;
const publicationLagMonths = 1;

/** Bills that suppliers and utilities report as unpaid. */
export const deuda_vencida: Generator = (inquiry) => {
  const { overdueBills } = inquiry.taxpayer.condition.trouble;
  const creditors = inquiry.random.sample(tradeCreditors, 2);
  const debts = inquiry.published(monthsReported, publicationLagMonths).flatMap((month) => {
    const severity = inquiry.severity(month);
    const firstShare = inquiry.in(month).between([0.5, 0.8]);
    return [firstShare, 1 - firstShare].map((share, i) => ({
      periodo: monthText(month),
      acreedor: creditors[i],
      monto: cents(overdueBills * severity * share),
      dias_vencidos: Math.round(30 + 150 * severity),
    }));
  });
  const owed = debts.filter(({ monto }) => monto > 0);
  return owed.length > 0 ? { deudas: owed } : null;
};
