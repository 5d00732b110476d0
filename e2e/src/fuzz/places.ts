import type { Operation, Schema } from './operations.js';
import type { Draft, Json } from './request.js';

/** Where in a request something can be changed. In a body, `steps` leads to the place; without steps it is the whole body. */
export interface Place {
  in: 'path' | 'query' | 'header' | 'body';
  steps: string[];
  schema: Schema;
  required: boolean;
}

export const nameOf = ({ in: where, steps }: Pick<Place, 'in' | 'steps'>): string => [where, ...steps].join('.');

export function placesOf({ parameters, body }: Operation): Place[] {
  const given = parameters.map(({ in: where, name, schema, required }) => ({ in: where, steps: [name], schema, required }));
  return [...given, ...(body ? placesIn(body, []) : [])];
}

function placesIn(schema: Schema, steps: string[], required = true): Place[] {
  const own: Place = { in: 'body', steps, schema, required };
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const fields = Object.entries(inner.properties ?? {}).flatMap(([name, field]) =>
    placesIn(field, [...steps, name], inner.required?.includes(name) ?? false),
  );
  return [own, ...fields, ...(inner.items ? placesIn(inner.items, [...steps, '0'], false) : [])];
}

export function read({ in: where, steps }: Place, draft: Draft): Json | undefined {
  const [name = ''] = steps;
  if (where === 'query') return draft.query.find(([one]) => one === name)?.[1];
  if (where !== 'body') return draft[where][name];
  return steps.reduce<Json | undefined>((value, step) => (value as Record<string, Json> | null | undefined)?.[step], draft.body);
}

/** The draft with another value in that place; undefined removes it. */
export function write({ in: where, steps }: Place, draft: Draft, value: Json | undefined): Draft {
  const [name = ''] = steps;
  if (where === 'body') return { ...draft, body: written(draft.body ?? {}, steps, value) };
  if (where === 'query') {
    const others = draft.query.filter(([one]) => one !== name);
    return { ...draft, query: value === undefined ? others : [...others, [name, asText(value)]] };
  }
  const others = without(draft[where], name);
  return { ...draft, [where]: value === undefined ? others : { ...others, [name]: asText(value) } };
}

function written(inside: Json, [step, ...rest]: string[], value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (Array.isArray(inside)) {
    const before = inside.length > Number(step) ? (inside[Number(step)] as Json) : {};
    return inside.toSpliced(Number(step), 1, ...[written(before, rest, value)].filter((one) => one !== undefined));
  }
  const object = typeof inside === 'object' && inside !== null ? inside : {};
  const inner = written(object[step] ?? (rest[0] === '0' ? [] : {}), rest, value);
  const others = without(object, step);
  return inner === undefined ? others : { ...others, [step]: inner };
}

/** Text unchanged, and everything else as JSON. */
export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function without<T>(object: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
}
