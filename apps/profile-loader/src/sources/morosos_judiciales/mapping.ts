import { standingDebt } from '../../domain/standing-debt.js';
import { isoDay } from '../identificacion/registry-day.js';
import { defineMapping } from '../source-mapping.js';
import { debtorEntries } from './raw-answer.js';

/** Both registers together: what the courts hold against somebody. */
export const morosos_judiciales = defineMapping({
  answer: debtorEntries,
  piece: (raw) =>
    standingDebt(
      (raw?.registros ?? []).map(({ monto, desde, hasta }) => ({ amount: monto, since: isoDay(desde), until: hasta && isoDay(hasta) })),
    ),
});
