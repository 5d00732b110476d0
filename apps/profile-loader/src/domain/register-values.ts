import { Type, type TObject } from 'typebox';
import { IsDate } from 'typebox/format';

/** An amount in soles. The limit is far beyond any debt, and amounts up to it are exact in cents. */
export const soles = Type.Number({ minimum: 0, maximum: 1e12 });
/** For registers that keep other currencies as well: only soles can be added up. */
export const inSoles = Type.Enum(['PEN']);

/** YYYY-MM */
export const registerMonth = Type.String({ pattern: '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$' });

/** For registers that state every month once: two statements about one month contradict each other, and neither can be believed. */
export const onceAMonth = <Statement extends TObject<{ periodo: typeof registerMonth }>>(statement: Statement) =>
  Type.Refine(
    Type.Array(statement),
    (statements) => new Set(statements.map(({ periodo }) => periodo)).size === statements.length,
    () => 'must not state a month twice',
  );

/** dd/mm/yyyy */
export const registryDay = Type.Refine(
  Type.String({ pattern: '^[0-9]{2}/[0-9]{2}/[0-9]{4}$' }),
  (text) => IsDate(isoDay(text)),
  () => 'must be a day of the calendar, as dd/mm/yyyy',
);

export function isoDay(registryDay: string): string {
  return registryDay.split('/').reverse().join('-');
}
