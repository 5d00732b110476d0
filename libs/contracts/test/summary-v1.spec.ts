import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sectionsV1, v1Name, webhookBody } from '../src/index.js';

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

/** The names of the fields, not of theirs. */
const namesIn = ({ properties, anyOf = [] }: Schema = {}): string[] => Object.keys(properties ?? anyOf[0]?.properties ?? {});

describe('the chapter of docs/api.md about the move from v1 to v2', () => {
  it('names every field of a delivery, of a summary and of a section that only one of the two versions has', () => {
    const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    const chapter = page.split(/^## /m).find((one) => one.startsWith('From v1 to v2'))!;
    const [v1, v2] = [webhookBody.v1 as Schema, webhookBody.v2 as Schema];
    const [data1, data2] = [v1.properties!.data!, v2.properties!.data!];
    const inSections = sectionsV1.map((section): [Schema, Schema] => [
      data1.properties![v1Name(section)]!,
      data2.properties![section]!.anyOf![0]!.properties!.data!,
    ]);
    const pairs: [Schema, Schema][] = [[v1, v2], [data1, data2], ...inSections];
    const different = pairs.flatMap(([one, other]) => {
      const [names, others] = [namesIn(one), namesIn(other)];
      return [...names.filter((name) => !others.includes(name)), ...others.filter((name) => !names.includes(name))];
    });
    expect(different.length).toBeGreaterThan(20);
    expect(different.filter((name) => !new RegExp(`\\b${name}\\b`).test(chapter))).toEqual([]);
  });
});
