import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, setBusinessClock, type TestDatabase } from '@vigia/testing';
import { openAccesses, takenDocuments } from '../src/access/pending-accesses.js';
import { profilesOf } from '../src/reprocess/reserve-reprocess.js';
import { ContractGaps, EndedContracts } from '../src/upkeep/end-accesses.js';
import { followContracts } from '../src/upkeep/follow-contracts.js';
import { ruc, rucDocument } from './quota-client.js';

type Contract = [kind: 'monthly' | 'one_time', startsOn: string, endsOn: string];

const inMarch: Contract = ['monthly', '2026-03-01', '2026-03-31'];
const endOfMarch = new Date('2026-04-01T05:00:00Z');

describe('monitoring under monthly contracts with days between them, whose end nobody has written', () => {
  let store: TestDatabase;
  let database: Database;
  let outbox: Outbox;
  const document = rucDocument(ruc(1));

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

  beforeEach(() => store.query('DELETE FROM billing.access; DELETE FROM billing.access_period; DELETE FROM billing.contract'));

  const itIs = (instant: string) => setBusinessClock(store, instant);

  /** A corporation that monitors a profile since 10 March. */
  async function monitoringUnder(...contracts: Contract[]): Promise<string> {
    const corporationId = randomUUID();
    for (const [kind, startsOn, endsOn] of contracts) {
      await store.query(
        `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months, excluded_sections)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, 0, CASE WHEN $3::date > '2026-03-31' THEN '{finanzas}'::text[] ELSE '{}' END)`,
        [corporationId, kind, startsOn, endsOn],
      );
    }
    await store.query(
      `WITH opened AS (
         INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
         VALUES ($1, 'RUC', $2, 'active', 'monitoring', gen_random_uuid()) RETURNING *)
       INSERT INTO billing.access_period (corporation_id, doc_type, tax_id, opened_at, request_id)
       SELECT corporation_id, doc_type, tax_id, '2026-03-10T17:00:00Z', request_id FROM opened`,
      [corporationId, document.taxId],
    );
    return corporationId;
  }

  const periodOf = async (from: Pick<TestDatabase, 'query'> | Transaction, corporationId: string) => {
    const sql = 'SELECT ends_at FROM billing.access_period WHERE corporation_id = $1';
    const rows =
      'rows' in from
        ? await from.rows<{ endsAt: Date | null }>(sql, [corporationId])
        : await from.query<{ ends_at: Date | null }>(sql, [corporationId]);
    return rows.map((row) => ('endsAt' in row ? row.endsAt : row.ends_at));
  };

  /** What work does is taken back. */
  const tried = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    let result: T | undefined;
    const takenBack = new Error('taken back');
    const transaction = database.transaction(async (tx) => {
      result = await work(tx);
      throw takenBack;
    });
    await expect(transaction).rejects.toBe(takenBack);
    return result as T;
  };

  it.each<[string, Contract[]]>([
    ['one that is in force', [['monthly', '2026-04-03', '2026-04-30']]],
    [
      'one that is over as well',
      [
        ['monthly', '2026-04-02', '2026-04-04'],
        ['one_time', '2026-04-05', '2026-04-30'],
      ],
    ],
  ])('is over since the first of these days, whoever writes it first, before %s', async (_what, next) => {
    const corporationId = await monitoringUnder(inMarch, ...next);
    await itIs('2026-04-05T17:00:00Z');
    const portfolio = await database.rows('SELECT FROM billing.portfolio WHERE corporation_id = $1', [corporationId]);
    const byLoad = await tried(async (tx) => {
      const taken = await takenDocuments(tx, corporationId, [document.taxId]);
      const profiles = await profilesOf(tx, corporationId, [document.taxId]);
      const opened = await openAccesses(tx, corporationId, [{ requestId: randomUUID(), mode: 'monitoring', documents: [document] }]);
      return { taken: [...taken], profile: profiles.get(document.taxId), opened, ends: await periodOf(tx, corporationId) };
    });
    expect({ portfolio, ...byLoad }).toMatchObject({
      portfolio: [],
      taken: [],
      profile: { state: 'expired', endsOn: '2026-03-31' },
      opened: [document],
      ends: [endOfMarch],
    });
    await new EndedContracts().end(database, outbox);
    await new ContractGaps().end(database, outbox);
    expect(await periodOf(store, corporationId)).toEqual([endOfMarch]);
  });

  it('has no time if it waited past the end of its contract until it was opened', async () => {
    const corporationId = await monitoringUnder(inMarch);
    await itIs('2026-04-05T17:00:00Z');
    const openedAt = new Date(endOfMarch.getTime() + 1);
    await store.query('UPDATE billing.access_period SET opened_at = $2 WHERE corporation_id = $1', [corporationId, openedAt]);
    await new EndedContracts().end(database, outbox);
    expect(await periodOf(store, corporationId)).toEqual([openedAt]);
  });

  it('goes on under a contract that follows on the next day', async () => {
    const corporationId = await monitoringUnder(inMarch, ['monthly', '2026-04-01', '2026-04-30']);
    await itIs('2026-04-05T17:00:00Z');
    expect(await database.rows('SELECT FROM billing.portfolio WHERE corporation_id = $1', [corporationId])).toHaveLength(1);
    expect([...(await tried((tx) => takenDocuments(tx, corporationId, [document.taxId])))]).toHaveLength(1);
    expect(await new ContractGaps().end(database, outbox)).toBe(false);
    expect(await periodOf(store, corporationId)).toEqual([null]);
  });

  it('is ended on the same day if it was locked when it was looked for, and keeps its sections until then', async () => {
    const corporationId = await monitoringUnder(inMarch, ['monthly', '2026-04-03', '2026-04-30']);
    await itIs('2026-04-05T17:00:00Z');
    const gaps = new ContractGaps();
    await database.transaction(async (tx) => {
      await tx.rows('SELECT FROM billing.access WHERE corporation_id = $1 FOR UPDATE', [corporationId]);
      expect(await gaps.end(database, outbox)).toBe(false);
    });
    await followContracts(database, outbox);
    expect(await gaps.end(database, outbox)).toBe(true);
    const [access] = await store.query('SELECT withheld_sections, expires_at FROM billing.access WHERE corporation_id = $1', [
      corporationId,
    ]);
    expect(access).toEqual({ withheld_sections: [], expires_at: endOfMarch });
  });

  it('is looked for in the 31 days after the gap', async () => {
    const corporationId = await monitoringUnder(inMarch, ['monthly', '2026-04-03', '2026-06-30']);
    await itIs('2026-05-05T17:00:00Z');
    expect(await new ContractGaps().end(database, outbox)).toBe(false);
    await itIs('2026-05-04T17:00:00Z');
    expect(await new ContractGaps().end(database, outbox)).toBe(true);
    expect(await periodOf(store, corporationId)).toEqual([endOfMarch]);
  });
});
