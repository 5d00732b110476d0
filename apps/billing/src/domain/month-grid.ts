import type { Day } from './lima-day.js';

/**
 * The months that monitoring is counted in. They lie on one grid for everybody, whatever the day of an operation: only so
 * does reprocessing leave an expiry where it was. Replace the grid to count other months; nothing else knows which they are.
 */
export interface MonthGrid {
  /** The month that a day belongs to; months that follow each other have numbers that follow each other. */
  index(day: Day): number;
  /** The last day of a month. */
  lastDay(index: number): Day;
}

export const calendarMonths: MonthGrid = {
  index: (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1,
  // Day 0 of the next month.
  lastDay: (index) => new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).toISOString().slice(0, 10),
};

/** A calendar month as it is written: YYYY-MM. */
export function monthText(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}
