import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@vigia/testing';
import { productStatements } from './product-statements.js';

it('an import builds no index for its version by whose first column no statement looks rows up', async () => {
  const database = await createTestDatabase();
  const indexes = await database.query<{ name: string; table: string; column: string }>(
    `SELECT indexrelid::regclass::text AS name, relname AS table, attname AS column
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
     WHERE relkind = 'p' AND relnamespace = 'registry'::regnamespace AND NOT indisprimary`,
  );
  await database.drop();
  const texts = productStatements().statements.map(({ text }) => text);
  const looksUp = ({ table, column }: (typeof indexes)[number]) =>
    texts.some((text) => new RegExp(`registry\\.(current_)?${table}\\b[^]*\\b${column} = `).test(text));
  expect(indexes.length).toBeGreaterThan(1);
  expect(indexes.filter((index) => !looksUp(index)).map(({ name }) => name)).toEqual([]);
});
