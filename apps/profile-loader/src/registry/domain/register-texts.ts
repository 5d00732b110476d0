import { isRegisterMonth, isRegistryDay, mostSoles, printedText } from '../../domain/register-values.js';

/** A day in the format of state registers, dd/mm/yyyy, from either spelling. Null if it is no day. */
export function printedDay(given: unknown, first?: string): string | null {
  if (typeof given !== 'string') return null;
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(given.trim()) ?? [];
  const printed = day ? `${day}/${month}/${year}` : given.trim();
  return isRegistryDay(printed, first) ? printed : null;
}

/** `2026-09` from any text that begins with it; null if it is no month that a register states. */
export function printedMonth(given: unknown): string | null {
  const month = /^[0-9]{4}-[0-9]{2}/.exec(printedText(given) ?? '')?.[0];
  return month && isRegisterMonth(month) ? month : null;
}

/** An amount as published; null if it is none, or more than anybody owes. */
export function printedAmount(given: unknown): number | null {
  const text = printedText(given);
  const amount = text === null ? NaN : Number(text.replaceAll(',', ''));
  return amount >= 0 && amount <= mostSoles ? amount : null;
}

/** The instant at which a published day begins in Peru, which has no summer time. */
export function beginningOf(day: string): string {
  return `${day}T05:00:00.000Z`;
}
