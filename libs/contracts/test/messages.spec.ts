import { describe, expect, it } from '@jest/globals';
import { Check } from 'typebox/value';
import { deliveryJob, emailAddress, messages, notice, serviceNames, sourceJob, type TSchema } from '../src/index.js';

type JsonSchema = { properties?: Record<string, unknown>; additionalProperties?: unknown };

/** The places in a schema where an object allows unnamed fields. */
function openObjects(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, additionalProperties } = schema as JsonSchema;
  const here = properties && additionalProperties !== false ? [place] : [];
  return [...here, ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${place}/${key}`))];
}

/** The fields of that name, at any depth. */
function fieldsNamed(name: string, schema: unknown): TSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = (schema as { properties?: Record<string, TSchema> }).properties?.[name];
  return [...(own ? [own] : []), ...Object.values(schema).flatMap((part) => fieldsNamed(name, part))];
}

const defined = Object.entries(messages).map(([name, { kind, owner, payload, reply }]) => ({
  name,
  kind,
  owner,
  payload: payload as TSchema,
  reply: reply as TSchema,
}));

describe('the messages', () => {
  it.each(defined)('$name has the form resource.verb and an owner', ({ name, owner }) => {
    expect(name).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(serviceNames).toContain(owner);
  });

  it.each(defined)('$name refuses every field that is not in its contract', ({ name, payload }) => {
    expect(openObjects(payload, name)).toEqual([]);
  });

  it.each(defined.filter(({ kind }) => kind === 'request'))('$name has a reply that allows no further fields', ({ name, reply }) => {
    expect(openObjects(reply, name)).toEqual([]);
  });

  it('accept an actor with the longest possible email address', () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    expect([email, `${email}d`].map((one) => Check(emailAddress, one))).toEqual([true, false]);
    const naming = defined.filter(({ payload }) => fieldsNamed('actor', payload).length > 0);
    expect(naming.length).toBeGreaterThan(10);
    const takes = (actor: TSchema) => Check(actor, `operator ${email}`);
    expect(naming.filter(({ payload }) => !fieldsNamed('actor', payload).every(takes)).map(({ name }) => name)).toEqual([]);
  });

  it('outside the registry (jobs and notices) allow no further fields either', () => {
    expect([
      ...openObjects(sourceJob, 'source job'),
      ...openObjects(deliveryJob, 'delivery job'),
      ...openObjects(notice, 'notice'),
    ]).toEqual([]);
  });

  it('are checked for open objects at any depth', () => {
    const open = { type: 'object', additionalProperties: false, properties: { list: { items: { type: 'object', properties: {} } } } };
    expect(openObjects(open, 'x')).toEqual(['x/properties/list/items']);
  });
});
