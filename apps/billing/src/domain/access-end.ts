const queryAccessMs = 48 * 3_600_000;

/** When an access ends that starts now and costs no months; null if it has no end of its own. */
export function accessEndsAt(mode: 'monitoring' | 'query', now: Date): Date | null {
  return mode === 'query' ? new Date(now.getTime() + queryAccessMs) : null;
}
