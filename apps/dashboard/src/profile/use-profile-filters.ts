import { isDay } from '@vigia/contracts';
import { useFilters } from '#kit/filters.ts';
import { dayOf } from '#language/instant.ts';

/** What the address of a profile names. A day that has not come, or that is none, is left out: there is nothing to show of it. */
export function useProfileFilters() {
  const { filters: named, change } = useFilters();
  const today = dayOf(Date.now());
  const known = (day: string | undefined) => (isDay(day) && day <= today ? day : undefined);
  const filters: typeof named = { ...named, fecha: known(named.fecha), a: known(named.a), b: known(named.b) };
  return { filters, change, today };
}
