import { lastDayOf } from '../../domain/periods.js';

const dayMs = 86_400_000;
const daysOfAWeek = 7;

/** The months of which every day lies in a week that is there, oldest first. Weeks are told by their first day. */
export function monthsCovered(weeks: readonly string[]): string[] {
  const days = new Set(weeks.flatMap((first) => Array.from({ length: daysOfAWeek }, (_, i) => dayAfter(first, i))));
  const months = [...new Set([...days].map((day) => day.slice(0, 7)))].toSorted();
  return months.filter((month) => {
    const last = Number(lastDayOf(month).slice(8));
    return Array.from({ length: last }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`).every((day) => days.has(day));
  });
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
