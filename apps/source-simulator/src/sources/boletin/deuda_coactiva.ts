import { cents } from '../../domain/amount.js';
import type { Generator } from '../../domain/inquiry.js';
import { dayText, monthText } from '../../domain/month.js';
import { coactiveEntities } from '../../material/offices.js';

const monthsReported = 13;
const publicationLagMonths = 1;

/** Debts under enforced collection, month by month; for whoever has a RUC the register also states that there is none. */
export const deuda_coactiva: Generator = (inquiry) => {
  const { taxpayer, random } = inquiry;
  if (!taxpayer.ruc) return null;
  const { coactiveDebt } = taxpayer.condition.trouble;
  const weights = Array.from({ length: random.integer(1, 4) }, () => random.between([0.5, 1.5]));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const debts = weights.map((weight, i) => ({
    amount: (coactiveDebt * weight) / total,
    taxPeriod: monthText(taxpayer.condition.troubledSince + i),
    since: taxpayer.condition.troubledSince + 3 + i,
    day: random.integer(1, 28),
    entity: random.pick(coactiveEntities),
  }));
  return {
    cortes: inquiry.published(monthsReported, publicationLagMonths).map((month) => ({
      periodo: monthText(month),
      deudas: debts
        .filter(({ since, amount }) => amount > 0 && since <= month)
        .map(({ amount, taxPeriod, since, day, entity }) => ({
          monto_deuda: cents(amount * inquiry.severity(month)),
          periodo_tributario: taxPeriod,
          fecha_inicio_cobranza: dayText(since, day),
          entidad_asociada: entity,
        })),
    })),
  };
};
