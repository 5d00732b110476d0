import { Type } from 'typebox';
import { exactSum, newest, threePeriods } from '../../domain/periods.js';
import { onceAMonth, registerMonth, soles } from '../../domain/register-values.js';
import { withoutMonthsAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** Debts in enforced collection. The register states every month, including those without debt: a missing month is unknown. */
export const deuda_coactiva = defineMapping({
  answer: Type.Object({
    cortes: onceAMonth(Type.Object({ periodo: registerMonth, deudas: Type.Array(Type.Object({ monto_deuda: soles })) })),
  }),
  piece: (raw) => {
    const cuts = raw?.cortes ?? [];
    return threePeriods(newest(cuts.map(({ periodo }) => periodo)), (month) => {
      const cut = cuts.find(({ periodo }) => periodo === month);
      return cut ? exactSum(cut.deudas.map(({ monto_deuda }) => monto_deuda)) : null;
    });
  },
  tidy: withoutMonthsAhead('cortes'),
});
