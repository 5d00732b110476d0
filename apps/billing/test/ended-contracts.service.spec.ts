import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, setBusinessClock, todayInLima, type TestDatabase } from '@vigia/testing';
import { createContract } from '../src/contracts/create-contract.js';
import { EndedContracts } from '../src/upkeep/end-accesses.js';

const noon = '2026-04-05T17:00:00Z';

describe('the round that ends monitoring with its monthly contract', () => {
  let store: TestDatabase;
  let database: Database;
  let outbox: Outbox;
  let ended: EndedContracts;

  beforeAll(async () => {
    store = await createTestDatabase();
    database = await openDatabase({ url: store.url, service: 'billing', testClock: true });
    // Nothing is sent from it here.
    outbox = new Outbox({ table: 'billing.outbox', database, messages: {} as never, logger: createLogger('test', { level: 'silent' }) });
  });

  afterAll(async () => {
    await database?.close();
    await store?.drop();
  });

  beforeEach(async () => {
    await store.query('DELETE FROM billing.access; DELETE FROM billing.access_period; DELETE FROM billing.contract');
    await itIs(noon);
    ended = new EndedContracts();
  });

  const itIs = (instant: string) => setBusinessClock(store, instant);

  const round = () => ended.end(database, outbox);

  async function monitoringUntil(endsOn: string): Promise<string> {
    const corporationId = randomUUID();
    await store.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
       VALUES ($1, $1, 'monthly', '2025-01-01', $2, 0)`,
      [corporationId, endsOn],
    );
    await store.query(
      `WITH opened AS (
         INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
         VALUES ($1, 'RUC', '20990000019', 'active', 'monitoring', $1) RETURNING *)
       INSERT INTO billing.access_period (corporation_id, doc_type, tax_id, opened_at, request_id)
       SELECT corporation_id, doc_type, tax_id, '2025-01-10T17:00:00Z', request_id FROM opened`,
      [corporationId],
    );
    return corporationId;
  }

  const stateOf = async (corporationId: string) =>
    (await store.query<{ state: string }>('SELECT state FROM billing.access WHERE corporation_id = $1', [corporationId]))[0]!.state;

  it('ends what was over long ago, and nothing under a contract in force', async () => {
    const [longOver, inForce] = [await monitoringUntil('2025-06-30'), await monitoringUntil('2026-04-05')];
    await round();
    expect([await stateOf(longOver), await stateOf(inForce)]).toEqual(['expired', 'active']);
    const [period] = await store.query('SELECT ends_at FROM billing.access_period WHERE corporation_id = $1', [longOver]);
    expect(period).toEqual({ ends_at: new Date('2025-07-01T05:00:00Z') });
  });

  it('looks again for what was over long ago as long as somebody has locked its contract', async () => {
    const longOver = await monitoringUntil('2025-06-30');
    await database.transaction(async (tx) => {
      await tx.rows('SELECT FROM billing.contract FOR NO KEY UPDATE');
      await round();
    });
    expect(await stateOf(longOver)).toBe('active');
    await round();
    expect(await stateOf(longOver)).toBe('expired');
  });

  it('ends what a transaction opens on the last day of a contract and commits after a round that found nothing', async () => {
    await round();
    const [late, later] = [await monitoringUntil('2026-04-04'), await monitoringUntil('2026-03-05')];
    await round();
    expect([await stateOf(late), await stateOf(later)]).toEqual(['expired', 'expired']);
  });

  describe('while it goes through a portfolio in batches', () => {
    const profiles = 600;
    const next = (corporationId: string) => ({
      corporationId,
      contractId: randomUUID(),
      startsOn: '2026-04-05',
      endsOn: '2026-12-31',
      quotaMonths: 0,
    });
    const states = (corporationId: string) =>
      store.query('SELECT state, count(*)::int AS profiles FROM billing.access WHERE corporation_id = $1 GROUP BY state', [corporationId]);

    async function largePortfolio(): Promise<string> {
      const corporationId = await monitoringUntil('2026-04-04');
      for (const rows of ['access', 'access_period']) {
        await store.query(
          `INSERT INTO billing.${rows} SELECT (jsonb_populate_record(one, jsonb_build_object('tax_id', 20990000100 + n))).*
           FROM billing.${rows} AS one, generate_series(2, ${profiles}) AS n WHERE corporation_id = $1`,
          [corporationId],
        );
      }
      return corporationId;
    }

    it('lets no monthly contract continue what it has not reached yet', async () => {
      const corporationId = await largePortfolio();
      const create = () => database.transaction((tx) => createContract(tx, { kind: 'monthly', ...next(corporationId) }));
      await expect(create()).rejects.toMatchObject({ code: 'monitoring_ending' });
      expect(await round()).toBe(true);
      await expect(create()).rejects.toMatchObject({ code: 'monitoring_ending' });
      expect(await round()).toBe(false);
      await create();
      expect(await states(corporationId)).toEqual([{ state: 'expired', profiles }]);
    });
  });

  it('leaves monitoring to a next contract that is created before midnight and committed after it', async () => {
    await itIs('2026-04-04T17:00:00Z');
    const [corporationId, over] = [await monitoringUntil('2026-04-04'), await monitoringUntil('2026-04-04')];
    await database.transaction(async (tx) => {
      const next = { startsOn: '2026-04-05', endsOn: '2026-12-31', quotaMonths: 0 };
      await createContract(tx, { corporationId, contractId: randomUUID(), kind: 'monthly', ...next });
      await itIs(noon);
      await round();
    });
    await round();
    expect([await stateOf(corporationId), await stateOf(over)]).toEqual(['active', 'expired']);
  });

  it('looks once a day for what was over long ago', async () => {
    await round();
    const longOver = await monitoringUntil('2025-06-30');
    await itIs('2026-04-06T17:00:00Z');
    await round();
    expect(await stateOf(longOver)).toBe('expired');
  });

  it('reads only the contracts once it has found nothing on this day, not what each of those that are over has left', async () => {
    await todayInLima();
    const corporations = 1_000;
    await store.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
       SELECT gen_random_uuid(), corporation_id, 'monthly', public.lima_today() - ends_ago - 9, public.lima_today() - ends_ago, 0
       FROM (SELECT gen_random_uuid() AS corporation_id FROM generate_series(1, ${corporations}) OFFSET 0) AS one, unnest(ARRAY[50, 40]) AS ends_ago;
       ANALYZE billing.contract`,
    );
    await monitoringUntil('2098-12-31');
    // The clock of tests is a page for each row that is compared with today.
    const byTheClock = await openDatabase({ url: store.url, poolSize: 1, service: 'billing' });
    let pages = 0;
    const watched = {
      rows: async (text: string, values: unknown[]) => {
        const [row] = await store.query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
          values,
        );
        pages = row!['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
        return byTheClock.rows(text, values);
      },
      transaction: () => Promise.reject(new Error('there is nothing to end')),
    } as unknown as Database;
    await ended.end(watched, outbox);
    await ended.end(watched, outbox);
    await byTheClock.close();
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(corporations / 4);
  });
});
