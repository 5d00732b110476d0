import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { webhookBody } from '../src/index.js';

interface Schema {
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Every field with its type, in the order of the body. */
function fields(place: string, { anyOf = [], items, properties, required = [], ...leaf }: Schema): [place: string, type: string][] {
  const [content, nothing] = anyOf;
  if (content && nothing?.type === 'null')
    return fields(place, content).map(([name, type], i) => [name, i === 0 ? `${type} | null` : type]);
  if (items) return [[place, 'array'], ...fields(`${place}[]`, items)];
  if (!properties) return [[place, leaf.enum?.join(' | ') ?? [leaf.type, leaf.format ?? leaf.pattern].filter(Boolean).join(' ')]];
  const inner = Object.entries(properties).flatMap(([name, one]) => fields(`${place}.${name}${required.includes(name) ? '' : '?'}`, one));
  return [[place, 'object'], ...inner];
}

describe('the body of a delivery in v1, and in it the summary of /v1', () => {
  it('never changes, as README.md and docs/api.md promise to clients: what is new is for v2 alone', () => {
    const promised = readFileSync(new URL('fixtures/body-v1.json', import.meta.url), 'utf8');
    expect(fields('body', webhookBody.v1 as Schema)).toEqual(Object.entries(JSON.parse(promised) as object));
  });
});
