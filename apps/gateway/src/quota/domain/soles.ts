const centsOfASol = 100;

/** Exact: a sum of cents below 2^53 has only one nearest number with two decimals. */
export function soles(cents: number): number {
  return cents / centsOfASol;
}
