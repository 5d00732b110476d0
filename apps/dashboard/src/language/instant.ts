import type { Language } from './languages.ts';

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Lima',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function inLima(instant: string | number | Date): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
}

/** 14/11/2026, 09:12 in Lima */
export function instant(at: string | number | Date): string {
  const { day, month, year, hour, minute } = inLima(at);
  return `${day}/${month}/${year}, ${hour}:${minute}`;
}

/** 14/11/2026, 09:12:40 in Lima */
export function exactInstant(at: string | number | Date): string {
  return `${instant(at)}:${inLima(at).second}`;
}

/** 2026-11-14, the day in Lima */
export function dayOf(at: string | number | Date): string {
  const { day, month, year } = inLima(at);
  return `${year}-${month}-${day}`;
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const;

/** "ayer" is a calendar day, but this counts elapsed time. */
const relative: Record<Language, Intl.RelativeTimeFormat> = {
  es: new Intl.RelativeTimeFormat('es-PE', { numeric: 'always' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'always' }),
};
const atOnce: Record<Language, string> = { es: 'ahora', en: 'now' };

/** "hace 6 segundos", "dentro de 3 días" */
export function ago(at: string | number | Date, now: number, language: Language): string {
  let amount = (new Date(at).getTime() - now) / 1000;
  for (const [unit, size] of steps) {
    const rounded = Math.round(amount);
    if (rounded === 0) return atOnce[language];
    if (Math.abs(rounded) < size) return relative[language].format(rounded, unit);
    amount /= size;
  }
  return '';
}

/** "hace 6 segundos", for what has happened: if it is newer than the last reading of the clock, it is not in the future. */
export function happened(at: string, now: number, language: Language): string {
  return ago(at, Math.max(now, Date.parse(at)), language);
}
