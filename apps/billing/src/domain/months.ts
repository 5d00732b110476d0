import type { Day } from '@vigia/contracts';
import { calendarMonths, type MonthGrid } from './month-grid.js';

/** The number of a month. Numbers only count: the next month has the next number. */
export function monthOf(day: Day, grid: MonthGrid = calendarMonths): number {
  return grid.index(day);
}

/** YYYY-MM */
export function monthText(month: number, grid: MonthGrid = calendarMonths): string {
  return grid.text(month);
}

const dayMs = 24 * 3_600_000;

/** The days left in the month, the given day included. */
export function daysLeftOfMonth(day: Day, grid: MonthGrid = calendarMonths): number {
  return (Date.parse(grid.lastDay(grid.index(day))) - Date.parse(day)) / dayMs + 1;
}

export interface Term {
  startsOn: Day;
  /** The last day; it belongs to the term. */
  endsOn: Day;
}

/** The last day on which a profile is monitored. The last month is paid in full, even if the end of the contract cuts it. */
export function expiresOn(lastMonth: number, contract: Pick<Term, 'endsOn'>, grid: MonthGrid = calendarMonths): Day {
  const lastDay = grid.lastDay(lastMonth);
  return lastDay < contract.endsOn ? lastDay : contract.endsOn;
}

/** Paid months that have not begun. Cancelling gives them back. The month of the given day is never one of them. */
export function unstartedMonths(lastMonth: number, on: Day, grid: MonthGrid = calendarMonths): number {
  return Math.max(0, lastMonth - grid.index(on));
}

/** The last month that can be paid under a contract. The end of the contract may cut it. */
export function lastMonthWithin({ endsOn }: Pick<Term, 'endsOn'>, grid: MonthGrid = calendarMonths): number {
  return grid.index(endsOn);
}

/** The earliest month that ends after that day: a profile that is paid for it is monitored longer, unless its contract ends before. */
export function firstMonthBeyond(day: Day, grid: MonthGrid = calendarMonths): number {
  return grid.index(day) + (grid.lastDay(grid.index(day)) === day ? 1 : 0);
}

/** Whether a monitoring had begun by the month of a day and has paid for that month. */
export function coversMonthOf(day: Day, paid: { startedOn: Day; lastMonth: number }, grid: MonthGrid = calendarMonths): boolean {
  const month = grid.index(day);
  return grid.index(paid.startedOn) <= month && month <= paid.lastMonth;
}

/** How many months a contract still has, the month of the day included; none on a day outside it. */
export function monthsThatFit({ startsOn, endsOn }: Term, on: Day, grid: MonthGrid = calendarMonths): number {
  return startsOn <= on && on <= endsOn ? grid.index(endsOn) - grid.index(on) + 1 : 0;
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
