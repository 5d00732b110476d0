import { nullable } from '@vigia/contracts';
import { Type } from 'typebox';
import { inTheYearTo, latestOfEvents, monthOf, threePeriods } from '../../domain/periods.js';
import { isoDay, registerMonth, registryDay } from '../../domain/register-values.js';
import { withoutLinesAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** Court notices that name the taxpayer, counted over the year up to each period. */
export const edictos_judiciales = defineMapping({
  answer: Type.Object({ edictos: Type.Array(Type.Object({ fecha: registryDay })), corte: Type.Optional(nullable(registerMonth)) }),
  piece: (raw) => {
    const months = (raw?.edictos ?? []).map(({ fecha }) => monthOf(isoDay(fecha)));
    return threePeriods(latestOfEvents(months, raw?.corte), (month) => inTheYearTo(month, months, (own) => own).length);
  },
  tidy: withoutLinesAhead('edictos', ({ fecha }: { fecha: string }) => isoDay(fecha)),
});
