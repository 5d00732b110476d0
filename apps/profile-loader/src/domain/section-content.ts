import { itemKeys } from '@vigia/contracts';

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
  const [was, is] = [byKey(name, before), byKey(name, after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => changes(`${field}[${key}]`, was.get(key), is.get(key)));
}

function byKey(name: string, items: Json[]): Map<string, Json> {
  const keyed = new Map<string, Json>();
  const ordered = items.map((item) => ({ item, text: canonicalContent(item) })).sort((a, b) => (a.text < b.text ? -1 : 1));
  for (const { item } of ordered) {
    const key = keyOf(name, item);
    // Indistinguishable items are numbered, so that none of them is lost.
    let distinct = key;
    for (let n = 2; keyed.has(distinct); n++) distinct = `${key} #${n}`;
    keyed.set(distinct, item);
  }
  return keyed;
}

function keyOf(name: string, item: Json): string {
  if (!isObject(item)) return asText(item);
  const fields = itemKeys[name];
  return fields ? fields.map((path) => asText(at(item, path) ?? '')).join(', ') : canonicalContent(item);
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function at(item: Json, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), item);
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
