import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const repository = join(import.meta.dirname, '../../..');

/** Tables with such a column that deploy/privacy/about.sql leaves out, and why. */
const leftOut: Record<string, string> = {
  'billing.outbox': 'messages for another service, until it acknowledges them within seconds',
  'billing.quota_alert': 'numbers of months',
  'profiles.outbox': 'messages for another service, until it acknowledges them within seconds',
  'profiles.rescreening_task': 'the profile itself, while a list is compared with it',
  'webhooks.configuration': 'settings of a receiver, whose address is in its attempts',
};

describe('what is told to a person about whom Vigía has data', () => {
  it('comes from every table with a column for a document or for the contents of an answer', () => {
    const script = readFileSync(join(repository, 'deploy/privacy/about.sql'), 'utf8');
    const named = new Set([...script.matchAll(/\b(?:FROM|JOIN) (\w+\.\w+)/g)].map(([, table]) => table!));
    const missing = tablesAboutPersons().filter((table) => !named.has(table));
    expect(missing.toSorted()).toEqual(Object.keys(leftOut));
  });
});

const entity = /@Entity\(\{ schema: '(\w+)', name: '(\w+)'[^]*?\n\}/g;
const column = /@(?:Primary)?Column\('(\w+)'(?:, \{([^}]*)\})?\) (\w+)/g;
const namesOfDocuments = new Set(['tax_id', 'ruc', 'document', 'documents', 'number']);

function tablesAboutPersons(): string[] {
  const folder = join(repository, 'libs/database/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const entities = files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(entity)]);
  return entities
    .filter(([text]) =>
      [...text.matchAll(column)].some(([, type, options = '', property]) => {
        const name = /name: '(\w+)'/.exec(options)?.[1] ?? property!;
        return type === 'jsonb' || (type === 'text' && namesOfDocuments.has(name));
      }),
    )
    .map(([, schema, table]) => `${schema}.${table}`);
}
