import { emptyFragments, sections, sourceNames } from '@vigia/contracts';
import { fillPortfolio } from '../portfolio/rows.js';
import { checkDigitSql, fill as fillProfiles } from '../summary/profiles.js';
import type { RunningSystem } from '../system.js';

/** One in three profiles was loaded in the last days. */
const profilesPerLoad = 3;
const tasksPerLoad = 15;
const batch = 50_000;

export interface Owner {
  corporationId: string;
  /** A corporation that buys months, for the statement. */
  contractId: string;
}

const numbered = `numbered AS MATERIALIZED (
  SELECT '2098' || lpad(n::text, 6, '0') || ${checkDigitSql} AS tax_id, n FROM generate_series($1::int, $2::int) AS n)`;

/** The sources' answers, without content, and the next day on which they are asked. */
const answers = `WITH ${numbered}
  INSERT INTO profiles.source_answer (tax_id, doc_type, source, outcome, observed_at, answered_at, refresh_at)
  SELECT tax_id, 'RUC', source, 'empty', now(), now(), now() + interval '12 hours' + n % 36000 * interval '1 second'
  FROM numbered CROSS JOIN unnest($3::text[]) AS source`;

/** Versions of sections that were not loaded yet, which take no more room than their keys. */
const versions = `WITH ${numbered}
  INSERT INTO profiles.section_version (tax_id, doc_type, section, valid_from, content_hash, fragment_v1, fragment_v2, provenance)
  SELECT tax_id, 'RUC', section, now() - (n % 300 + 10) * interval '1 day', '\\x00', v1, v2, '[]'
  FROM numbered CROSS JOIN unnest($3::text[], $4::text[], $5::text[]) AS version (section, v1, v2)`;

const periods = `WITH ${numbered}
  INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at)
  SELECT $3, tax_id, 'RUC', now() - interval '300 days' FROM numbered`;

/** Loads of the last days with their tasks, each with a request. */
const loads = `WITH ${numbered},
  load AS (
    INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, correlation_id, opened_at, deadline_at, closed_at)
    SELECT gen_random_uuid(), 'RUC', tax_id, 'closed', 'succeeded', 'bench', at, at, at
    FROM numbered CROSS JOIN LATERAL (SELECT now() - n % 500000 * interval '1 second' AS at) AS ago WHERE n % $4 = 0
    RETURNING id, tax_id, closed_at AS at),
  task AS (
    INSERT INTO profiles.task (load_id, source, state, attempts, due_at, deadline_at, closed_at)
    SELECT id, source, 'data', 1, at, at, at FROM load CROSS JOIN unnest($5::text[]) AS source),
  request AS (
    INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id, created_at, finished_at)
    SELECT id, $3, 'RUC', 'monitoring', 'finished', 0, 'bench', at, at FROM load)
  INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) SELECT id, tax_id, 'loaded', id FROM load`;

/** Lines that move nothing, after the first one of the contract. */
const ledger = `WITH newest AS (SELECT * FROM billing.quota_entry WHERE contract_id = $1 ORDER BY seq DESC LIMIT 1),
  entered AS (
    INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, doc_type, tax_id, actor,
      granted_before, available_before, held_before, consumed_before, granted, available, held, consumed)
    SELECT $1, seq + n, 'commit', 0, 'profiles x months', gen_random_uuid(), 'DNI', lpad(n::text, 8, '0'), 'bench',
      granted, available, held, consumed, granted, available, held, consumed
    FROM newest CROSS JOIN generate_series(1, $2::int) AS n RETURNING seq)
  UPDATE billing.quota_account SET head_seq = (SELECT max(seq) FROM entered) WHERE contract_id = $1`;

/** Profiles of one corporation with their complete history. */
export async function storeProfiles(system: RunningSystem, owner: Owner, from: number, to: number): Promise<void> {
  const { corporationId, contractId } = owner;
  const { database } = system;
  const empty = emptyFragments('SH20');
  await fillProfiles(system, corporationId, from, to, () => undefined);
  for (let start = from; start < to; start += batch) {
    const range = [start, Math.min(start + batch, to) - 1];
    await database.query(answers, [...range, sourceNames]);
    await database.query(versions, [...range, sections, empty.v1, empty.v2]);
    await database.query(periods, [...range, corporationId]);
    await database.query(loads, [...range, corporationId, profilesPerLoad, sourceNames.slice(0, tasksPerLoad)]);
    await database.query(ledger, [contractId, range[1]! - range[0]! + 1]);
    process.stdout.write('.');
  }
  await fillPortfolio(system, corporationId, from + 1, to);
  for (const schema of ['profiles', 'billing']) {
    const tables = await database.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = $1::regnamespace AND reltuples <> 0`,
      [schema],
    );
    for (const { name } of tables) await database.query(`VACUUM ANALYZE ${name}`);
  }
}

export async function storedText({ database }: RunningSystem): Promise<string> {
  const [row] = await database.query<Record<'disk' | 'versions' | 'tasks', string>>(
    `SELECT pg_size_pretty(pg_database_size(current_database())) AS disk,
       (SELECT count(*) FROM profiles.section_version) AS versions, (SELECT count(*) FROM profiles.task) AS tasks`,
  );
  return `${row!.versions} versions, ${row!.tasks} tasks, ${row!.disk} on disk`;
}

/** Loads without news that ended before the retention period, each for a document with an earlier first load and a later load. */
export async function storeOldLoads({ database }: RunningSystem, count: number): Promise<void> {
  await database.query(
    `WITH load AS (
       INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, correlation_id, opened_at, deadline_at, closed_at)
       SELECT gen_random_uuid(), 'RUC', tax_id, 'closed', 'succeeded', 'bench', at, at, at
       FROM (SELECT DISTINCT tax_id FROM (SELECT tax_id FROM profiles.load_item LIMIT 300) AS known LIMIT $1::int / 10) AS loaded
         CROSS JOIN generate_series(1, 10) AS n CROSS JOIN LATERAL (SELECT now() - (40 + n) * interval '1 day' AS at) AS ago
       RETURNING id, closed_at AS at)
     INSERT INTO profiles.task (load_id, source, state, attempts, due_at, deadline_at, closed_at)
     SELECT id, source, 'data', 1, at, at, at FROM load CROSS JOIN unnest($2::text[]) AS source`,
    [count, sourceNames.slice(0, tasksPerLoad)],
  );
}
