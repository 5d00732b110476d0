/** The smallest sample that this share of them does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle sample, or the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

interface Spread {
  min: number;
  median: number;
  max: number;
}

/** The ratio of each value to the other one, pair by pair: both of a pair were measured at the same time. */
export function ratios(values: readonly number[], others: readonly number[]): Spread {
  const each = values.map((value, index) => value / (others[index] ?? Number.NaN));
  return { min: Math.min(...each), median: median(each), max: Math.max(...each) };
}

/** `0.58 (0.48–0.64)` */
export function ratioText(values: readonly number[], others: readonly number[]): string {
  const { median: middle, min, max } = ratios(values, others);
  return `${middle.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

/** By least squares: how much the second value of a pair grows when the first grows by one. */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
