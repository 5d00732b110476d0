import { lastDayBefore, startOfLimaDay, type Day } from '../calendar/lima-time.js';
import type { Contract } from './contracts.js';

type Days = Pick<Contract, 'kind' | 'startsOn' | 'endsOn'>;

const isDayBefore = (ended: Day, startsOn: Day) => ended === lastDayBefore(startOfLimaDay(startsOn).toISOString());

/**
 * The last day of the monthly contract before a new one, if monitoring ends with that day and the new contract does not bring it back: days
 * without a contract lie between the two, or the day was over before the new contract existed. Undefined if monitoring goes on, or if there
 * is none that could.
 */
export function monitoringEndsBefore(made: Days, others: readonly Days[], today: Day): Day | undefined {
  if (made.kind !== 'monthly' || made.endsOn < today) return undefined;
  const ends = others.filter(({ kind, endsOn }) => kind === 'monthly' && endsOn < made.startsOn).map(({ endsOn }) => endsOn);
  const last = ends.toSorted().at(-1);
  const goesOn = last !== undefined && last >= today && isDayBefore(last, made.startsOn);
  return goesOn ? undefined : last;
}

/** The next monthly contract after one whose end is moved, if days without a contract lie between the two: it does not continue monitoring. */
export function contractAfterGap(amended: Days, others: readonly Days[]): Days | undefined {
  if (amended.kind !== 'monthly') return undefined;
  const later = others.filter(({ kind, startsOn }) => kind === 'monthly' && startsOn > amended.startsOn && startsOn > amended.endsOn);
  const [next] = later.toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1));
  return next && !isDayBefore(amended.endsOn, next.startsOn) ? next : undefined;
}
