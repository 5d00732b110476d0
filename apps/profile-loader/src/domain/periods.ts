// Months are YYYY-MM and days YYYY-MM-DD: as texts they sort by time.

export function monthsBefore(month: string, months: number): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  const index = year * 12 + monthOfYear - 1 - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function lastDayOf(month: string): string {
  const [year, monthOfYear] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, monthOfYear, 0)).toISOString().slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** MM/YYYY */
export function monthSlashYear(month: string): string {
  return month.split('-').reverse().join('/');
}

/** Adds in whole cents: sums of binary fractions drift away from the true total. */
export function exactSum(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

function exactDifference(amount: number | null, base: number | null): number | null {
  return amount === null || base === null ? null : exactSum([amount, -base]);
}

/** A figure for the latest period, and for six and twelve months before, with the difference of the latest from each. */
export interface ThreePeriods {
  months: { latest: string; six: string; twelve: string } | null;
  latest: number | null;
  six: number | null;
  twelve: number | null;
  sinceSix: number | null;
  sinceTwelve: number | null;
}

/** All null without a latest month. `figureOf` returns null for a month that the source does not report. */
export function threePeriods(latestMonth: string | null, figureOf: (month: string) => number | null): ThreePeriods {
  if (latestMonth === null) return { months: null, latest: null, six: null, twelve: null, sinceSix: null, sinceTwelve: null };
  const months = { latest: latestMonth, six: monthsBefore(latestMonth, 6), twelve: monthsBefore(latestMonth, 12) };
  const [latest, six, twelve] = [figureOf(months.latest), figureOf(months.six), figureOf(months.twelve)];
  return { months, latest, six, twelve, sinceSix: exactDifference(latest, six), sinceTwelve: exactDifference(latest, twelve) };
}

/** The newest of some months or days; sources list them in any order. */
export function newest(dates: readonly string[]): string | null {
  return dates.reduce<string | null>((found, date) => (found === null || date > found ? date : found), null);
}

/**
 * For registers of single events: the month to which a register reaches, or that of a newer event. Without that month, the newest event is the
 * latest that is known. Null without events.
 */
export function latestOfEvents(months: readonly string[], reach: string | null | undefined): string | null {
  return newest(months.length === 0 || !reach ? months : [...months, reach]);
}

/** For registers of single events: the events of the twelve months that end with `month`. */
export function inTheYearTo<T>(month: string, events: readonly T[], monthOfEvent: (event: T) => string): T[] {
  const first = monthsBefore(month, 11);
  return events.filter((event) => first <= monthOfEvent(event) && monthOfEvent(event) <= month);
}

interface PeriodDays {
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

interface Debt {
  periodo: string;
  monto: number;
}

/** For registers that list only months with debt: an unlisted month before the latest one had none. */
export function monthlyDebt(debts: readonly Debt[]): ThreePeriods {
  return threePeriods(newest(debts.map(({ periodo }) => periodo)), (month) =>
    exactSum(debts.filter(({ periodo }) => periodo === month).map(({ monto }) => monto)),
  );
}

interface Entry {
  amount: number;
  /** First day on which it counts. */
  since: string;
  /** First day on which it no longer counts. */
  until: string | null;
}

/**
 * For registers whose entries count until they are removed: the outstanding debt at the end of a month. The newest entry or removal shows
 * how far the register reaches.
 */
export function outstandingDebt(entries: readonly Entry[]): ThreePeriods {
  const latestDay = newest(entries.flatMap(({ since, until }) => (until === null ? [since] : [since, until])));
  return threePeriods(latestDay && monthOf(latestDay), (month) => {
    const day = lastDayOf(month);
    return exactSum(entries.filter(({ since, until }) => since <= day && (until === null || until > day)).map(({ amount }) => amount));
  });
}
