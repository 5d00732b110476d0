import { isDay } from '@vigia/contracts';
import type { Language } from './languages.ts';

const months: Record<Language, string[]> = {
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'set', 'oct', 'nov', 'dic'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** 20/11/2026 from 2026-11-20. A day is split as text: a `Date` made from it would be the previous day in Lima. */
export function day(text: string): string {
  const [year, month, date] = text.slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
}

/** set 2026, from 2026-09 or from a day in it */
export function month(text: string, language: Language): string {
  const [year, number] = text.split('-');
  return `${months[language][Number(number) - 1]} ${year}`;
}

/** The number of days between two days; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 86_400_000);
}

export const dayAfter = (text: string) =>
  new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** 2027-01-01 from 2026-12 */
export function firstDayAfter(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Lima has no summer time. */
const beginOf = (text: string | undefined) => (isDay(text) ? `${text}T00:00:00-05:00` : undefined);

/**
 * Whole days in Lima as the instants from the first on and before the last. An invalid day is left out, and so is an end after the last
 * possible day.
 */
export function momentsOf({ from, to }: { from?: string | undefined; to?: string | undefined }): { from?: string; to?: string } {
  const [first, last] = [beginOf(from), isDay(to) ? beginOf(dayAfter(to)) : undefined];
  return { ...(first && { from: first }), ...(last && { to: last }) };
}
