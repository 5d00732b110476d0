import type { Day } from './lima-day.js';
import { calendarMonths, type MonthGrid } from './month-grid.js';

/** Months have numbers, which only count: the next month has the next number. */
export function monthOf(day: Day, grid: MonthGrid = calendarMonths): number {
  return grid.index(day);
}

/** YYYY-MM */
export function monthText(month: number, grid: MonthGrid = calendarMonths): string {
  return grid.text(month);
}

const dayMs = 24 * 3_600_000;

/** How much of its month a day still has, itself included. */
export function daysLeftOfMonth(day: Day, grid: MonthGrid = calendarMonths): number {
  return (Date.parse(grid.lastDay(grid.index(day))) - Date.parse(day)) / dayMs + 1;
}
