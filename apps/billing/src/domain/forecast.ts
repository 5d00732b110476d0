import type { Day } from './lima-day.js';
import { lastMonthWithin } from './monitoring.js';
import { monthOf, monthText } from './months.js';

export interface PaidTo {
  lastMonth: number;
  profiles: number;
}

/** What the live monitorings come to, month by month to the end of the contract, and what carrying them all there takes. */
export function forecastMonths(paid: PaidTo[], today: Day, contract: { endsOn: Day }) {
  const [thisMonth, endMonth] = [monthOf(today), lastMonthWithin(contract)];
  const profilesWhere = (matches: (lastMonth: number) => boolean) =>
    paid.filter(({ lastMonth }) => matches(lastMonth)).reduce((sum, { profiles }) => sum + profiles, 0);
  const months = Array.from({ length: endMonth - thisMonth + 1 }, (_, i) => thisMonth + i).map((month) => ({
    month: monthText(month),
    profiles: profilesWhere((lastMonth) => lastMonth >= month),
    lapsing: month === endMonth ? 0 : profilesWhere((lastMonth) => lastMonth === month),
  }));
  const monthsToCarryAll = paid.reduce((sum, { lastMonth, profiles }) => sum + (endMonth - lastMonth) * profiles, 0);
  return { months, monthsToCarryAll };
}
