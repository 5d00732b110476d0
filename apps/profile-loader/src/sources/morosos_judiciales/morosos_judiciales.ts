import { nullable } from '@vigia/contracts';
import { Type } from 'typebox';
import { outstandingDebt } from '../../domain/periods.js';
import { inSoles, isoDay, registryDay, soles } from '../../domain/register-values.js';
import { endSoFar, withoutLinesAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** The registers of judicial debtors (REDJUM) and of alimony debtors (REDAM), added together. */
export const morosos_judiciales = defineMapping({
  answer: Type.Object({
    registros: Type.Array(
      Type.Object({
        registro: Type.Enum(['REDJUM', 'REDAM']),
        monto: soles,
        moneda: inSoles,
        desde: registryDay,
        hasta: nullable(registryDay),
      }),
    ),
  }),
  piece: (raw) =>
    outstandingDebt(
      (raw?.registros ?? []).map(({ monto, desde, hasta }) => ({ amount: monto, since: isoDay(desde), until: hasta && isoDay(hasta) })),
    ),
  tidy: (raw, answeredOn) => {
    const { kept, ...more } = withoutLinesAhead('registros', ({ desde }: { desde: string }) => isoDay(desde))(raw, answeredOn);
    return { ...more, kept: { ...kept, registros: kept.registros.map((one) => ({ ...one, hasta: endSoFar(one.hasta, answeredOn) })) } };
  },
});
