import { calendarDay } from '../written-days.js';

const months = 'ene feb mar abr may jun jul ago set oct nov dic'.split(' ');

/**
 * `2026-01` from `Ene.2026` or `Ene.26`, `2026-08-29` from `29.Ago.26`; null for a quarter, a year or an impossible day. September is `Set`
 * or `Sep`.
 */
export function periodOf(name: string): string | null {
  const [, day, word, written] = /^(?:(\d{1,2})\.)?([a-z]{3})\.(\d{2}|\d{4})$/i.exec(name.trim()) ?? [];
  const month = months.indexOf(word?.toLowerCase().replace('sep', 'set') ?? '') + 1;
  if (month === 0) return null;
  const year = Number(written) < 100 ? 2000 + Number(written) : Number(written);
  const whole = calendarDay(year, month, Number(day ?? 1));
  return day === undefined ? (whole?.slice(0, 7) ?? null) : whole;
}
