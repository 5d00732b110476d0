import { monthText } from './month-grid.js';

export interface PaidTo {
  lastMonth: number;
  profiles: number;
}

/** What the live monitorings come to, month by month to the end of the contract, and what carrying them all there takes. */
export function forecastMonths(paid: PaidTo[], thisMonth: number, endMonth: number) {
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
