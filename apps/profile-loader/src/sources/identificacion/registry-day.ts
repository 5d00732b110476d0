import { Type } from 'typebox';
import { IsDate } from 'typebox/format';

/** The registry writes days as dd/mm/yyyy. */
export const registryDay = Type.Refine(
  Type.String({ pattern: '^[0-9]{2}/[0-9]{2}/[0-9]{4}$' }),
  (text) => IsDate(isoDay(text)),
  () => 'must be a day of the calendar, as dd/mm/yyyy',
);

export function isoDay(registryDay: string): string {
  return registryDay.split('/').reverse().join('-');
}
