import type { Day } from '@vigia/contracts';

/**
 * The number of the month of a day. Numbers only count: the next month has the next number.
 *
 * Monitoring is counted in calendar months, the same for all profiles, whatever the day of an operation. Otherwise a forced update would
 * move an expiry. The database has the same calendar (`billing.month_of` and `billing.last_day_of`) for the constraints on paid
 * monitorings, and a test compares the two day by day.
 */
export function monthOf(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

export function lastDayOf(month: number): Day {
  // Day 0 of the next month.
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);
}

/** YYYY-MM */
export function monthText(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
}

const dayMs = 24 * 3_600_000;

/** The days left in the month, the given day included. */
export function daysLeftOfMonth(day: Day): number {
  return (Date.parse(lastDayOf(monthOf(day))) - Date.parse(day)) / dayMs + 1;
}

export interface Term {
  startsOn: Day;
  /** The last day; it belongs to the term. */
  endsOn: Day;
}

/** The last day on which a profile is monitored. The last month is paid in full, even if the end of the contract cuts it. */
export function expiresOn(lastMonth: number, contract: Pick<Term, 'endsOn'>): Day {
  const lastDay = lastDayOf(lastMonth);
  return lastDay < contract.endsOn ? lastDay : contract.endsOn;
}

/** Paid months that have not begun. Cancelling gives them back. The month of the given day is never one of them. */
export function unstartedMonths(lastMonth: number, on: Day): number {
  return Math.max(0, lastMonth - monthOf(on));
}

/** The last month that can be paid under a contract. The end of the contract may cut it. */
export function lastMonthWithin({ endsOn }: Pick<Term, 'endsOn'>): number {
  return monthOf(endsOn);
}

/** The earliest month that ends after that day: a profile that is paid for it is monitored longer, unless its contract ends before. */
export function firstMonthBeyond(day: Day): number {
  return monthOf(day) + (lastDayOf(monthOf(day)) === day ? 1 : 0);
}

/** Whether a monitoring had begun by the month of a day and has paid for that month. */
export function coversMonthOf(day: Day, paid: { startedOn: Day; lastMonth: number }): boolean {
  const month = monthOf(day);
  return monthOf(paid.startedOn) <= month && month <= paid.lastMonth;
}

/** How many months a contract still has, the month of the day included; none on a day outside it. */
export function monthsThatFit({ startsOn, endsOn }: Term, on: Day): number {
  return startsOn <= on && on <= endsOn ? monthOf(endsOn) - monthOf(on) + 1 : 0;
}

export interface PaidTo {
  lastMonth: number;
  profiles: number;
}

/**
 * How many profiles are monitored in each month to the end of the contract, and how many months it takes to monitor all of them until then.
 */
export function forecastMonths(paid: PaidTo[], today: Day, contract: { endsOn: Day }) {
  const [thisMonth, endMonth] = [monthOf(today), lastMonthWithin(contract)];
  const profilesWhere = (matches: (lastMonth: number) => boolean) =>
    paid.filter(({ lastMonth }) => matches(lastMonth)).reduce((sum, { profiles }) => sum + profiles, 0);
  const months = Array.from({ length: endMonth - thisMonth + 1 }, (_, i) => thisMonth + i).map((month) => ({
    month: monthText(month),
    profiles: profilesWhere((lastMonth) => lastMonth >= month),
    lapsing: profilesWhere((lastMonth) => lastMonth === month),
  }));
  const monthsToCarryAll = paid.reduce((sum, { lastMonth, profiles }) => sum + (endMonth - lastMonth) * profiles, 0);
  return { months, monthsToCarryAll };
}
