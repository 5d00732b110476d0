import { dayOf } from '#language/instant.ts';

const dayMs = 86_400_000;

/**
 * The last day of the period of access whose end is shown for a day without access; undefined if the corporation had access at the end of the
 * day. The newest period comes first.
 */
export function lastDayOfAccess(periods: readonly { openedAt: string; endsAt: string | null }[], fecha: string): string | undefined {
  const endOfDay = Date.parse(`${fecha}T00:00:00-05:00`) + dayMs;
  const { endsAt = null } = periods.find(({ openedAt }) => Date.parse(openedAt) < endOfDay) ?? {};
  const end = endsAt === null ? Infinity : Date.parse(endsAt);
  return end < endOfDay && end <= Date.now() ? dayOf(end - 1) : undefined;
}
