import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../../..');
const entity = /@Entity\(\{ schema: '(\w+)', name: '(\w+)'/g;

it('the decision about retention says of every table how long its rows are kept', () => {
  const sources = join(repository, 'libs/database/src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const tables = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(entity)].map(([, schema, name]) => `${schema}.${name}`),
  );
  const decision = readFileSync(join(repository, 'docs/decisions/0066-what-is-kept.md'), 'utf8');
  const decided = [...decision.matchAll(/^\|[^|]+\|([^|]+)\|[^|]+\|[^|]+\|$/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  expect([...new Set(decided)].toSorted()).toEqual(tables.toSorted());
});
