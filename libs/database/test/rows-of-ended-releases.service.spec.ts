import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { RowsOfEndedReleases1763600000147 } from '../src/migrations/0147-rows-of-ended-releases.js';
import { migrate } from '../src/index.js';

/** More profiles than a piece of the migration has, all of them before the others. */
const succeeded = `
  INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
  SELECT 'DNI', (10000000 + n)::text, 'succeeded', '{}', '{}', '{}', gen_random_uuid() FROM generate_series(1, 2100) AS n`;

const failed = `
  WITH profile AS (
    INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
    VALUES ('DNI', $1, 'failed', '{}', '{}', '{}', gen_random_uuid())),
  access AS (
    INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id, expires_at)
    VALUES (gen_random_uuid(), 'DNI', $1, $2, 'monitoring', gen_random_uuid(), now() + interval '1 day') RETURNING corporation_id)
  INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode, standing, estado)
  SELECT corporation_id, $1, 'DNI', 'monitoring', $2, 'failed' FROM access`;

const months = ['2020-10', '2062-11'];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(succeeded);
  for (const [taxId, state] of Object.entries({ 99990001: 'active', 99990002: 'expired', 99990003: 'failed' }))
    await database.query(failed, [taxId, state]);
  await database.query(
    `INSERT INTO profiles.monthly_cut (tax_id, doc_type, source, month, cut, source_version, observed_at)
     SELECT '99990001', 'DNI', 'deuda_coactiva', month, '{}', 'm', '2020-10-20' FROM unnest($1::text[]) AS month`,
    [months],
  );
  await database.query('DELETE FROM public.migration WHERE name = $1', [new RowsOfEndedReleases1763600000147().name]);
  await migrate(database.url);
});

afterAll(() => database?.drop());

it('no profile that somebody reads or has read is failed any more, and its entry says so; one that nobody has read stays', async () => {
  const rows = await database.query(
    `SELECT tax_id, profile.estado, profile.revision::int, entry.estado AS shown, partial_since IS NOT NULL AS "isDated"
     FROM profiles.profile JOIN profiles.portfolio_entry AS entry USING (tax_id, doc_type) ORDER BY tax_id`,
  );
  expect(rows).toEqual([
    { tax_id: '99990001', estado: 'partial', revision: 2, shown: 'partial', isDated: true },
    { tax_id: '99990002', estado: 'partial', revision: 2, shown: 'failed', isDated: false },
    { tax_id: '99990003', estado: 'failed', revision: 1, shown: 'failed', isDated: false },
  ]);
  const others = await database.query(`SELECT DISTINCT estado, revision::int FROM profiles.profile WHERE tax_id < '99990001'`);
  expect(others).toEqual([{ estado: 'succeeded', revision: 1 }]);
});

it('no month is stored that has not begun', async () => {
  expect(await database.query('SELECT month FROM profiles.monthly_cut')).toEqual([{ month: '2020-10' }]);
});
