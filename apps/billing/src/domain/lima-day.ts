export { isDay } from '@vigia/contracts';

/** A calendar day of America/Lima as YYYY-MM-DD. Lima is five hours behind UTC all year round. */
export type Day = string;

const limaOffsetMs = 5 * 3_600_000;
const dayMs = 24 * 3_600_000;

export function limaDay(instant: Date): Day {
  return new Date(instant.getTime() - limaOffsetMs).toISOString().slice(0, 10);
}

/** The first instant after the day. */
export function endOfLimaDay(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs + limaOffsetMs);
}

const queryAccessMs = 48 * 3_600_000;

/** When an access ends that starts now and costs no months; null where it has no end of its own. */
export function accessEndsAt(mode: 'monitoring' | 'query', now: Date): Date | null {
  return mode === 'query' ? new Date(now.getTime() + queryAccessMs) : null;
}
