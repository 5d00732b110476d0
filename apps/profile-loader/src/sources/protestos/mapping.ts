import { standingDebt } from '../../domain/standing-debt.js';
import { isoDay } from '../identificacion/registry-day.js';
import { defineMapping } from '../source-mapping.js';
import { protestedTitles } from './raw-answer.js';

/** A title counts from its protest to its payment. */
export const protestos = defineMapping({
  answer: protestedTitles,
  piece: (raw) =>
    standingDebt(
      (raw?.titulos ?? []).map(({ fecha, monto, fecha_regularizacion }) => ({
        amount: monto,
        since: isoDay(fecha),
        until: fecha_regularizacion && isoDay(fecha_regularizacion),
      })),
    ),
});
