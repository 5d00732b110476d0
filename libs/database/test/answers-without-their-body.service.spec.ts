import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { AnswersWithoutTheirBody1763600000150 } from '../src/migrations/0150-answers-without-their-body.js';
import { migrate } from '../src/index.js';

const { name } = new AnswersWithoutTheirBody1763600000150();

/** An event in two versions, each sent to its own receiver; the body of v1 is purged. */
const events = `
  WITH payload AS (
    INSERT INTO webhooks.payload (trigger_id, version, body, sha256)
    SELECT 'trg_' || n, version, CASE version WHEN 'v2' THEN '{}'::bytea END, 'hash' FROM generate_series(1, 1100) AS n, unnest(ARRAY['v1', 'v2']) AS version
    RETURNING trigger_id, version),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, state, attempts, closed_at)
    SELECT trigger_id, gen_random_uuid(), gen_random_uuid(), version, 'SUCCEEDED', 2, now() FROM payload RETURNING id)
  INSERT INTO webhooks.attempt (delivery_id, number, is_manual, state, started_at, ended_at, response_body, response_truncated)
  SELECT id, number, false, 'SUCCEEDED', now(), now(), 'a name', false FROM delivery, generate_series(1, 2) AS number`;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(events);
  await database.query('DELETE FROM public.migration WHERE name = $1', [name]);
});

afterAll(() => database?.drop());

it('after the cleanup, an answer of a receiver is stored only as long as the body', async () => {
  expect(await migrate(database.url, { cleanup: true })).toEqual([name]);
  const left = await database.query(
    `SELECT payload_version AS version, count(*)::int AS attempts, count(response_body)::int AS answers, count(response_truncated)::int AS lengths
     FROM webhooks.delivery JOIN webhooks.attempt ON delivery_id = delivery.id GROUP BY 1 ORDER BY 1`,
  );
  expect(left).toEqual([
    { version: 'v1', attempts: 2_200, answers: 0, lengths: 0 },
    { version: 'v2', attempts: 2_200, answers: 2_200, lengths: 2_200 },
  ]);
});
