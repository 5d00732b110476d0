/** Sums in whole cents: amounts added as they are drift apart from their total. */
export function exactSum(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

/** Unknown as soon as one of the two is. */
export function exactDifference(amount: number | null, base: number | null): number | null {
  return amount === null || base === null ? null : exactSum([amount, -base]);
}
