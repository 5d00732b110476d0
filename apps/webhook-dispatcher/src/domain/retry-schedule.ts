const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const longestHintMs = units.h;
const longestDelayMs = 24 * units.h;
const jitter = 0.2;

/** The pauses after the first attempt, the second, and so on: `5s,30s,2m`. There are as many retries as pauses. */
export function parseDelays(text: string): number[] {
  if (text === 'none') return [];
  return text.split(',').map((part) => {
    const [, amount, unit] = /^([0-9]{1,9})(ms|s|m|h)$/.exec(part.trim()) ?? [];
    const delayMs = Number(amount) * units[unit as keyof typeof units];
    if (!(delayMs <= longestDelayMs)) throw new Error('must be durations of at most 24h, such as 5s,30s,2m, or none');
    return delayMs;
  });
}

/**
 * How long to wait after so many failed attempts, or undefined when there is no other. Never shorter than the schedule says: what
 * the receiver asks for, and the jitter, only add to it. `random` is in [0, 1).
 */
export function retryDelayMs(delaysMs: readonly number[], failures: number, random: number, hintMs = 0): number | undefined {
  const delayMs = delaysMs[failures - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(Math.ceil(delayMs * (1 + jitter * random)), Math.min(hintMs, longestHintMs));
}

/** `Retry-After` as seconds or as a date; anything else is no hint. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * units.s;
  // Only the date format of HTTP: Date.parse takes far more for a date.
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
