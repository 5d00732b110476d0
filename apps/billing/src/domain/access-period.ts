export const queryAccessMs = 48 * 3_600_000;

/** When an access that starts now and costs no months ends by itself; null when it does not. */
export function accessEndsAt(mode: 'monitoring' | 'query', now: Date): Date | null {
  return mode === 'query' ? new Date(now.getTime() + queryAccessMs) : null;
}
