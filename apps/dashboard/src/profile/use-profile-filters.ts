import { isDay } from '@vigia/contracts';
import { useFilters } from '#kit/filters.ts';
import { dayOf } from '#language/instant.ts';

/** The filters in the address of a profile. A future or invalid day is left out: there is nothing to show for it. */
export function useProfileFilters() {
  const { filters: named, change } = useFilters();
  const today = dayOf(Date.now());
  const known = (day: string | undefined) => (isDay(day) && day <= today ? day : undefined);
  const filters: typeof named = { ...named, fecha: known(named.fecha), a: known(named.a), b: known(named.b) };
  return { filters, change, today };
}
