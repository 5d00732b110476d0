import type { Birth } from './listed-entity.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-02-03`, or null if the calendar has no such day. It has no year 0, and PostgreSQL refuses what it does not have. */
export function calendarDay(year: number, month: number, day: number): string | null {
  if (year === 0) return null;
  const written = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const instant = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(written) ? written : null;
}

/** `2026-02-03`, also with a time after it. */
export function isoDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text.trim()) ?? [];
  return day === undefined ? null : calendarDay(Number(year), Number(month), Number(day));
}

/** `20260203` */
export function compactDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim()) ?? [];
  return day === undefined ? null : calendarDay(Number(year), Number(month), Number(day));
}

/** `03/02/2026` */
export function dayMonthYear(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim()) ?? [];
  return year === undefined ? null : calendarDay(Number(year), Number(month), Number(day));
}

/** `03 Feb 2026` or `03-Feb-2026` */
export function englishDay(text: string): string | null {
  const [, day, name, year] = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?[ -](\d{4})$/.exec(text.trim()) ?? [];
  return year === undefined ? null : calendarDay(Number(year), months.indexOf(name!.toLowerCase()) + 1, Number(day));
}

/**
 * A birth in the English spellings of lists: a day, a month, a year, or two of them with `to` or `-` between, each perhaps with `circa`. A
 * month gives only its year, and any other text gives nothing: no day is ever invented.
 */
export function englishBirth(text: string): Birth | null {
  const [, circa, rest] = /^(circa |approximately |c\. ?)?(.*)$/i.exec(text.trim().replace(/\.$/, '')) ?? [];
  const approximately = circa === undefined ? {} : { approximate: true };
  const day = englishDay(rest!);
  if (day) return { day, ...approximately };
  const [from, to] = rest!.split(/ to | and |(?<=\d{4}) ?[-–] ?(?=\d{4})/);
  const first = yearOf(from!);
  const last = to === undefined ? first : yearOf(to);
  return first === null || last === null || last < first ? null : { from: first, to: last, ...approximately };
}

/** A birth between two years of four digits. Anything else that a list writes there is no birth: one cell must not refuse a whole list. */
export function birthBetween(from: string, to: string): Birth | null {
  const [first, last] = [from, to].map((year) => (/^[1-9]\d{3}$/.test(year.trim()) ? Number(year) : Number.NaN));
  return first! <= last! ? { from: first!, to: last! } : null;
}

/** The year at the end of a text with a day, a month or a year. */
function yearOf(text: string): number | null {
  const year = /^(?:(?:\d{1,2} )?[A-Za-z]{3,9}\.? )?(\d{4})$/.exec(text.trim())?.[1];
  return year === undefined ? null : Number(year);
}
