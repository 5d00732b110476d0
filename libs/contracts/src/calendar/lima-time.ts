/** Peru is five hours behind UTC the whole year. */
const behindMs = 5 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** A calendar day of America/Lima, written `2026-11-21`. */
export type Day = string;

export function limaDay(at: Date): Day {
  return new Date(at.getTime() - behindMs).toISOString().slice(0, 10);
}

/** The last day of what ends at this instant. */
export function lastDayBefore(end: string): Day {
  return limaDay(new Date(Date.parse(end) - 1));
}

/** `2026-11-21 14:05` */
export function limaMinute(at: Date): string {
  return new Date(at.getTime() - behindMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** `14:05:09` */
export function limaSecond(at: Date): string {
  return new Date(at.getTime() - behindMs).toISOString().slice(11, 19);
}

export function startOfLimaDay(day: Day): Date {
  return new Date(Date.parse(day) + behindMs);
}

export function endOfLimaDay(day: Day): Date {
  return new Date(startOfLimaDay(day).getTime() + dayMs);
}
