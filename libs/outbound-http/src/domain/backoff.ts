export interface Backoff {
  baseDelayMs: number;
  maxDelayMs: number;
  /** Uniform in [0, 1). */
  random: () => number;
}

/** Full jitter: anywhere between nothing and the capped exponential, so that callers who failed together do not return together. */
export function fullJitterMs(failedAttempts: number, { baseDelayMs, maxDelayMs, random }: Backoff): number {
  return random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (failedAttempts - 1));
}
