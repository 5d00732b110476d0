import { nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { newest, threePeriods, type ThreePeriods } from '../../domain/periods.js';
import { onceAMonth, registerMonth } from '../../domain/register-values.js';
import { withoutMonthsAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** Null if the register has no figure, such as NE: it is not 0. */
const heads = nullable(Type.Integer({ minimum: 0 }));
const declaration = Type.Object({ periodo: registerMonth, trabajadores: heads, pensionistas: heads, prestadores_servicio: heads });
type Declaration = Static<typeof declaration>;

/** The payroll as declared each month. */
export const trabajadores = defineMapping({
  answer: Type.Object({ periodos: onceAMonth(declaration) }),
  piece: (raw) => headcounts(raw?.periodos ?? []),
  tidy: withoutMonthsAhead('periodos'),
});

/** The total is the sum of its parts, whatever the register prints. */
function headcounts(declared: readonly Declaration[]): Record<'total' | 'workers' | 'pensioners' | 'contractors', ThreePeriods> {
  const latest = newest(declared.map(({ periodo }) => periodo));
  const counting = (count: (month: Declaration) => number | null) =>
    threePeriods(latest, (month) => {
      const found = declared.find(({ periodo }) => periodo === month);
      return found ? count(found) : null;
    });
  return {
    total: counting(({ trabajadores, pensionistas, prestadores_servicio }) =>
      trabajadores === null || pensionistas === null || prestadores_servicio === null
        ? null
        : trabajadores + pensionistas + prestadores_servicio,
    ),
    workers: counting((month) => month.trabajadores),
    pensioners: counting((month) => month.pensionistas),
    contractors: counting((month) => month.prestadores_servicio),
  };
}
