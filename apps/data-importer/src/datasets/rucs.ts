const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const prefixes = new Set([10, 15, 16, 17, 20]);
const digits = 11;
const zero = 0x30;

export type RucFault = 'ruc_form' | 'check_digit' | 'prefix';

/** What is wrong with the RUC at this position of a line, as a reason to reject the line, without making a string of it. */
export function rucFaultAt(bytes: Buffer, start: number, end: number): RucFault | undefined {
  if (end - start !== digits) return 'ruc_form';
  let sum = 0;
  for (let place = 0; place < digits; place += 1) {
    const digit = bytes[start + place]! - zero;
    if (digit < 0 || digit > 9) return 'ruc_form';
    if (place < weights.length) sum += digit * weights[place]!;
  }
  if ((11 - (sum % 11)) % 10 !== bytes[end - 1]! - zero) return 'check_digit';
  return prefixes.has(numberAt(bytes, start, 2)) ? undefined : 'prefix';
}

/** Whether it is a company; all others are persons, or taxed like persons. */
export const isCompany = (bytes: Buffer, start: number): boolean => bytes[start] === zero + 2;

const numbersOfAPrefix = 100_000_000;

/**
 * The RUCs that have been seen: one bit for each number between prefix and check digit. The operating system allocates memory only for
 * touched pages.
 */
export class SeenRucs {
  private readonly byPrefix: Uint8Array[] = Array.from({ length: 100 }, () => none);

  /** False if it was added before. */
  add(bytes: Buffer, start: number): boolean {
    const prefix = numberAt(bytes, start, 2);
    const number = numberAt(bytes, start + 2, digits - 3);
    if (this.byPrefix[prefix]!.length === 0) this.byPrefix[prefix] = new Uint8Array(numbersOfAPrefix / 8);
    const seen = this.byPrefix[prefix]!;
    const bit = 1 << (number & 7);
    const before = seen[number >> 3]!;
    seen[number >> 3] = before | bit;
    return (before & bit) === 0;
  }
}

const none = new Uint8Array(0);

function numberAt(bytes: Buffer, start: number, length: number): number {
  let number = 0;
  for (let at = start; at < start + length; at += 1) number = number * 10 + bytes[at]! - zero;
  return number;
}
