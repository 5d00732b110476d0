import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { register } from 'prom-client';
import { measureOverdue } from '../src/upkeep/overdue-rows.js';

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  database = await openDatabase({ url: store.url, poolSize: 1, service: 'profile-loader' });
});

afterAll(async () => {
  await database?.close();
  await store?.drop();
});

async function measured(): Promise<Record<string, number>> {
  await measureOverdue(database);
  const { values } = await register.getSingleMetric('vigia_loader_overdue_seconds')!.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.what), Math.round(value / 60)]));
}

it('the metric of overdue rows says for how long the oldest of each kind has been due, without those of paused sources', async () => {
  const none = { task: 0, task_deadline: 0, refresh: 0, portfolio_check: 0, loader_event: 0 };
  expect(await measured()).toEqual(none);
  await store.query(`
    SET session_replication_role = replica;
    INSERT INTO profiles.portfolio_check (corporation_id, due_at)
      VALUES (gen_random_uuid(), now() - interval '3 minutes'), (gen_random_uuid(), now() + interval '1 hour');
    INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at)
      VALUES (gen_random_uuid(), 'protestos', 'pending', now() - interval '9 minutes', now() + interval '1 minute'),
        (gen_random_uuid(), 'boletin_concursal', 'pending', now() - interval '6 minutes', now() - interval '4 minutes');
    INSERT INTO profiles.source_answer (doc_type, tax_id, source, failure, refresh_at)
      VALUES ('RUC', '20990000019', 'protestos', 'timeout', now() - interval '8 minutes'),
        ('RUC', '20990000027', 'boletin_concursal', 'timeout', now() - interval '5 minutes'), ('RUC', '20990000035', 'boletin_concursal', 'timeout', now() + interval '1 hour');
    INSERT INTO profiles.outbox (id, message, payload, correlation_id, created_at, due_at)
      VALUES (gen_random_uuid(), 'access.settle', '{}', 'c', now() - interval '7 minutes', now())`);
  expect(await measured()).toEqual({ task: 9, task_deadline: 4, refresh: 8, portfolio_check: 3, loader_event: 7 });
  await store.query(`INSERT INTO profiles.source_pause (source, reason) VALUES ('protestos', 'prueba')`);
  expect(await measured()).toEqual({ task: 6, task_deadline: 4, refresh: 5, portfolio_check: 3, loader_event: 7 });
});

it('the view of overdue rows has no new kind, because the page of the release before would fail; the overdue portfolios have a view', async () => {
  const kindsOf = async (view: string) =>
    (await store.query<{ kind: string }>(`SELECT kind FROM ${view} ORDER BY kind`)).map(({ kind }) => kind);
  expect(await kindsOf('profiles.overdue')).toEqual(['loader_event', 'refresh', 'task', 'task_deadline']);
  expect(await kindsOf('profiles.overdue_portfolio')).toEqual(['portfolio_check']);
});
