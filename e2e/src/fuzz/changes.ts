import * as fc from 'fast-check';
import type { Operation } from './operations.js';
import { asText, placesOf, read, write, type Place } from './places.js';
import { refusedValues } from './refused-values.js';
import { encodedAlready, type Draft, type Json } from './request.js';

/** One change to an otherwise valid request. */
export interface Change {
  kind: string;
  place: Pick<Place, 'in' | 'steps'>;
  /** The statuses with which it is refused, whatever the rest of the request, for everybody who may make the call. */
  refusedWith?: number[];
  apply: (draft: Draft) => fc.Arbitrary<Draft>;
}

type Text = (valid: string) => string | fc.Arbitrary<string>;

/** For every place with text. */
const texts: Record<string, Text> = {
  NUL: (valid) => `${valid}\0`,
  'half of a surrogate pair': (valid) => fc.constantFrom(`${valid}\ud800`, `\udc00${valid}`, `${valid}\udfff.`),
  'empty text': () => '',
  blank: () => fc.constantFrom(' ', '\t', '\u00a0', '\u200b'),
  'space around it': (valid) => ` ${valid} `,
  '41 characters': () => '9'.repeat(41),
  '5,000 characters': () => 'x'.repeat(5_000),
  'any text': () => fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  'odd character': (valid) =>
    fc
      .constantFrom('\uffff', '\u202e', 'e\u0301', '１２３', '\u{1f468}\u200d\u{1f469}', '\u0130', '\u0007', '\u007f', '\ufeff')
      .map((one) => valid + one),
  'language of somebody else': () =>
    fc.constantFrom("'", '%', '\\', '";--', '__proto__', 'constructor', '${7*7}', '../..', '\r\nX-Injected: 1', '<b>', '=1+1'),
  'odd day': () =>
    fc.constantFrom(
      '0000-01-01',
      '9999-12-31',
      '-000001-01-01',
      '+275760-09-13T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
      '2026-02-29',
    ),
  'odd number as text': () =>
    fc.constantFrom('-1', '0', '-0', '1e3', 'NaN', '9'.repeat(18), '9'.repeat(19), '0x10', '1.5', '2147483648', '9223372036854775808'),
  'odd id': () =>
    fc.constantFrom(
      '00000000-0000-0000-0000-000000000000',
      '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22',
      'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
      '{5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22}',
      `trg_${'0'.repeat(32)}`,
    ),
};
const neverText = new Set(['NUL', 'half of a surrogate pair']);

/** Only these, because client libraries refuse others, and the server's parser answers them itself. */
const headerTexts: Record<string, Text> = {
  'empty text': () => '',
  '41 characters': texts['41 characters'] as Text,
  '5,000 characters': texts['5,000 characters'] as Text,
  'odd character': (valid) => `${valid}ñ\u00ff`,
  'the longest that is allowed': () => 'k'.repeat(255),
  'one character too many': () => 'k'.repeat(256),
};

const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);

/** For every place in a body. */
const values: Record<string, fc.Arbitrary<Json>> = {
  null: fc.constant(null),
  'another type': fc.constantFrom<Json>(1, true, 'x', [], {}, ['x'], { x: 1 }),
  'odd number': fc.constantFrom<Json>(0, -1, 0.5, 13, 2 ** 31, 2 ** 53, 1e308, -1e-7, 1e21),
  'deep nesting': fc.constantFrom(nested(6), nested(9), nested(2_000)),
  '40,000 characters': fc.constant('x'.repeat(40_000)),
};

const brokenBodies = [
  '{',
  '{"a":}',
  '{"a":1}x',
  '',
  'null',
  '[',
  '{"a":"\u0001"}',
  "{'a':1}",
  '{"__proto__":{}}',
  Buffer.from([0x7b, 0xff, 0x7d]),
];
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'application/json, text/plain',
  'multipart/form-data',
];
const badPercents = ['%ZZ', '%', '%C0%80', '%F8%88%80%80%80', '%2F', '%2e%2e', 'a%00b%00', '+', '%u0000'].map(encodedAlready);

const wholeBody: Change['place'] = { in: 'body', steps: [] };
export const unchanged: Change = { kind: 'nothing', place: wholeBody, apply: (draft) => fc.constant(draft) };

/** As most clients call: without optional query parameters. */
export function withoutOptions({ parameters }: Operation): Change {
  const needed = new Set(parameters.filter(({ required }) => required).map(({ name }) => name));
  return { ...unchanged, apply: (draft) => fc.constant({ ...draft, query: draft.query.filter(([name]) => needed.has(name)) }) };
}

export function changesOf(operation: Operation): Change[] {
  const always = operation.method === 'GET' ? [] : contentChanges;
  const otherMethod = anotherMethod(operation);
  return [
    ...placesOf(operation).flatMap(changesAt),
    otherMethod,
    unknownParameter(operation),
    ...(operation.body ? always : []),
    ...(operation.method === 'GET' ? [bodyOnGet] : []),
  ];
}

function changesAt(place: Place): Change[] {
  const set = (kind: string, drawn: fc.Arbitrary<Json | undefined>, refusedWith?: number[]): Change => ({
    kind,
    place,
    ...(refusedWith && { refusedWith }),
    apply: (draft) => drawn.map((value) => write(place, draft, value)),
  });
  const isWhole = place.steps.length === 0;
  const own = [
    ...(isWhole || place.in === 'path' ? [] : [set('missing', fc.constant(undefined), place.required ? [400] : undefined)]),
    ...refusedValues(place).map((value) => set('value that must be refused', fc.constant(value), [400])),
    ...(place.in === 'path' || place.in === 'query' ? [set('bad percent-encoding', fc.constantFrom(...badPercents))] : []),
    ...(place.in === 'query' ? [repeated(place)] : []),
  ];
  if (place.in !== 'body') return [...own, ...textChanges(place, place.in === 'header' ? headerTexts : texts)];
  const isText = JSON.stringify(place.schema).includes('"string"') && !isWhole && !place.schema.items && !place.schema.properties;
  return [
    ...own,
    ...Object.entries(values).map(([kind, drawn]) => set(kind, drawn)),
    ...(isText ? textChanges(place, texts) : []),
    ...(place.schema.items ? listChanges(place) : []),
    ...(isWhole ? [unknownField(place), duplicateKey(place)] : []),
  ];
}

function textChanges(place: Place, kinds: Record<string, Text>): Change[] {
  return Object.entries(kinds).map(([kind, text]) => ({
    kind,
    place,
    ...(neverText.has(kind) && { refusedWith: place.in === 'path' ? [400, 404] : [400] }),
    apply(draft) {
      const changed = text(asText(read(place, draft) ?? ''));
      return (typeof changed === 'string' ? fc.constant(changed) : changed).map((value) => write(place, draft, value));
    },
  }));
}

function listChanges(place: Place): Change[] {
  const most = place.schema.maxItems ?? 100;
  const set = (kind: string, list: (first: Json) => Json[], refusedWith?: number[]): Change => ({
    kind,
    place,
    ...(refusedWith && { refusedWith }),
    apply: (draft) => fc.constant(write(place, draft, list((read(place, draft) as Json[] | undefined)?.[0] ?? 'x'))),
  });
  return [
    set('nothing in the list', () => [], (place.schema.minItems ?? 0) > 0 ? [400] : undefined),
    set('too many in the list', (first) => Array.from({ length: most + 1 }, () => first), [400]),
    set('the same twice in the list', (first) => [first, first]),
  ];
}

function repeated(place: Place): Change {
  const [name = ''] = place.steps;
  const apply = (draft: Draft) =>
    fc
      .constantFrom(name, `${name}[]`, `${name}[a]`)
      .map((again) => ({ ...draft, query: [...draft.query, [again, '1']] as Draft['query'] }));
  return { kind: 'twice', place, refusedWith: [400], apply };
}

/** A name that the operation does not have, and one that is similar to one of its own. */
function unknownParameter({ parameters }: Operation): Change {
  const own = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const wrong = ['extra', 'constructor', '', ...own.flatMap((name) => [`${name}s`, name.toUpperCase(), name.slice(1)])];
  const apply = (draft: Draft) =>
    fc
      .constantFrom(...wrong.filter((name) => !own.includes(name)))
      .map((name) => ({ ...draft, query: [...draft.query, [name, '1']] as Draft['query'] }));
  return { kind: 'unknown parameter', place: { in: 'query', steps: [] }, refusedWith: [400], apply };
}

function unknownField(place: Place): Change {
  const apply = (draft: Draft) =>
    fc.constantFrom('extra', 'constructor', 'taxid', '').map((name) => write({ ...place, steps: [name] }, draft, 1));
  return { kind: 'unknown field', place, refusedWith: [400], apply };
}

function duplicateKey(place: Place): Change {
  const apply = (draft: Draft) => {
    const [[name, value] = ['extra', 1]] = Object.entries(draft.body ?? {});
    return fc.constant({ ...draft, text: JSON.stringify(draft.body).replace(/^\{/, `{${JSON.stringify(name)}:${JSON.stringify(value)},`) });
  };
  return { kind: 'key twice', place, refusedWith: [400], apply };
}

function anotherMethod({ methods, methodsOfOthers }: Operation): Change {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
    (method) => ![...methods, ...methodsOfOthers].includes(method),
  );
  const apply = (draft: Draft) => fc.constantFrom(...others).map((method) => ({ ...draft, method }));
  return { kind: 'another method', place: wholeBody, refusedWith: [405], apply };
}

const contentChanges: Change[] = [
  {
    kind: 'broken body',
    place: wholeBody,
    refusedWith: [400],
    apply: (draft) => fc.constantFrom(...brokenBodies).map((text) => ({ ...draft, text })),
  },
  {
    kind: 'another content type',
    place: wholeBody,
    refusedWith: [415],
    apply: (draft) => fc.constantFrom(...otherTypes).map((type) => ({ ...draft, header: { ...draft.header, 'content-type': type } })),
  },
];
const bodyOnGet: Change = {
  kind: 'body on GET',
  place: wholeBody,
  refusedWith: [400],
  apply: (draft) => fc.constant({ ...draft, text: '{}' }),
};
