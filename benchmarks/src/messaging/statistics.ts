/** The value below which a share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function spread(samples: readonly number[]): Spread {
  return { min: Math.min(...samples), median: quantile(samples, 0.5), max: Math.max(...samples) };
}
