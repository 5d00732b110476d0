import { docTypeNamed, isDay, isDayFrom } from '@vigia/contracts';
import { Type, type TObject } from 'typebox';

/** Far beyond any debt; amounts up to it are exact in cents. */
export const mostSoles = 1e12;
/** An amount in soles. */
export const soles = Type.Number({ minimum: 0, maximum: mostSoles });
/** For registers that also keep other currencies: only soles can be added up. */
export const inSoles = Type.Enum(['PEN']);

/** YYYY-MM */
const monthPattern = '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$';
export const registerMonth = Type.String({ pattern: monthPattern });

export function isRegisterMonth(text: string): boolean {
  return new RegExp(monthPattern).test(text);
}

/** For registers that state every month once: two statements about one month contradict each other, so neither is usable. */
export const onceAMonth = <Statement extends TObject<{ periodo: typeof registerMonth }>>(statement: Statement) =>
  Type.Refine(
    Type.Array(statement),
    (statements) => new Set(statements.map(({ periodo }) => periodo)).size === statements.length,
    () => 'must not state a month twice',
  );

/** Companies may be older than any day that a client sends. Other days may not: programs print an empty date as 30/12/1899, or in 1753 or 1. */
export const firstRegistered = '1500-01-01';
const dayPattern = '^[0-9]{2}/[0-9]{2}/[0-9]{4}$';

export function isRegistryDay(text: string, first?: string): boolean {
  if (!new RegExp(dayPattern).test(text)) return false;
  return first === undefined ? isDay(isoDay(text)) : isDayFrom(first, isoDay(text));
}

/** dd/mm/yyyy */
const writtenFrom = (first?: string) =>
  Type.Refine(
    Type.String({ pattern: dayPattern }),
    (text) => isRegistryDay(text, first),
    () => 'must be a day of the calendar, as dd/mm/yyyy',
  );
export const registryDay = writtenFrom();
/** On which a company was registered or began. */
export const beginningDay = writtenFrom(firstRegistered);

export function isoDay(registryDay: string): string {
  return registryDay.split('/').reverse().join('-');
}

/** What registers print for a name, an office or a kind of document that they do not have. */
export const notSpecified = 'NO ESPECIFICADO';

/** Registers pad their texts into columns, and print a dash for an empty value. */
export function printedText(given: unknown): string | null {
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.replaceAll(/\s+/g, ' ').trim() : '';
  return text === '' || text === '-' ? null : text;
}

/** The kind of document as a profile says it: RUC, DNI or CE; of another kind, what the register prints. */
export function printedKind(given: unknown): string {
  const printed = printedText(given) ?? notSpecified;
  const kind = docTypeNamed(printed);
  return kind === null || kind === 'other' ? printed : kind;
}
