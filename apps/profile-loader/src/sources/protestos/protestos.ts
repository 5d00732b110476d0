import { nullable } from '@vigia/contracts';
import { Type } from 'typebox';
import { outstandingDebt } from '../../domain/periods.js';
import { inSoles, isoDay, registryDay, soles } from '../../domain/register-values.js';
import { endSoFar, withoutLinesAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';

/** Protested titles. A title counts from its protest to its payment; afterwards it stays listed, with the day of payment. */
export const protestos = defineMapping({
  answer: Type.Object({
    titulos: Type.Array(Type.Object({ fecha: registryDay, monto: soles, moneda: inSoles, fecha_regularizacion: nullable(registryDay) })),
  }),
  piece: (raw) =>
    outstandingDebt(
      (raw?.titulos ?? []).map(({ fecha, monto, fecha_regularizacion }) => ({
        amount: monto,
        since: isoDay(fecha),
        until: fecha_regularizacion && isoDay(fecha_regularizacion),
      })),
    ),
  tidy: (raw, answeredOn) => {
    const { kept, ...more } = withoutLinesAhead('titulos', ({ fecha }: { fecha: string }) => isoDay(fecha))(raw, answeredOn);
    const titulos = kept.titulos.map((one) => ({ ...one, fecha_regularizacion: endSoFar(one.fecha_regularizacion, answeredOn) }));
    return { ...more, kept: { ...kept, titulos } };
  },
});
