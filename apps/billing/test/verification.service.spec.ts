import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, openDatabase, type Transaction } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { holdLock, waitUntil } from '@vigia/testing';
import { register } from 'prom-client';
import { verifyDueLedger, verifyLedgers } from '../src/reports/verify.js';
import { measureOverdue } from '../src/upkeep/overdue-rows.js';
import { QuotaClient } from './quota-client.js';
import { startBilling, startReplica, type RunningBilling } from './running-billing.js';

type Check = { due_at: Date; leased_until: Date | null; checked_at: Date | null; drifts: number };

const logger = createLogger('test', { level: 'silent' });
const { signal: goesOn } = new AbortController();

/** Ends the time of its caller with the first transaction. */
class EndingDatabase extends Database {
  constructor(
    database: Database,
    private readonly time: AbortController,
  ) {
    super(database.pool, () => database.close());
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await super.transaction(work);
    this.time.abort();
    return result;
  }
}

describe('the ledger check', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
    await billing.itIs('2026-03-10T17:00:00Z');
  });

  afterAll(() => billing?.stop());

  const sql = (text: string, ...values: unknown[]) => billing.database.query(text, values);
  const checkOf = async ({ contractId }: QuotaClient) =>
    (await sql('SELECT * FROM billing.ledger_check WHERE contract_id = $1', contractId))[0] as Check;
  /** At three in the morning the ledgers of the tests before would be due, too. */
  beforeEach(() => sql(`UPDATE billing.ledger_check SET due_at = now() + interval '1 day'`));

  const makeDue = ({ contractId }: QuotaClient, since = '0 s') =>
    sql('UPDATE billing.ledger_check SET due_at = now() - $2::interval WHERE contract_id = $1', contractId, since);
  const drift = ({ contractId }: QuotaClient) => sql('DELETE FROM billing.monitoring WHERE contract_id = $1', contractId);
  /** Entries of no months, which make a ledger long. */
  const lengthen = async ({ contractId }: QuotaClient, entries: number, wrongAt = 0) => {
    const balances = 'granted, available, held, consumed';
    await sql(
      `WITH entered AS (
         INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before,
           consumed_before, ${balances})
         SELECT contract_id, seq, 'grant', (seq = $3)::int, 'contract', gen_random_uuid(), 'test', ${balances}, ${balances}
         FROM billing.quota_account CROSS JOIN generate_series(head_seq + 1, head_seq + $2) AS seq WHERE contract_id = $1)
       UPDATE billing.quota_account SET head_seq = head_seq + $2 WHERE contract_id = $1`,
      contractId,
      entries,
      wrongAt,
    );
  };
  const local = (instant: Date) => instant.toLocaleTimeString('en-GB', { timeZone: 'America/Lima' });

  it('compares ledgers when they are due, at night in Lima, and not because a replica starts', async () => {
    const [due, later] = [await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3)];
    expect(local((await checkOf(due)).due_at)).toBe('03:00:00');
    await makeDue(due);
    const replica = await startReplica(billing);
    try {
      await waitUntil(async () => (await checkOf(due)).checked_at !== null, { what: 'the due ledger is compared' });
    } finally {
      await replica.close();
    }
    const compared = await checkOf(due);
    expect(local(compared.due_at)).toBe('03:00:00');
    expect(compared.due_at.getTime()).toBeGreaterThan(Date.now());
    expect((await checkOf(later)).checked_at).toBeNull();
  });

  it('compares each ledger on one replica, and a replica with nothing to compare reports the drifts too', async () => {
    const clients = [await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3)];
    await clients[0]!.load(['20990000019'], 2);
    await drift(clients[0]!);
    const replicas = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url: billing.database.url, service: 'billing' })));
    const compareAll = async () => {
      for (const client of clients) await makeDue(client);
      const compared = await Promise.all(replicas.map((database) => verifyDueLedger(database, logger, goesOn)));
      const count = compared.filter(Boolean).length;
      return count >= 3 && count;
    };
    expect(await waitUntil(compareAll, { what: 'the running service compares none of them itself' })).toBe(3);
    expect((await checkOf(clients[0]!)).drifts).toBe(1);
    register.resetMetrics();
    expect(await verifyDueLedger(replicas[0]!, logger, goesOn)).toBe(false);
    expect(await register.metrics()).toMatch(/^vigia_ledger_drifts 1$/m);
    await Promise.all(replicas.map((database) => database.close()));
  });

  it('reads a ledger to its end, however long it is', async () => {
    const [right, wrong] = [await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3)];
    await lengthen(right, 2_500);
    await lengthen(wrong, 2_500, 2_400);
    const { drifts } = await billing.ask('billing.verify', {});
    const of = ({ contractId }: QuotaClient) => drifts.filter((one) => one.contractId === contractId).map(({ detail }) => detail);
    expect(of(right)).toEqual([]);
    expect(of(wrong)).toEqual(['entry 2400 says 3 = 3 + 0 + 0, it comes to 4 = 4 + 0 + 0']);
  });

  describe('of what can be read', () => {
    const taxId = '20990000027';
    const march = '2026-03-10T17:00:00Z';
    const paid = async () => {
      const client = await QuotaClient.of(billing, 3);
      await client.load([taxId], 1);
      expect(await client.drifts()).toEqual([]);
      return client;
    };
    const ofAccesses = async (client: QuotaClient) =>
      (await client.drifts()).filter(({ what }) => what === 'access').map(({ detail }) => detail.replace(/ until .*?, /, ' until …, '));

    it.each([
      ['has no access', 'DELETE FROM billing.access WHERE corporation_id = $1', 'has no access, it is paid to 2026-03-31'],
      ['is expired', `UPDATE billing.access SET state = 'expired' WHERE corporation_id = $1`, 'is expired, it is paid to 2026-03-31'],
      ['is not paid', 'DELETE FROM billing.monitoring WHERE corporation_id = $1', 'can be read until …, it is not paid'],
    ])('finds a profile that %s', async (_what, change, detail) => {
      const client = await paid();
      await sql(change, client.corporationId);
      expect(await ofAccesses(client)).toEqual([`RUC ${taxId} ${detail}`]);
    });

    it('finds a profile that can be read after the last day that is paid, on that day and later', async () => {
      const client = await paid();
      await sql(`UPDATE billing.access SET expires_at = '2026-04-09T05:00:00Z' WHERE corporation_id = $1`, client.corporationId);
      for (const at of ['2026-03-31T17:00:00Z', '2026-04-05T17:00:00Z']) {
        await billing.itIs(at);
        expect(await ofAccesses(client)).toEqual([`RUC ${taxId} can be read until …, it is paid to 2026-03-31`]);
      }
      await billing.itIs(march);
    });

    it('finds a profile that cannot be read on the last day that is paid', async () => {
      const client = await paid();
      await billing.itIs('2026-03-31T17:00:00Z');
      await sql(`UPDATE billing.access SET state = 'expired' WHERE corporation_id = $1`, client.corporationId);
      expect(await ofAccesses(client)).toEqual([`RUC ${taxId} is expired, it is paid to 2026-03-31`]);
      await billing.itIs(march);
    });

    it('finds a profile that can be read without an end, before and after the last day that is paid, and without having been paid', async () => {
      const client = await paid();
      await sql(`UPDATE billing.access SET expires_at = NULL WHERE corporation_id = $1`, client.corporationId);
      for (const at of [march, '2026-03-31T17:00:00Z', '2026-04-05T17:00:00Z']) {
        await billing.itIs(at);
        expect(await ofAccesses(client)).toEqual([`RUC ${taxId} can be read until …, it is paid to 2026-03-31`]);
      }
      await billing.itIs(march);
      await sql('DELETE FROM billing.monitoring WHERE corporation_id = $1', client.corporationId);
      expect(await ofAccesses(client)).toEqual([`RUC ${taxId} can be read until …, it is not paid`]);
    });

    it('accepts the monitoring of a monthly contract that follows, and in the moment after its end', async () => {
      const client = await QuotaClient.of(billing, 3, { endsOn: '2026-03-09' });
      await billing.createContract('monthly', client.corporationId, { startsOn: '2026-03-10', endsOn: '2026-03-20' });
      await billing.createContract('one_time', client.corporationId, { startsOn: '2026-03-21', endsOn: '2026-12-31' });
      const ofAll = async () => {
        const { contracts } = await billing.ask('contracts.list', { corporationId: client.corporationId });
        const { drifts } = await billing.ask('billing.verify', {});
        return drifts.filter(({ contractId }) => contracts.some((contract) => contract.contractId === contractId));
      };
      await billing.settle(client.settlement(client.reservation([taxId])));
      expect(await client.lastDays()).toEqual([null]);
      expect(await ofAll()).toEqual([]);
      const held = await holdLock(billing.database, 'SELECT FROM billing.access WHERE corporation_id = $1 FOR UPDATE', [
        client.corporationId,
      ]);
      await billing.itIs('2026-03-21T17:00:00Z');
      expect([await client.lastDays(), await ofAll()]).toEqual([[null], []]);
      await held.release();
      await billing.itIs(march);
    });

    it('accepts a profile on its last day, a query, one that is loaded again, and ended ones', async () => {
      const client = await paid();
      await billing.itIs('2026-03-31T17:00:00Z');
      await client.query(['20990000035']);
      expect(await client.drifts()).toEqual([]);
      await billing.itIs('2026-04-05T17:00:00Z');
      expect(await client.drifts()).toEqual([]);
      await billing.reserve(client.reservation([taxId], 1));
      expect(await client.drifts()).toEqual([]);
      await billing.itIs(march);
    });

    it('reads all of a corporation, and compares them with its newest ledger', async () => {
      const older = await QuotaClient.of(billing, 3, { endsOn: '2026-03-09' });
      await billing.createContract('one_time', older.corporationId, { startsOn: '2026-03-10', endsOn: '2026-12-31' });
      await billing.createContract('one_time', older.corporationId, { startsOn: '2027-01-01', endsOn: '2027-12-31' });
      await sql(
        `INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id, expires_at)
         SELECT $1, 'RUC', (20880000000 + i)::text, 'active', CASE i WHEN 2400 THEN 'monitoring' ELSE 'query' END, gen_random_uuid(), '2026-03-12T05:00:00Z'
         FROM generate_series(1, 2500) AS i`,
        older.corporationId,
      );
      const { contracts } = await billing.ask('contracts.list', { corporationId: older.corporationId });
      const { drifts } = await billing.ask('billing.verify', {});
      const own = drifts.filter(({ contractId }) => contracts.some((contract) => contract.contractId === contractId));
      const newest = contracts.find(({ startsOn }) => startsOn === '2026-03-10')!;
      expect(own).toEqual([
        {
          contractId: newest.contractId,
          what: 'access',
          detail: expect.stringMatching(/^RUC 20880002400 can be read until .*, it is not paid$/),
        },
      ]);
    });
  });

  it('stops between two pages with its replica, and another replica compares the ledger at once', async () => {
    const database = await openDatabase({ url: billing.database.url, service: 'billing' });
    const compareTwice = async () => {
      const long = await QuotaClient.of(billing, 3);
      await lengthen(long, 2_500);
      await makeDue(long);
      const isStopped = await verifyDueLedger(database, logger, AbortSignal.abort());
      const left = await checkOf(long);
      return isStopped && (await verifyDueLedger(database, logger, goesOn)) && { left, compared: await checkOf(long) };
    };
    const { left, compared } = await waitUntil(compareTwice, { what: 'the running service does not compare the ledger itself' });
    expect([left.checked_at, left.due_at.getTime() <= Date.now()]).toEqual([null, true]);
    expect(compared.checked_at).not.toBeNull();
    await database.close();
  });

  it('goes on, when an operator asks again after it ran out of time, with the ledger that was compared longest ago', async () => {
    const [recent, older, never] = (
      [await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3)] as const
    ).toSorted((a, b) => (a.contractId < b.contractId ? -1 : 1)) as [QuotaClient, QuotaClient, QuotaClient];
    await sql('UPDATE billing.ledger_check SET checked_at = now()');
    await sql(`UPDATE billing.ledger_check SET checked_at = now() - interval '1 day' WHERE contract_id = $1`, older.contractId);
    await sql('UPDATE billing.ledger_check SET checked_at = NULL WHERE contract_id = $1', never.contractId);
    const clients = [recent, older, never];
    const before = await Promise.all(clients.map(checkOf));
    const compared = async () =>
      (await Promise.all(clients.map(checkOf))).map(({ checked_at }, place) => Number(checked_at) > Number(before[place]!.checked_at));
    const database = await openDatabase({ url: billing.database.url, service: 'billing' });
    const askUntilOneIsCompared = async () => {
      const outOfTime = new AbortController();
      await expect(verifyLedgers(new EndingDatabase(database, outOfTime), outOfTime.signal)).rejects.toThrow('aborted');
    };
    await askUntilOneIsCompared();
    expect(await compared()).toEqual([false, false, true]);
    await askUntilOneIsCompared();
    expect(await compared()).toEqual([false, true, true]);
    await database.close();
  });

  it('is not stopped by a ledger that cannot be compared, retries it within a minute, and reports since when it is due', async () => {
    const [broken, sound] = [await QuotaClient.of(billing, 3), await QuotaClient.of(billing, 3)];
    await lengthen(broken, 2);
    // More months than fit in the sum.
    await sql(
      `WITH command AS (
         INSERT INTO billing.quota_command (id, corporation_id, kind, request_hash, as_of)
         VALUES (gen_random_uuid(), gen_random_uuid(), 'load', '', '2026-03-10') RETURNING id)
       INSERT INTO billing.quota_hold (contract_id, opened_seq, command_id, amount, last_month, expires_at)
       SELECT $1, seq, command.id, 2000000000, 1, now() + interval '1 day' FROM command CROSS JOIN generate_series(2, 3) AS seq`,
      broken.contractId,
    );
    await makeDue(broken, '7 hours');
    await makeDue(sound);
    const database = await openDatabase({ url: billing.database.url, service: 'billing' });
    while (await verifyDueLedger(database, logger, goesOn));
    await measureOverdue(database);
    await database.close();
    await waitUntil(async () => (await checkOf(sound)).checked_at !== null, { what: 'the sound ledger is compared' });
    const { checked_at, due_at, leased_until } = await checkOf(broken);
    expect(checked_at).toBeNull();
    expect(leased_until!.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await register.metrics()).toMatch(/^vigia_billing_overdue_seconds\{what="ledger_check"\} 25\d{3}/m);
    expect(await sql(`SELECT oldest_at FROM billing.overdue WHERE kind = 'ledger_check'`)).toEqual([{ oldest_at: due_at }]);
  });
});
