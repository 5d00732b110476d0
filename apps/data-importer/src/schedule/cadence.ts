import type { Cadence } from '@vigia/contracts';
import type { Dataset } from '../datasets/dataset.js';

/** Null if there is nothing to download: operators bring the files. */
export const cadenceHours: Record<Cadence, number | null> = { two_hourly: 2, daily: 24, weekly: 168, monthly: 24 * 31, by_hand: null };

/**
 * How often a register that operators bring is expected. The credit report and the debts of labour are about months, and an answer of the
 * consulta múltiple holds for one. Courts, INDECOPI and SUNAFIL add to their registers each day or week, but nobody copies them as often.
 */
const broughtEveryHours = cadenceHours.monthly;

/** After twice this time without news a data set is late. Null: it is never late. */
export function expectedEveryHours({ cadence, isLasting }: Pick<Dataset, 'cadence' | 'isLasting'>): number | null {
  if (isLasting) return null;
  return cadence === 'by_hand' ? broughtEveryHours : cadenceHours[cadence];
}
