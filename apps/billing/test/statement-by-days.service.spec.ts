import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { freshRuc, untilWaiting, waitUntil, withinLockPatience } from '@vigia/testing';
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

  /** Ledger lines of one month each, after the given number of lines of the contract. */
  const enter = (run: Database['rows'], { contractId }: QuotaClient, entered: Date[], after = 1) =>
    run(
      `WITH entered AS (
         INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before,
           consumed_before, granted, available, held, consumed, entered_at)
         SELECT $1, before + 1, 'adjust', 1, 'adjustment', gen_random_uuid(), 'test', before, before, 0, 0, before + 1, before + 1, 0, 0, at
         FROM unnest($2::timestamptz[]) WITH ORDINALITY AS line (at, n) CROSS JOIN LATERAL (SELECT $3 + n - 1) AS sum (before))
       UPDATE billing.quota_account SET head_seq = $4::int, granted = $4::int, available = $4::int WHERE contract_id = $1`,
      [contractId, entered, after, after + entered.length],
    );
  const clientWith = async (entered: Date[]) => {
    await billing.itIs('2026-01-02T17:00:00Z');
    const client = await QuotaClient.of(billing, 1);
    await enter((text, values) => billing.database.query(text, values), client, entered);
    return client;
  };
  const idsOf = ({ corporationId, contractId }: QuotaClient) => ({ corporationId, contractId });
  const linesOf = async (client: QuotaClient, days: { from?: string; to?: string }) =>
    (await billing.ask('quota.statement', { ...idsOf(client), ...days })).lines.map(({ seq }) => seq);

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

  describe('while the account is locked', () => {
    const [lastDay, nextDay] = ['2026-02-28', '2026-03-01'];
    const locked = <T>({ contractId }: QuotaClient, work: (tx: Transaction) => Promise<T>) =>
      database.transaction(async (tx) => {
        await tx.rows('SELECT FROM billing.quota_account WHERE contract_id = $1 FOR NO KEY UPDATE', [contractId]);
        return work(tx);
      });

    it('has the line that is being entered on its last day, and the next day begins after this line', async () => {
      const read = await withinLockPatience(async () => {
        const client = await clientWith([new Date(midnight - minuteMs)]);
        await billing.itIs('2026-03-01T05:00:01Z');
        const { days } = await locked(client, async (tx) => {
          await enter((text, values) => tx.rows(text, values), client, [new Date(midnight - 1)], 2);
          const asked = [{ to: lastDay }, { from: nextDay }].map((day) => billing.ask('quota.statement', { ...idsOf(client), ...day }));
          await Promise.race([untilWaiting(billing.database), Promise.allSettled(asked)]);
          return { days: Promise.all(asked) };
        });
        return days;
      });
      expect(read.map(({ opening, closing }) => [opening.granted, closing.granted])).toEqual([
        [0, 3],
        [3, 3],
      ]);
    });

    it('holds one connection, however many are asked for', async () => {
      const client = await clientWith([new Date(midnight - minuteMs)]);
      await billing.itIs('2026-03-01T05:00:01Z');
      const refused: string[] = [];
      const ask = () =>
        billing.ask('quota.statement', { ...idsOf(client), to: lastDay }).catch(({ code }: { code: string }) => void refused.push(code));
      const { asked } = await locked(client, async () => {
        const all = Promise.all(Array.from({ length: 12 }, ask));
        await Promise.race([untilWaiting(billing.database), all]);
        const waiting = await billing.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        // None, if it has just waited for as long as it may.
        expect(waiting.length).toBeLessThanOrEqual(1);
        await waitUntil(() => refused.length >= 8, { what: 'those that find no room in the line are refused' });
        return { asked: all };
      });
      await asked;
      expect(refused.filter((code) => code !== 'too_many_requests' && code !== 'unavailable')).toEqual([]);
    });

    it('does not wait if a later line shows that its days are over, or if they are not over', async () => {
      const client = await clientWith([new Date(midnight - minuteMs), new Date(midnight + minuteMs)]);
      await billing.itIs('2026-03-01T06:00:00Z');
      const read = locked(client, () => Promise.all([linesOf(client, { to: lastDay }), linesOf(client, { from: nextDay, to: nextDay })]));
      expect(await read).toEqual([[1, 2], [3]]);
    });

    it('has the instant at which a line is entered, which is after the wait', async () => {
      const { entered, earliest } = await withinLockPatience(async () => {
        const client = await QuotaClient.of(billing, 1);
        const { adjusted, at } = await locked(client, async (tx) => {
          const adjusting = client.adjust(1);
          await Promise.race([untilWaiting(billing.database), Promise.allSettled([adjusting])]);
          const [row] = await tx.rows<{ at: Date }>(`SELECT clock_timestamp() + ahead AS at FROM public.test_clock`);
          return { adjusted: adjusting, at: row!.at };
        });
        await adjusted;
        const { lines } = await billing.ask('quota.statement', idsOf(client));
        return { entered: lines.at(-1)!.enteredAt, earliest: at };
      });
      expect(Date.parse(entered)).toBeGreaterThanOrEqual(earliest.getTime());
    });

    it('gives a charge the instant at which it is entered, too', async () => {
      const { charged, earliest } = await withinLockPatience(async () => {
        const client = await QuotaClient.of(billing, 1, { documentPriceCents: 250 });
        const reserved = client.reservation([freshRuc()], 1);
        await billing.reserve(reserved);
        const { settled, at } = await locked(client, async (tx) => {
          const settling = billing.settle(client.settlement(reserved));
          await Promise.race([untilWaiting(billing.database), Promise.allSettled([settling])]);
          const [row] = await tx.rows<{ at: Date }>(`SELECT clock_timestamp() + ahead AS at FROM public.test_clock`);
          return { settled: settling, at: row!.at };
        });
        await settled;
        const period = { from: '2026-01-01', to: '2026-12-31' };
        const { charges } = await billing.ask('charges.list', { corporationId: client.corporationId, ...period });
        return { charged: charges, earliest: at };
      });
      expect(charged).toEqual([expect.objectContaining({ priceCents: 250 })]);
      expect(Date.parse(charged[0]!.chargedAt)).toBeGreaterThanOrEqual(earliest.getTime());
    });
  });
});
