import { cents } from '../../domain/amount.js';
import type { Generator } from '../../domain/inquiry.js';
import { monthText } from '../../domain/month.js';
import { pensionFunds } from '../../material/lenders.js';

const monthsReported = 13;
const publicationLagMonths = 1;

/** Contributions withheld or due and not paid to pension funds and health insurance. */
export const deuda_laboral: Generator = (inquiry) => {
  const { labourDebt } = inquiry.taxpayer.condition.trouble;
  const creditors = inquiry.random.sample(pensionFunds, 2);
  const debts = inquiry.published(monthsReported, publicationLagMonths).flatMap((month) => {
    const amount = labourDebt * inquiry.severity(month);
    return creditors.map((entidad, i) => ({ periodo: monthText(month), entidad, monto: cents(amount * (i === 0 ? 0.7 : 0.3)) }));
  });
  const owed = debts.filter(({ monto }) => monto > 0);
  return owed.length > 0 ? { deudas: owed } : null;
};
