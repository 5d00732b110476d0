import type { Day } from './lima-day.js';

/**
 * The months that monitoring is counted in. They lie on one grid for everybody, whatever the day of an operation: only so
 * does reprocessing leave an expiry where it was. Only this folder may import it; everybody else speaks of months in the
 * words of `months.ts` and `monitoring.ts`. The database has the same calendar a second time (`billing.month_of` and
 * `billing.last_day_of`), for the constraints on paid monitorings; a test compares the two day by day.
 */
export interface MonthGrid {
  /** The month that a day belongs to; months that follow each other have numbers that follow each other. */
  index(day: Day): number;
  /** The last day of a month. */
  lastDay(index: number): Day;
  /** A month as it is written. */
  text(index: number): string;
}

export const calendarMonths: MonthGrid = {
  index: (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1,
  // Day 0 of the next month.
  lastDay: (index) => new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).toISOString().slice(0, 10),
  text: (index) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
};
