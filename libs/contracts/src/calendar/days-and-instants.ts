const firstDay = '1900-01-01';
const lastDay = '2200-12-31';

/** How a refusal describes a valid day. */
export const dayRule = `a day, written YYYY-MM-DD, from ${firstDay} to ${lastDay}`;
export const instantRule = `an instant with a zone, written like 2026-12-31T23:59:59-05:00, from ${firstDay} to ${lastDay}`;

/** The range of days as a pattern, for tools that know from `format: date` what a day is, but not how early or late it may be. */
export const dayRangePattern = '^(?:19|2[01])[0-9]{2}-|^2200-';

/** Whether the text is a calendar day of this range, which JavaScript, PostgreSQL and people read alike. 30 February is no day. */
export function isDay(text: unknown): text is string {
  return isDayFrom(firstDay, text);
}

/** The same for a range that begins on another day. */
export function isDayFrom(first: string, text: unknown): text is string {
  if (typeof text !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text < first || text > lastDay) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** PostgreSQL takes offsets below 16 hours; the largest in use is 14. */
const timeWithZone = /^T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-5]):[0-5][0-9])$/;

/** Whether the text is an instant in the RFC 3339 profile of ISO 8601, on a valid day. `Date` alone reads `1` as a day in 2001. */
export function isInstant(text: string): boolean {
  const day = text.slice(0, firstDay.length);
  return isDay(day) && timeWithZone.test(text.slice(day.length));
}
