import { cents } from '../domain/amount.js';
import type { Generator } from '../domain/inquiry.js';
import { dayText, monthText } from '../domain/month.js';
import { coactiveEntities, titleKinds, tradeCreditors } from '../material/institutions.js';

const monthsReported = 13;
const monthsKept = 24;
const publicationLagMonths = 1;

/** Protested titles. A title that was paid later stays listed, with the day of its payment. */
export const protestos: Generator = (inquiry) => {
  const { trouble, debt } = inquiry.taxpayer.condition;
  const [newest] = inquiry.published(1, publicationLagMonths) as [number];
  const titles = inquiry.published(monthsKept, publicationLagMonths).flatMap((month) => {
    const random = inquiry.in(month);
    if (!random.chance((trouble.protestsPerYear / 12) * inquiry.severity(month))) return [];
    const paidIn = random.chance(0.3) ? month + random.integer(1, 6) : null;
    const paid = paidIn !== null && paidIn <= newest;
    return {
      tipo_titulo: random.pick(titleKinds),
      fecha: dayText(month, random.integer(1, 28)),
      monto: cents(random.between([500, Math.max(2_000, debt * 0.02)])),
      moneda: 'PEN',
      estado: paid ? 'REGULARIZADO' : 'NO REGULARIZADO',
      fecha_regularizacion: paid ? dayText(paidIn, 15) : null,
    };
  });
  return titles.length > 0 ? { titulos: titles } : null;
};

/** Debts under enforced collection, month by month. For a taxpayer with a RUC the register also states that there is none. */
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
