import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, todayInLima, type TestDatabase } from '@vigia/testing';
import { register } from 'prom-client';
import { measureOverdue } from '../src/upkeep/overdue-rows.js';

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  database = await openDatabase({ url: store.url, poolSize: 1, service: 'billing' });
});

afterAll(async () => {
  await database?.close();
  await store?.drop();
});

async function measured(): Promise<Record<string, number>> {
  await measureOverdue(database);
  const { values } = await register.getSingleMetric('vigia_billing_overdue_seconds')!.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.what), Math.round(value / 60)]));
}

it('the metric of overdue rows says for how long the oldest of each kind has been due, and 0 once it is done', async () => {
  const none = { hold: 0, access_end: 0, ledger_check: 0, billing_event: 0 };
  expect(await measured()).toEqual(none);
  await store.query(`
    SET session_replication_role = replica;
    INSERT INTO billing.ledger_check (contract_id, due_at) VALUES (gen_random_uuid(), now() - interval '9 minutes'), (gen_random_uuid(), now() + interval '1 hour');
    INSERT INTO billing.outbox (id, message, payload, correlation_id, created_at, due_at)
      VALUES (gen_random_uuid(), 'access.activate', '{}', 'c', now() - interval '7 minutes', now());
    INSERT INTO billing.quota_hold (contract_id, opened_seq, command_id, doc_type, tax_id, amount, last_month, expires_at)
      VALUES (gen_random_uuid(), 1, gen_random_uuid(), 'RUC', '20990000019', 1, 1, now() - interval '5 minutes')`);
  expect(await measured()).toEqual({ ...none, ledger_check: 9, billing_event: 7, hold: 5 });
  await store.query('DELETE FROM billing.ledger_check; DELETE FROM billing.outbox; DELETE FROM billing.quota_hold');
  expect(await measured()).toEqual(none);
});

it('the metric counts monitoring whose monthly contract is over, which has no end until it is written, and no other', async () => {
  await todayInLima();
  await store.query(`
    WITH contract AS (
      INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'monthly', public.lima_today() - 9, public.lima_today() - 1, 0),
        (gen_random_uuid(), gen_random_uuid(), 'monthly', public.lima_today() - 9, public.lima_today(), 0)
      RETURNING corporation_id)
    INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
    SELECT corporation_id, 'RUC', '20990000019', 'active', 'monitoring', gen_random_uuid() FROM contract`);
  const [day] = await store.query<{ minutes: number }>(
    `SELECT extract(epoch FROM now() - public.lima_today()::timestamp AT TIME ZONE 'America/Lima')::float8 / 60 AS minutes`,
  );
  expect(Math.abs((await measured()).access_end! - day!.minutes)).toBeLessThanOrEqual(1);
  await store.query(`UPDATE billing.access SET state = 'expired', expires_at = now()`);
  expect(await measured()).toMatchObject({ access_end: 0 });
});

it('a round does not look for the next contract of each that is over', async () => {
  const contracts = 1_000;
  await store.query(
    `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
     SELECT gen_random_uuid(), corporation_id, 'monthly', public.lima_today() - ends_ago - 9, public.lima_today() - ends_ago, 0
     FROM (SELECT gen_random_uuid() AS corporation_id FROM generate_series(1, ${contracts}) OFFSET 0) AS one, unnest(ARRAY[10, 0]) AS ends_ago;
     ANALYZE billing.contract`,
  );
  let asked = '';
  await measureOverdue({ rows: (text: string) => database.rows((asked = text)) } as unknown as Database);
  const [explained] = await store.query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${asked}`,
  );
  expect(explained!['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(contracts / 2);
  expect(await measured()).toMatchObject({ access_end: 0 });
});
