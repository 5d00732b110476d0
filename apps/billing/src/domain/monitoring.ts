import type { Day } from './lima-day.js';
import { calendarMonths, type MonthGrid } from './month-grid.js';

export interface Term {
  startsOn: Day;
  /** The last day, which still belongs to it. */
  endsOn: Day;
}

/** The last day on which a profile is monitored: the last month is paid whole even where the contract cuts it. */
export function expiresOn(lastMonth: number, contract: Pick<Term, 'endsOn'>, grid: MonthGrid = calendarMonths): Day {
  const lastDay = grid.lastDay(lastMonth);
  return lastDay < contract.endsOn ? lastDay : contract.endsOn;
}

/** Paid months that have not begun: what cancelling gives back. The month of the day itself is never among them. */
export function unstartedMonths(lastMonth: number, on: Day, grid: MonthGrid = calendarMonths): number {
  return Math.max(0, lastMonth - grid.index(on));
}

/** The last month that can be paid under a contract, whose end may cut it. */
export function lastMonthWithin({ endsOn }: Pick<Term, 'endsOn'>, grid: MonthGrid = calendarMonths): number {
  return grid.index(endsOn);
}

/** Whether a monitoring has begun by the month of a day, and has paid for it. */
export function coversMonthOf(day: Day, paid: { startedOn: Day; lastMonth: number }, grid: MonthGrid = calendarMonths): boolean {
  const month = grid.index(day);
  return grid.index(paid.startedOn) <= month && month <= paid.lastMonth;
}

/** How many months, that of the day included, a contract still has; none outside of it. */
export function monthsThatFit({ startsOn, endsOn }: Term, on: Day, grid: MonthGrid = calendarMonths): number {
  return startsOn <= on && on <= endsOn ? grid.index(endsOn) - grid.index(on) + 1 : 0;
}
