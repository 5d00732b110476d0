import { isValidDocument, possibleDocTypes } from '@vigia/contracts';
import { rucFaultAt, type RucFault } from './rucs.js';

/** Null for an empty cell or dashes; tabs and runs of spaces become one space. */
export function written(cell: string): string | null {
  const text = cell.replaceAll(/\s+/g, ' ').trim();
  return /^-*$/.test(text) ? null : text;
}

/** Stands for a name or a role in a row of a line that lacks it: without the row, nothing would be known of whom the line is about. */
export const unwritten = '-';

/** What is wrong with a RUC, as a reason to reject its line. */
export function rucFault(text: string): RucFault | null {
  const bytes = Buffer.from(text);
  return rucFaultAt(bytes, 0, bytes.length) ?? null;
}

/**
 * The kind of a number that comes without one. Ten or eleven digits that are no RUC are a mistyped RUC, not a foreigner's card; letters alone
 * are a word of a name.
 */
export function docTypeOf(number: string): string | null {
  if (!/\d/.test(number)) return null;
  if (/^\d{10,11}$/.test(number)) return isValidDocument('RUC', number) ? 'RUC' : null;
  return possibleDocTypes(number)[0] ?? null;
}

/** A number that is known to be a DNI. With six or seven digits, it has lost its leading zeros. Null if it is none. */
export function dniOf(number: string): string | null {
  return /^\d{6,8}$/.test(number) ? number.padStart(8, '0') : null;
}

/** Three digits after a single dot are thousands where the comma is decimal. */
const plainAmount = /^\d+(?:\.\d{1,2}|\.\d{4,})?$/;
const amountInThousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

/** `12345.60` from `12345.60` or `12,345.60`. Null for text that is no amount, or that means another amount where the comma is decimal. */
export function amount(cell: string): string | null {
  const text = cell.trim();
  if (plainAmount.test(text)) return text;
  return amountInThousands.test(text) ? text.replaceAll(',', '') : null;
}
