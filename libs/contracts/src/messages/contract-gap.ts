import { lastDayBefore, startOfLimaDay, type Day } from '../calendar/lima-time.js';
import type { Contract } from './contracts.js';

type Days = Pick<Contract, 'kind' | 'startsOn' | 'endsOn'>;

/**
 * The last day of the monthly contract before a new one, if days without a contract lie between the two: monitoring ends with that day, and
 * the new contract does not bring it back. Undefined if monitoring goes on, or if there is none that could.
 */
export function monitoringEndsBefore(made: Days, others: readonly Days[]): Day | undefined {
  if (made.kind !== 'monthly') return undefined;
  const ends = others.filter(({ kind, endsOn }) => kind === 'monthly' && endsOn < made.startsOn).map(({ endsOn }) => endsOn);
  const last = ends.toSorted().at(-1);
  return last === lastDayBefore(startOfLimaDay(made.startsOn).toISOString()) ? undefined : last;
}
