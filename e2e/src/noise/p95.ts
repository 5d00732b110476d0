export type Times = Map<string, number[]>;

/** In milliseconds, by operation. */
export function p95(times: Times): Map<string, number> {
  const at = (sorted: number[]) => sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  return new Map([...times].map(([operation, all]) => [operation, at(all.toSorted((a, b) => a - b))]));
}
