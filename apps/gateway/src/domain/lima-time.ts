/** Peru is five hours behind UTC the whole year. */
const behindMs = 5 * 3_600_000;
const dayMs = 24 * 3_600_000;

export function limaDay(at: Date): string {
  return new Date(at.getTime() - behindMs).toISOString().slice(0, 10);
}

/** `2026-11-21 14:05` */
export function limaMinute(at: Date): string {
  return new Date(at.getTime() - behindMs).toISOString().slice(0, 16).replace('T', ' ');
}

export function startOfLimaDay(day: string): Date {
  return new Date(Date.parse(day) + behindMs);
}

export function endOfLimaDay(day: string): Date {
  return new Date(startOfLimaDay(day).getTime() + dayMs);
}

/** Whether it is a day of the calendar, written YYYY-MM-DD: there is no thirtieth of February. */
export function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}
