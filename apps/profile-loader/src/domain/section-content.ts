import { keyOfItem, matchItems } from '@vigia/contracts';

/** Fields that move with the calendar alone, such as the month of a calculation. If nothing else changes, it is no change. */
function movesByItself(key: string, isTopLevel: boolean): boolean {
  return key.startsWith('ultima_actualizacion') || (isTopLevel && key === 'periodo');
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The content as text, without order and without fields that move with the calendar: equal contents give equal texts. */
export function canonicalContent(content: unknown): string {
  return JSON.stringify(normalised(content as Json, true));
}

function normalised(value: Json, isTopLevel = false): Json {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(normalised(item))).sort();
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !movesByItself(key, isTopLevel))
      .map(([key, item]): [string, Json] => [key, normalised(item)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

interface FieldChange {
  /** `deudas_boletin[Deuda vencida].monto_ultimo_periodo` */
  field: string;
  before: unknown;
  after: unknown;
}

/** The changes from one content of a section to the next, field by field. An added or removed item is one change. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  return changes('', before as Json, after as Json);
}

function changes(path: string, before: Json | undefined, after: Json | undefined): FieldChange[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !movesByItself(key, path === ''));
    return keys.flatMap((key) => {
      const field = path ? `${path}.${key}` : key;
      const [was, is] = [before[key], after[key]];
      return Array.isArray(was) && Array.isArray(is) ? listChanges(field, key, was, is) : changes(field, was, is);
    });
  }
  if (canonicalContent(before ?? null) === canonicalContent(after ?? null)) return [];
  return [{ field: path, before: before ?? null, after: after ?? null }];
}

function listChanges(field: string, name: string, before: Json[], after: Json[]): FieldChange[] {
  const matched = matchItems(before, after, { nameOf: (item) => keyOf(name, item), textOf: (item) => JSON.stringify(normalised(item)) });
  return matched.flatMap((item) => changes(`${field}[${item.name}]`, item.from, item.to));
}

function keyOf(name: string, item: Json): string {
  if (!isObject(item)) return typeof item === 'string' ? item : JSON.stringify(item);
  return keyOfItem(name, item).join(', ') || canonicalContent(item);
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
