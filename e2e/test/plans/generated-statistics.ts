import { truncateSync } from 'node:fs';
import type { TestDatabase } from '@vigia/testing';

const rowsOfLargeTables = 5_000_000;

/** Tables that do not grow with what is loaded. All others have 5 million rows. */
export const smallTables: Record<string, number> = {
  'identity.corporation': 2_000,
  'identity.credential': 4_000,
  'identity.panel_user': 8_000,
  'identity.password_link': 100,
  'identity.session': 20_000,
  'billing.contract': 5_000,
  'billing.quota_account': 2_500,
  'billing.ledger_check': 2_500,
  'webhooks.configuration': 4_000,
  'webhooks.warning': 4_000,
  'profiles.list': 10,
  'profiles.portfolio_check': 2_000,
  'profiles.source_pause': 5,
  'profiles.ended_pause': 500,
  'profiles.deleted_requests': 1,
  'profiles.source_minute': 2_000,
  'profiles.source_last_answer': 20,
  'profiles.source_circuit': 100,
  // A data set has a version per publication, whatever is in it, and is switched once to each, and back now and then.
  'registry.dataset': 40,
  'registry.current': 40,
  'registry.version': 20_000,
  'registry.switch': 20_000,
  // What is published of them hardly grows.
  'registry.activity_1': 2_000,
  'registry.rate_1': 20_000,
  'public.migration': 40,
  'public.test_clock': 1,
};

/** Narrow rows and full pages: what makes a table cheap to read as a whole. */
const rowsPerPage = 80;
const entriesPerPage = 200;
const pageBytes = 8_192;

/** How many different values a column has, whatever table it is in; a negative number is a share of the rows. */
const distinctValues: Record<string, number> = {
  corporation_id: 2_000,
  contract_id: 5_000,
  configuration_id: 4_000,
  user_id: 8_000,
  tax_id: -0.3,
  request_id: -0.3,
  command_id: -0.3,
  load_id: -0.1,
  trigger_id: -0.5,
  delivery_id: -0.5,
  doc_type: 1,
  ruc: -0.3,
  document: -0.3,
  entity_id: -0.3,
  version: 500,
};

/** The states that rows end in. Almost no rows have another state when PostgreSQL takes its statistics. */
const finalStates: Record<string, string[]> = {
  'billing.access': ['active', 'expired'],
  'billing.monitoring': ['live', 'cancelled'],
  'billing.quota_hold': ['committed', 'voided'],
  'profiles.load': ['closed'],
  'profiles.task': ['data', 'empty'],
  'profiles.load_request': ['finished'],
  'profiles.load_item': ['loaded', 'skipped'],
  'webhooks.event': ['DISPATCHED'],
  'webhooks.delivery': ['SUCCEEDED', 'FAILED'],
  'webhooks.attempt': ['SUCCEEDED', 'FAILED'],
};
/** Columns that only open rows have a value in, and those that only open rows have none in. */
const ofOpenRows = ['leased_until', 'start_due_at', 'next_at'];
const ofClosedRows = ['closed_at', 'dispatched_at', 'finished_at', 'resolved_at', 'ended_at'];
const open = 0.000_01;

/**
 * Lets the planner take a database for one with 5 million rows, without any. It reads sizes from the files, so these are made
 * long without being written, and the rest from statistics, which are put in their place. Nothing may be run on such a
 * database but EXPLAIN.
 */
export async function pretendRows(database: TestDatabase): Promise<void> {
  await database.query(onePartitionEach);
  await database.query(relationStatistics, [JSON.stringify(smallTables), rowsOfLargeTables, rowsPerPage, entriesPerPage]);
  const files = await database.query<{ path: string; pages: number }>(
    `SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS path, relpages AS pages FROM pg_class
     WHERE relpages > 1 AND relnamespace::regnamespace::text IN ('identity', 'profiles', 'billing', 'webhooks', 'registry')`,
  );
  for (const { path, pages } of files) truncateSync(path, pages * pageBytes);
  await pretendCorporations(database, distinctValues.corporation_id!);
}

/** The more there are, the less the planner takes one of them to have. */
export async function pretendCorporations(database: TestDatabase, corporations: number): Promise<void> {
  const values = JSON.stringify({ ...distinctValues, corporation_id: corporations });
  await database.query(columnStatistics, [values, JSON.stringify(finalStates), ofOpenRows, ofClosedRows, open]);
}

/** A version of a register. Without one, a partitioned table is empty, whatever its statistics say. */
const onePartitionEach = `
  DO $$ DECLARE parent regclass;
  BEGIN
    FOR parent IN SELECT oid FROM pg_class WHERE relkind = 'p' LOOP
      EXECUTE format('CREATE TABLE %s_1 PARTITION OF %s FOR VALUES IN (1)', parent, parent);
    END LOOP;
  END $$`;

/** A partial index, of what is open, is empty: this is how it looks most of the time. */
const relationStatistics = `
  WITH sized AS (
    SELECT relation.oid, relation.relkind, relation.relnamespace::regnamespace::text AS schema, relation.relname::text AS name, indpred IS NOT NULL AS is_partial,
      coalesce(($1::jsonb->>(coalesce(indexed.relnamespace, relation.relnamespace)::regnamespace || '.' || coalesce(indexed.relname, relation.relname)))::int, $2::int) AS rows
    FROM pg_class AS relation LEFT JOIN pg_index ON indexrelid = relation.oid LEFT JOIN pg_class AS indexed ON indexed.oid = indrelid
    WHERE relation.relkind IN ('r', 'i') AND relation.relnamespace::regnamespace::text IN ('identity', 'profiles', 'billing', 'webhooks', 'registry'))
  SELECT pg_restore_relation_stats('schemaname', schema, 'relname', name,
    'reltuples', (CASE WHEN is_partial THEN 0 ELSE rows END)::real,
    'relpages', CASE WHEN is_partial THEN 1 WHEN relkind = 'i' THEN rows / $4 + 2 ELSE rows / $3 + 1 END::int,
    'relallvisible', CASE WHEN relkind = 'i' THEN 0 ELSE rows / $3 END::int)
  FROM sized`;

const columnStatistics = `
  WITH known AS (
    SELECT relnamespace::regnamespace::text AS schema, relname::text, attname::text, atttypid,
      CASE WHEN relispartition AND attname = 'version' THEN 1 ELSE ($1::jsonb->>attname)::real END AS distinct_values,
      CASE attname WHEN 'state' THEN $2::jsonb->(relnamespace::regnamespace || '.' || relname) END AS states,
      CASE WHEN attname = ANY($3) THEN 1 - $5::float8 WHEN attname = ANY($4) THEN $5::float8 ELSE 0 END AS without
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind = 'r' AND attnum > 0 AND relnamespace::regnamespace::text IN ('identity', 'profiles', 'billing', 'webhooks', 'registry'))
  SELECT CASE
    WHEN atttypid = 'timestamptz'::regtype THEN pg_restore_attribute_stats('schemaname', schema, 'relname', relname, 'attname', attname,
      'inherited', false, 'null_frac', without::real, 'avg_width', 8, 'n_distinct', -0.9::real,
      'histogram_bounds', (SELECT array_agg(now() + n * interval '1 week' ORDER BY n)::text FROM generate_series(-104, 52) AS n))
    WHEN states IS NOT NULL THEN pg_restore_attribute_stats('schemaname', schema, 'relname', relname, 'attname', attname,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 4::real,
      'most_common_vals', (SELECT array_agg(state)::text FROM jsonb_array_elements_text(states) AS state),
      'most_common_freqs', array_fill(((1 - $5::float8) / jsonb_array_length(states))::real, ARRAY[jsonb_array_length(states)]))
    ELSE pg_restore_attribute_stats('schemaname', schema, 'relname', relname, 'attname', attname,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 12, 'n_distinct', distinct_values) END
  FROM known WHERE atttypid = 'timestamptz'::regtype OR states IS NOT NULL OR distinct_values IS NOT NULL`;
