import type { Day } from '@vigia/contracts';

/**
 * Monitoring is counted in calendar months, the same for all profiles, whatever the day of an operation. Otherwise a forced update would
 * move an expiry. Only this folder may import the grid; the rest of the service uses the functions of `months.ts`. The database has the
 * same calendar (`billing.month_of` and `billing.last_day_of`) for the constraints on paid monitorings, and a test compares the two day by
 * day.
 */
export interface MonthGrid {
  /** The number of the month of a day. The next month has the next number. */
  index(day: Day): number;
  /** The last day of a month. */
  lastDay(index: number): Day;
  /** YYYY-MM */
  text(index: number): string;
}

export const calendarMonths: MonthGrid = {
  index: (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1,
  // Day 0 of the next month.
  lastDay: (index) => new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).toISOString().slice(0, 10),
  text: (index) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
};
