import { rucCheckDigit } from '@vigia/contracts';

let next = 0;

/** A RUC that nobody has loaded yet. */
export function freshTaxId(): string {
  next += 1;
  const digits = `2097${String(next).padStart(6, '0')}`;
  return `${digits}${rucCheckDigit(digits)}`;
}
