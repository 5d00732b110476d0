import { inCents } from './arbitrary-debts.js';

/** Counts again, in a different way from the code under test: months as numbers, amounts as whole cents of any size. */
export function monthNumber(date: string): number {
  const parts = date.split(/[-/]/);
  const [year, month] = parts[0]!.length === 4 ? parts : parts.toReversed();
  return Number(year) * 12 + Number(month);
}

/** The months of the latest period and of six and twelve months before; null if the source lists nothing. */
export function periodsOf(dates: readonly (string | null)[]): [number, number, number] | null {
  const known = dates.filter((date) => date !== null).map(monthNumber);
  if (known.length === 0) return null;
  const latest = Math.max(...known);
  return [latest, latest - 6, latest - 12];
}

export function totalInCents(amounts: readonly number[]): bigint {
  return amounts.reduce((sum, amount) => sum + inCents(amount), 0n);
}

/** The outstanding amount at the end of a month, for entries with the days (dd/mm/yyyy) on which they began and ended. */
export function outstandingAfter(month: number, entries: readonly { amount: number; since: string; until: string | null }[]): bigint {
  const began = entries.filter(({ since }) => monthNumber(since) <= month);
  return totalInCents(began.filter(({ until }) => until === null || monthNumber(until) > month).map(({ amount }) => amount));
}

export function inTheYearUpTo<T>(month: number, events: readonly T[], dateOf: (event: T) => string): T[] {
  return events.filter((event) => month - 12 < monthNumber(dateOf(event)) && monthNumber(dateOf(event)) <= month);
}

/** The difference between a figure and an earlier one; unknown if one of them is. */
export function differenceInCents(now: number | null, before: number | null): bigint | null {
  return now === null || before === null ? null : inCents(now) - inCents(before);
}

export function centsOrNull(amount: number | null): bigint | null {
  return amount === null ? null : inCents(amount);
}
