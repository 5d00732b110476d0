import type { Language } from './languages.ts';

const months: Record<Language, string[]> = {
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'set', 'oct', 'nov', 'dic'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** 20/11/2026 from 2026-11-20. A day is split as text: a `Date` made of it would be the day before in Lima. */
export function day(text: string): string {
  const [year, month, date] = text.slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
}

/** set 2026, from 2026-09 or from a day of it */
export function month(text: string, language: Language): string {
  const [year, number] = text.split('-');
  return `${months[language][Number(number) - 1]} ${year}`;
}

/** How many days lie between two days; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 86_400_000);
}
