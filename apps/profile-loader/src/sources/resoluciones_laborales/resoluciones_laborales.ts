import { nullable } from '@vigia/contracts';
import { Type } from 'typebox';
import { exactSum, inTheYearTo, latestOfEvents, monthOf, threePeriods } from '../../domain/periods.js';
import { isoDay, registerMonth, registryDay, soles } from '../../domain/register-values.js';
import { withoutLinesAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** Fines of the labour inspection, one line per resolution, counted and summed over the year up to each period. */
export const resoluciones_laborales = defineMapping({
  answer: Type.Object({
    resoluciones: Type.Array(Type.Object({ fecha: registryDay, monto: soles })),
    corte: Type.Optional(nullable(registerMonth)),
  }),
  piece: (raw) => {
    const resolutions = (raw?.resoluciones ?? []).map(({ fecha, monto }) => ({ month: monthOf(isoDay(fecha)), fine: monto }));
    const latest = latestOfEvents(
      resolutions.map(({ month }) => month),
      raw?.corte,
    );
    const until = (month: string) => inTheYearTo(month, resolutions, (resolution) => resolution.month);
    return {
      count: threePeriods(latest, (month) => until(month).length),
      fines: threePeriods(latest, (month) => exactSum(until(month).map(({ fine }) => fine))),
    };
  },
  tidy: withoutLinesAhead('resoluciones', ({ fecha }: { fecha: string }) => isoDay(fecha)),
});
