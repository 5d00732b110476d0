import { exactSum } from '../../domain/exact-amounts.js';
import { newest, threePeriods, type ThreePeriods } from '../../domain/three-periods.js';
import { defineMapping } from '../source-mapping.js';
import { coactiveCuts, type CoactiveCuts } from './raw-answer.js';

export const deuda_coactiva = defineMapping({ answer: coactiveCuts, piece: collected });

/** The register states every month, also those without debt: a month that is missing is not known. */
function collected(raw: CoactiveCuts | null): ThreePeriods {
  const cuts = raw?.cortes ?? [];
  return threePeriods(newest(cuts.map(({ periodo }) => periodo)), (month) => {
    const cut = cuts.find(({ periodo }) => periodo === month);
    return cut ? exactSum(cut.deudas.map(({ monto_deuda }) => monto_deuda)) : null;
  });
}
