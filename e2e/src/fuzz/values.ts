import * as fc from 'fast-check';
import type { Operation, Parameter, Schema } from './operations.js';
import type { Draft, Json } from './request.js';

/** Contained in every drawn text, so that the services' logs can be searched for it. */
export const canary = 'canario';

/** Simulated documents, for every way in which a load can end within the run. */
export const documents = {
  usual: ['20990000019', '20990000027', '20990000116', '20990000264', '20990000272'],
  odd: ['20990000094', '20990000108', '20990000205', '99990001', 'SIM000002'],
  allSourcesFail: '20990000132',
  /** Loaded only by the other corporation: nobody else asks for a load of it. */
  foreign: '20990000043',
};

const anyDocument = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...documents.usual) },
  { weight: 3, arbitrary: fc.constantFrom(...documents.odd, documents.allSourcesFail) },
);
const letters = fc.stringMatching(/^[a-z ]{1,12}$/);
const words = letters.map((text) => `${canary} ${text}`.trim());
const host = fc.stringMatching(/^[a-z]{1,10}$/).map((label) => `${label}.${canary}.invalid`);
const address = fc.tuple(host, fc.stringMatching(/^[a-z]{0,8}$/)).map(([name, path]) => `https://${name}/${path}`);
const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const instant = day.map((date) => `${date}T00:00:00-05:00`);

/** Values of a field with this name, whatever else its schema says. */
const byName: Record<string, fc.Arbitrary<Json>> = {
  taxId: anyDocument,
  taxIds: fc.uniqueArray(anyDocument, { minLength: 1, maxLength: 4 }),
  docType: fc.oneof({ weight: 5, arbitrary: fc.constant('RUC') }, { weight: 1, arbitrary: fc.constantFrom('DNI', 'CE') }),
  months: fc.integer({ min: 1, max: 12 }),
  since: instant,
  url: address,
  tokenUrl: address,
  headers: letters.map((value) => JSON.stringify({ 'X-Prueba': `${canary} ${value}`.trim() })),
  email: fc.stringMatching(/^[a-z]{1,12}$/).map((name) => `${name}@${canary}.example`),
  'Idempotency-Key': fc.uuid(),
  name: words,
  description: words,
  receivedBody: words.map((text) => Buffer.from(text).toString('base64')),
};

const knownShare = 4;

function valueOf(name: string, schema: Schema, known: string[]): fc.Arbitrary<Json> {
  const usual = byName[name] ?? bySchema(name, schema);
  return known.length === 0
    ? usual
    : fc.oneof({ weight: knownShare, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: usual });
}

function bySchema(name: string, schema: Schema): fc.Arbitrary<Json> {
  const { type, format, anyOf, pattern, items, properties } = schema;
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]));
  if (anyOf) return fc.oneof(...anyOf.map((one) => (one.type === 'null' ? fc.constant(null) : valueOf(name, one, []))));
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
  if (type === 'array') return fc.array(bySchema(name, items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
  if (properties) return objectOf(schema, () => [], []);
  if (format === 'date') return day;
  if (format === 'uuid' || name.endsWith('Id')) return fc.uuid();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return words;
}

type Known = (name: string) => string[];

/** Optional fields are present at random. The one on the path to the place of the change is always present. */
function objectOf(
  { properties = {}, required = [] }: Schema,
  known: Known,
  [step = '', ...rest]: string[],
): fc.Arbitrary<{ [name: string]: Json }> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const inner = schema.anyOf?.find((one) => one.properties);
    const isOnTheWay = name === step && inner && rest.length > 0;
    return [name, isOnTheWay ? objectOf(inner, known, rest) : valueOf(name, schema, known(name))] as const;
  });
  const requiredKeys = [...new Set([...required, ...(step in properties ? [step] : [])])];
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
}

/** A valid request with everything that leads to the place of the change. */
export function drafts(operation: Operation, known: Known, needed: { in: string; steps: string[] }): fc.Arbitrary<Draft> {
  const drawn = (place: Parameter['in']) => {
    const parameters = operation.parameters.filter((one) => one.in === place);
    // An unknown id in the path would hide everything behind it: odd ids come as changes.
    const valued = (name: string, schema: Schema) =>
      place === 'path' && known(name).length > 0 ? fc.constantFrom(...known(name)) : valueOf(name, schema, known(name)).map(String);
    const fields = parameters.map(({ name, schema }) => [name, valued(name, schema)] as const);
    const isNeeded = ({ name, required }: Parameter) => required || (needed.in === place && needed.steps[0] === name);
    const requiredKeys = parameters.filter(isNeeded).map(({ name }) => name);
    return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
  };
  return fc.record({
    path: drawn('path'),
    query: drawn('query').map((query) => Object.entries(query) as Draft['query']),
    header: drawn('header'),
    body: operation.body ? objectOf(operation.body, known, needed.in === 'body' ? needed.steps : []) : fc.constant(undefined),
  }) as fc.Arbitrary<Draft>;
}
