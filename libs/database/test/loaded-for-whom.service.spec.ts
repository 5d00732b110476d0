import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openSession, type Session } from '../src/index.js';

const corporation = '00000000-0000-4000-8000-000000000001';
const requests = 500;

/** Requests of one corporation that loads have answered, each for a different document. */
const history = `
  WITH numbered AS MATERIALIZED (SELECT n::text AS tax_id, gen_random_uuid() AS request_id, gen_random_uuid() AS load_id FROM generate_series(1, ${requests}) AS n),
  request AS (
    INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
    SELECT request_id, '${corporation}', 'RUC', 'query', 'finished', 0, 'test' FROM numbered),
  load AS (
    INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, correlation_id, deadline_at, closed_at)
    SELECT load_id, 'RUC', tax_id, 'closed', 'succeeded', 'test', now(), '2026-11-20T10:00:00Z' FROM numbered)
  INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) SELECT request_id, tax_id, 'loaded', load_id FROM numbered`;

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession({ url: database.url });
  await session.execute(history);
});

afterAll(async () => {
  await session?.close();
  await database?.drop();
});

it('portfolio_loaded finds the last load for a corporation without reading its other requests', async () => {
  const asked = `SELECT profiles.portfolio_loaded('${corporation}', '7', 'RUC', 'infinity') AS loaded_at`;
  expect(await session.execute(asked)).toEqual([{ loaded_at: new Date('2026-11-20T10:00:00Z') }]);
  const [explained] = await session.execute<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${asked}`,
  );
  expect(explained!['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(requests / 10);
});
