import { lastDayOf, monthsBefore } from './calendar.js';
import { exactDifference } from './exact-amounts.js';

/** A figure in the latest period, six months and twelve months before, and how far the latest is from each. */
export interface ThreePeriods {
  months: { latest: string; six: string; twelve: string } | null;
  latest: number | null;
  six: number | null;
  twelve: number | null;
  sinceSix: number | null;
  sinceTwelve: number | null;
}

/** Nothing is known without a latest month. `figureOf` gives null for a month that the source does not report. */
export function threePeriods(latestMonth: string | null, figureOf: (month: string) => number | null): ThreePeriods {
  if (latestMonth === null) return { months: null, latest: null, six: null, twelve: null, sinceSix: null, sinceTwelve: null };
  const months = { latest: latestMonth, six: monthsBefore(latestMonth, 6), twelve: monthsBefore(latestMonth, 12) };
  const [latest, six, twelve] = [figureOf(months.latest), figureOf(months.six), figureOf(months.twelve)];
  return { months, latest, six, twelve, sinceSix: exactDifference(latest, six), sinceTwelve: exactDifference(latest, twelve) };
}

/** The newest of some months or days; their order in the answer is nothing to rely on. */
export function newest(dates: readonly string[]): string | null {
  return dates.reduce<string | null>((found, date) => (found === null || date > found ? date : found), null);
}

/** For registers of single events: those of the twelve months that end with the month. */
export function inTheYearTo<T>(month: string, events: readonly T[], monthOfEvent: (event: T) => string): T[] {
  const first = monthsBefore(month, 11);
  return events.filter((event) => first <= monthOfEvent(event) && monthOfEvent(event) <= month);
}

export interface PeriodDays {
  fecha_ultimo_periodo: string | null;
  fecha_seis_meses_anteriores: string | null;
  fecha_doce_meses_anteriores: string | null;
}

export function periodDays({ months }: ThreePeriods, write: (month: string) => string = lastDayOf): PeriodDays {
  return {
    fecha_ultimo_periodo: months && write(months.latest),
    fecha_seis_meses_anteriores: months && write(months.six),
    fecha_doce_meses_anteriores: months && write(months.twelve),
  };
}
