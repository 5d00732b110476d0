import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { readStatement } from '../src/reports/statement.js';
import { QuotaClient } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

/** A step of a query plan, with the rows it read. */
interface Step {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

type Value = string | number | null | string[];

const minuteMs = 60_000;
const minutesOfDay = 1_440;
const midnight = Date.parse('2026-03-01T05:00:00Z');

describe('a statement by days', () => {
  let billing: RunningBilling;
  let database: Database;

  beforeAll(async () => {
    billing = await startBilling();
    database = await openDatabase({ url: billing.database.url, service: 'billing', testClock: true });
  });

  afterAll(async () => {
    await database?.close();
    await billing?.stop();
  });

  /** Ledger lines of one month each, after the first line of the contract. */
  const clientWith = async (entered: Date[]) => {
    await billing.itIs('2026-01-02T17:00:00Z');
    const client = await QuotaClient.of(billing, 1);
    await billing.database.query(
      `WITH entered AS (
         INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before,
           consumed_before, granted, available, held, consumed, entered_at)
         SELECT $1, 1 + n, 'adjust', 1, 'adjustment', gen_random_uuid(), 'test', n, n, 0, 0, 1 + n, 1 + n, 0, 0, at
         FROM unnest($2::timestamptz[]) WITH ORDINALITY AS line (at, n))
       UPDATE billing.quota_account SET head_seq = $3::int, granted = $3::int, available = $3::int WHERE contract_id = $1`,
      [client.contractId, entered, entered.length + 1],
    );
    return client;
  };
  const linesOf = async ({ corporationId, contractId }: QuotaClient, days: { from?: string; to?: string }) =>
    (await billing.ask('quota.statement', { corporationId, contractId, ...days })).lines.map(({ seq }) => seq);

  async function rowsRead(text: string, values: Value[], planCacheMode: string): Promise<number> {
    const client = await database.pool.connect();
    const given = values.map((value) =>
      value === null ? 'NULL' : client.escapeLiteral(`${Array.isArray(value) ? `{${value.join()}}` : value}`),
    );
    try {
      await client.query(`SET plan_cache_mode = ${planCacheMode}; PREPARE asked AS ${text}`);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${given.join()})`);
      const read = (step: Step): number =>
        (step['Relation Name'] === 'quota_entry'
          ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
          : 0) + (step.Plans ?? []).reduce((sum, inner) => sum + read(inner), 0);
      return read(rows[0]['QUERY PLAN'][0].Plan);
    } finally {
      client.release(true);
    }
  }

  it.each(['force_custom_plan', 'force_generic_plan'])('reads few more rows of a long ledger than it shows (%s)', async (planCacheMode) => {
    const days = 14;
    const client = await clientWith(Array.from({ length: days * minutesOfDay + 5 }, (_, minute) => new Date(midnight + minute * minuteMs)));
    await billing.database.query('ANALYZE billing.quota_entry');
    const asked: [string, Value[]][] = [];
    const noting = { rows: (text: string, values: Value[]) => (asked.push([text, values]), database.rows(text, values)) } as Database;
    const { corporationId, contractId } = client;
    const { lines } = await readStatement(noting, { corporationId, contractId, from: '2026-03-15', to: '2026-03-15' });
    expect(lines).toHaveLength(5);
    let rows = 0;
    for (const [text, values] of asked) rows += await rowsRead(text, values, planCacheMode);
    expect(rows).toBeGreaterThanOrEqual(lines.length);
    expect(rows).toBeLessThan(100);
  });

  it('begins with the first line entered on the day, even if a later line has an earlier time', async () => {
    const before = [-3, -2].map((minute) => new Date(midnight + minute * minuteMs));
    const seconds = [20, 10, 30].map((second) => new Date(midnight + second * 1_000));
    const client = await clientWith([...before, ...seconds]);
    expect(await linesOf(client, { to: '2026-02-28' })).toEqual([1, 2, 3]);
    expect(await linesOf(client, { from: '2026-03-01', to: '2026-03-01' })).toEqual([4, 5, 6]);
    expect(await linesOf(client, { from: '2026-03-02' })).toEqual([]);
  });

  it('puts a line stamped before midnight on the next day if it follows a line stamped after midnight', async () => {
    const seconds = [-20, 10, -10, 20].map((second) => new Date(midnight + second * 1_000));
    const client = await clientWith(seconds);
    expect(await linesOf(client, { to: '2026-02-28' })).toEqual([1, 2]);
    expect(await linesOf(client, { from: '2026-03-01' })).toEqual([3, 4, 5]);
  });
});
