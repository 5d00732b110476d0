import { Type } from 'typebox';
import { monthlyDebt } from '../../domain/periods.js';
import { registerMonth, soles } from '../../domain/register-values.js';
import { withoutMonthsAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** Bills that creditors report as unpaid, by month and creditor. */
export const deuda_vencida = defineMapping({
  answer: Type.Object({ deudas: Type.Array(Type.Object({ periodo: registerMonth, monto: soles })) }),
  piece: (raw) => monthlyDebt(raw?.deudas ?? []),
  tidy: withoutMonthsAhead('deudas'),
});
