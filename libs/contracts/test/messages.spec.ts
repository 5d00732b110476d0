import { describe, expect, it } from '@jest/globals';
import { definitionOf, deliveryJob, messages, messagesOwnedBy, notice, serviceNames, sourceJob, type TSchema } from '../src/index.js';

type JsonSchema = { properties?: Record<string, unknown>; additionalProperties?: unknown };

/** The places in a schema where an object lets fields through that nobody has named. */
function openObjects(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, additionalProperties } = schema as JsonSchema;
  const here = properties && additionalProperties !== false ? [place] : [];
  return [...here, ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${place}/${key}`))];
}

const defined = Object.entries(messages).map(([name, { kind, owner, payload, reply }]) => ({
  name,
  kind,
  owner,
  payload: payload as TSchema,
  reply: reply as TSchema,
}));

describe('the messages', () => {
  it.each(defined)('$name reads resource.verb and has an owner', ({ name, owner }) => {
    expect(name).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(serviceNames).toContain(owner);
    expect(messagesOwnedBy(owner)).toContain(name);
  });

  it.each(defined)('$name refuses every field that is not in its contract', ({ name, payload }) => {
    expect(openObjects(payload, name)).toEqual([]);
  });

  it.each(defined.filter(({ kind }) => kind === 'request'))('$name is answered in a closed shape', ({ name, reply }) => {
    expect(openObjects(reply, name)).toEqual([]);
  });

  it('that go past the registry are closed as well', () => {
    expect([
      ...openObjects(sourceJob, 'source job'),
      ...openObjects(deliveryJob, 'delivery job'),
      ...openObjects(notice, 'notice'),
    ]).toEqual([]);
  });

  it('are found by their own name only', () => {
    expect(definitionOf('access.settle')).toMatchObject({ kind: 'event', owner: 'billing' });
    expect(definitionOf('toString')).toBeUndefined();
    expect(definitionOf('access')).toBeUndefined();
  });

  it('belong to one service each', () => {
    const owned = serviceNames.flatMap((service) => messagesOwnedBy(service));
    expect(owned.toSorted()).toEqual(Object.keys(messages).toSorted());
  });

  it('would be caught with an open object at any depth', () => {
    const open = { type: 'object', additionalProperties: false, properties: { list: { items: { type: 'object', properties: {} } } } };
    expect(openObjects(open, 'x')).toEqual(['x/properties/list/items']);
  });
});
