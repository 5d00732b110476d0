import { lastDayOf, monthOf } from './calendar.js';
import { exactSum } from './exact-amounts.js';
import { newest, threePeriods, type ThreePeriods } from './three-periods.js';

export interface Entry {
  amount: number;
  /** First day on which it counts. */
  since: string;
  /** First day on which it does not count any more. */
  until: string | null;
}

/** For registers of entries that stand until they are struck: what stood at the end of a month. The newest entry or strike tells how far the register goes. */
export function standingDebt(entries: readonly Entry[]): ThreePeriods {
  const latestDay = newest(entries.flatMap(({ since, until }) => (until === null ? [since] : [since, until])));
  return threePeriods(latestDay && monthOf(latestDay), (month) => {
    const day = lastDayOf(month);
    return exactSum(entries.filter(({ since, until }) => since <= day && (until === null || until > day)).map(({ amount }) => amount));
  });
}
