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

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** How many stored answers the view reads. By indexes, as it does where there are more answers than a test can plant. */
async function answersRead(): Promise<number> {
  const readBy = (node: PlanNode): number => {
    const rows = node['Relation Name'] === 'source_answer' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
    return rows * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, inner) => sum + readBy(inner), 0);
  };
  const reader = await openDatabase({ url: store.url, poolSize: 1 });
  try {
    await reader.pool.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    const { rows } = await reader.pool.query('EXPLAIN (ANALYZE, FORMAT JSON) SELECT rows, oldest_at FROM profiles.overdue');
    return readBy((rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }])[0]['QUERY PLAN'][0].Plan);
  } finally {
    await reader.close();
  }
}

it('the view of overdue rows counts ten thousand refreshes at most, reads hardly more, and knows the oldest of all sources', async () => {
  const refreshes = async () =>
    (
      await store.query(
        `SELECT rows, round(extract(epoch FROM now() - oldest_at) / 3600)::int AS hours FROM profiles.overdue WHERE kind = 'refresh'`,
      )
    )[0];
  await store.query(`
    DELETE FROM profiles.source_pause; DELETE FROM profiles.source_answer;
    INSERT INTO profiles.source_answer (doc_type, tax_id, source, failure, refresh_at)
      SELECT 'RUC', 20600000000 + n, source, 'timeout', now() - age
      FROM (VALUES ('boletin_concursal', interval '2 hours'), ('protestos', '3 hours'), ('source_of_another_release', '7 hours')) AS late (source, age),
        generate_series(1, 12000) AS n`);
  expect(await refreshes()).toEqual({ rows: 10_000, hours: 7 });
  const read = await answersRead();
  expect(read).toBeGreaterThanOrEqual(10_000);
  expect(read).toBeLessThan(10_100);
  await store.query(`
    DELETE FROM profiles.source_answer WHERE source = 'boletin_concursal' AND tax_id > '20600000003';
    INSERT INTO profiles.source_pause (source, reason) VALUES ('source_of_another_release', 'prueba'), ('protestos', 'prueba')`);
  expect(await refreshes()).toEqual({ rows: 3, hours: 2 });
  await store.query('DELETE FROM profiles.source_pause; DELETE FROM profiles.source_answer');
  expect(await refreshes()).toEqual({ rows: 0, hours: null });
});

it('the view of overdue rows has the kinds of the loops, and the overdue portfolios have a view of their own', async () => {
  const kindsOf = async (view: string) =>
    (await store.query<{ kind: string }>(`SELECT kind FROM ${view} ORDER BY kind`)).map(({ kind }) => kind);
  expect(await kindsOf('profiles.overdue')).toEqual(['loader_event', 'refresh', 'task', 'task_deadline']);
  expect(await kindsOf('profiles.overdue_portfolio')).toEqual(['portfolio_check']);
});
