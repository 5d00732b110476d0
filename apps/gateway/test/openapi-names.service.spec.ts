import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openGateways, type Gateways } from './running/gateways.js';
import { exchange } from './requests/exchange.js';
import { operationsOf, type OpenApiDocument, type Schema } from './requests/openapi-document.js';

type Placed = [place: string, schema: Schema];

/** The schema and what is in it, as far as the next component. */
function within([place, schema]: Placed): Placed[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner: Placed[] = [
    ...Object.entries(properties).map(([name, one]): Placed => [`${place}.${name}`, one]),
    ...[...anyOf, ...oneOf].map((one, i): Placed => [`${place}|${i}`, one]),
    ...(items ? [[`${place}[]`, items] as Placed] : []),
    ...(typeof additionalProperties === 'object' ? [[`${place}{}`, additionalProperties] as Placed] : []),
  ];
  return [[place, schema], ...inner.flatMap(within)];
}

/** What generators of clients in Python, Go, Java and TypeScript were seen to stumble over. */
describe('the schemas of the OpenAPI document', () => {
  let gateways: Gateways;
  let document: OpenApiDocument;
  let components: Placed[];
  let ofOperations: Placed[];
  let all: Placed[];

  beforeAll(async () => {
    gateways = await openGateways();
    document = JSON.parse((await exchange(await gateways.start(), { path: '/openapi.json' })).text);
    components = Object.entries(document.components.schemas);
    ofOperations = operationsOf(document).flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...parameters.flatMap(({ name, schema }): Placed[] => (schema ? [[`${operationId}?${name}`, schema]] : [])),
      ...[requestBody, ...Object.values(responses)].flatMap((body) =>
        Object.entries(body?.content ?? {}).map(([type, { schema }]): Placed => [`${operationId} ${type}`, schema!]),
      ),
    ]);
    all = [...components, ...ofOperations].flatMap(within);
  });

  afterAll(() => gateways?.stop());

  const placesOf = (found: Placed[]) => found.map(([place]) => place);

  it('are components where they have fields', () => {
    const top = new Set(components.map(([, schema]) => schema));
    expect(placesOf(all.filter(([, schema]) => schema.properties && !top.has(schema)))).toEqual([]);
    expect(components.length).toBeGreaterThan(100);
  });

  it('say of every number how exact it is, and of every list of values what they are', () => {
    expect(placesOf(all.filter(([, { type, format }]) => [type].flat().includes('number') && format !== 'double'))).toEqual([]);
    expect(placesOf(all.filter(([, schema]) => schema.enum && schema.type === undefined))).toEqual([]);
  });

  it('are of two types where a value may be null, and hold one rule about instants', () => {
    const isNull = ({ type }: Schema) => type === 'null';
    const wrapped = all.filter(([, { anyOf = [] }]) => anyOf.some(isNull) && !anyOf.some(({ $ref }) => $ref));
    expect(placesOf(wrapped)).toEqual([]);
    expect(placesOf(all.filter(([, schema]) => schema.format === 'date-time' && schema.maxLength))).toEqual([]);
  });

  it('say which texts are ids and which are instants', () => {
    const own = /\.(?:configuration|delivery|session|user|corporation)Id$/;
    const formats = (places: RegExp) => all.filter(([place]) => places.test(place)).map(([place, { format }]) => [place, format]);
    expect(formats(own)).toEqual(formats(own).map(([place]) => [place, 'uuid']));
    expect(formats(/At$/)).toEqual(formats(/At$/).map(([place]) => [place, 'date-time']));
    expect([formats(own).length, formats(/At$/).length].map((count) => count > 8)).toEqual([true, true]);
  });

  it('have names and values that do not meet: Go has all of them in one place', () => {
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name) || names.includes(`New${name}`))).toEqual([]);
    const values = components.flatMap(([, schema]) => schema.enum ?? []).map((value) => String(value).toUpperCase());
    expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
  });

  it('of sections are whole or empty, each with codes of its own', () => {
    const sections = Object.entries(document.components.schemas).filter(
      ([name]) => name.startsWith('Seccion') && name !== 'SeccionSinDatos',
    );
    expect(sections.map(([, { anyOf }]) => anyOf)).toEqual(
      sections.map(([name]) =>
        [`${name.replace('Seccion', '')}ConDatos`, 'SeccionSinDatos'].map(($ref) => ({ $ref: `#/components/schemas/${$ref}` })),
      ),
    );
    expect(sections).toHaveLength(10);
  });
});
