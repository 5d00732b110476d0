/** An amount as registries write it: two decimals. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** Percentages with two decimals that sum to exactly 100: the largest takes the rounding. All are zero when the sum of the parts is. */
export function percentages(parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total === 0) return parts.map(() => 0);
  const rounded = parts.map((part) => Math.round((part / total) * 10_000));
  const largest = parts.indexOf(Math.max(...parts));
  rounded[largest]! += 10_000 - rounded.reduce((sum, part) => sum + part, 0);
  return rounded.map((part) => part / 100);
}
