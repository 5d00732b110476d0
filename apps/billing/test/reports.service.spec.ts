import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContractKind } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { withinLockPatience } from '@vigia/testing';
import { register } from 'prom-client';
import { type RecordedAccount, type RecordedEntry, Replay } from '../src/domain/ledger.js';
import { raiseDueAlerts } from '../src/reports/alerts.js';
import { readForecast } from '../src/reports/forecast.js';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

describe('billing', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  describe('in a preview', () => {
    /** Everything that a command could leave behind. */
    const everything = async (client: QuotaClient) => [
      await client.quota(),
      await billing.database.query('SELECT * FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id', [client.corporationId]),
      await billing.database.query('SELECT count(*) FROM billing.quota_command WHERE corporation_id = $1', [client.corporationId]),
      await billing.database.query('SELECT count(*) FROM billing.quota_entry WHERE contract_id = $1', [client.contractId]),
    ];
    const of = (client: QuotaClient) => ({ corporationId: client.corporationId, docType: 'RUC' as const, mode: 'monitoring' as const });

    it('shows what a load then costs, and leaves nothing behind', async () => {
      const client = await QuotaClient.of(billing, 12, { documentPriceCents: 199 });
      await client.load([ruc(1)], 2);
      const before = await everything(client);
      const preview = await billing.ask('quota.preview', { operation: 'load', ...of(client), taxIds: [ruc(1), ruc(2), ruc(3)] });
      expect(await everything(client)).toEqual(before);
      const loaded = { action: 'load', refusal: null, returned: 0, deducted: 5, expiresAt: '2026-08-01T05:00:00.000Z' };
      expect(preview).toEqual({
        kind: 'one_time',
        refusal: null,
        documents: [
          { taxId: ruc(1), action: 'keep', refusal: null, returned: 0, deducted: 0, expiresAt: null },
          { taxId: ruc(2), ...loaded },
          { taxId: ruc(3), ...loaded },
        ],
        returned: 0,
        deducted: 10,
        availableBefore: 10,
        availableAfter: 0,
        fittingMonths: 10,
        daysLeftOfThisMonth: 22,
        documentChargesAtMost: { documents: 2, cents: 398 },
      });
      await client.load([ruc(2), ruc(3)]);
      expect((await client.quota()).available).toBe(preview.availableAfter);
    });

    it('does not reveal whether another corporation has a document', async () => {
      const [client, other] = [await QuotaClient.of(billing, 12, { documentPriceCents: 100 }), await QuotaClient.of(billing, 12)];
      await other.query([ruc(701)]);
      const ask = (taxId: string) => billing.ask('quota.preview', { operation: 'load', ...of(client), taxIds: [taxId], months: 1 });
      const [known, unknown] = [await ask(ruc(701)), await ask(ruc(702))];
      expect(known).toEqual({ ...unknown, documents: [{ ...unknown.documents[0], taxId: ruc(701) }] });
    });

    it('gives the reason why a load would be refused, and no cost for a query', async () => {
      const client = await QuotaClient.of(billing, 1);
      const load = { operation: 'load' as const, ...of(client), taxIds: [ruc(1), ruc(2)] };
      const refused = await billing.ask('quota.preview', load);
      expect(refused).toMatchObject({ refusal: { reason: 'quota_insufficient' }, deducted: 0, availableAfter: 1 });
      expect(await billing.ask('quota.preview', { ...load, months: 11 })).toMatchObject({
        refusal: { reason: 'months_exceed_contract', months: 11, fittingMonths: 10, endsOn: '2026-12-31' },
      });
      expect(await billing.ask('quota.preview', { ...load, mode: 'query' })).toMatchObject({ refusal: null, deducted: 0 });
      await billing.itIs('2027-01-01T05:00:00Z');
      expect(await billing.ask('quota.preview', load)).toMatchObject({
        kind: null,
        refusal: { reason: 'contract_not_active', endedOn: '2026-12-31', beginsOn: null },
      });
    });

    it('shows what a forced update then costs, and what an activation would cost', async () => {
      const client = await QuotaClient.of(billing, 9);
      await client.load([ruc(1)], 4);
      await client.query([ruc(2)]);
      const { corporationId } = client;
      const before = await everything(client);
      const update = await billing.ask('quota.preview', { operation: 'reprocess', corporationId, taxIds: [ruc(1), ruc(2), ruc(3)] });
      expect(update).toMatchObject({
        returned: 3,
        deducted: 4,
        availableAfter: 4,
        documents: [{ expiresAt: '2026-07-01T05:00:00.000Z' }, {}, { refusal: { reason: 'not_active' } }],
      });
      const documents = [rucDocument(ruc(1)), rucDocument(ruc(2))];
      const activation = await billing.ask('quota.preview', { operation: 'activate', corporationId, documents, months: 2 });
      expect(activation).toMatchObject({
        deducted: 2,
        availableAfter: 3,
        documents: [{ action: 'keep' }, { action: 'activate', expiresAt: '2026-05-01T05:00:00.000Z' }],
      });
      expect(await everything(client)).toEqual(before);
      await client.forcedUpdate([ruc(1), ruc(2), ruc(3)]);
      expect((await client.quota()).available).toBe(update.availableAfter);
    });
  });

  it('gives a statement that opens at zero, closes at the balance and lists every movement', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 4);
    await client.forcedUpdate([ruc(1)]);
    const { corporationId, contractId } = client;
    const statement = await billing.ask('quota.statement', { corporationId, contractId });
    expect(statement).toMatchObject({ opening: { granted: 0, available: 0 }, closing: await client.quota(), more: false });
    expect(statement.lines.map(({ kind, months, rule, firstMonth, lastMonth }) => [kind, months, rule, firstMonth, lastMonth])).toEqual([
      ['grant', 12, 'contract', null, null],
      ['hold', 4, 'profiles x months', '2026-03', '2026-06'],
      ['commit', 4, 'profiles x months', '2026-03', '2026-06'],
      ['hold', 1, 'rules 2 and 3', null, '2026-06'],
      ['void', 1, 'settled hold', null, null],
      ['return', 3, 'rule 2', '2026-04', '2026-06'],
      ['deduct', 4, 'rule 3', '2026-03', '2026-06'],
    ]);
    expect(statement.lines.at(-1)).toMatchObject({ document: rucDocument(ruc(1)), enteredAt: expect.stringMatching(/^2026-03-10T17:0/) });
    const rest = await billing.ask('quota.statement', { corporationId, contractId, afterSeq: 5 });
    expect(rest).toMatchObject({ opening: statement.lines[4]!.after, closing: statement.closing });
    expect(rest.lines.map(({ operation }) => operation)).toMatchObject([
      { kind: 'reprocess', monthsSoFar: 3 },
      { kind: 'reprocess', monthsSoFar: -1 },
    ]);
    const after = await billing.ask('quota.statement', { corporationId, contractId, afterSeq: 99 });
    expect(after).toMatchObject({ opening: statement.closing, lines: [], closing: statement.closing, more: false });
    const other = await QuotaClient.of(billing, 1);
    await expect(billing.ask('quota.statement', { corporationId: other.corporationId, contractId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('says in a statement that a hold was not used if its profile was not updated', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 4);
    await client.forcedUpdate([ruc(1)], undefined, false);
    const { lines } = await billing.ask('quota.statement', { corporationId: client.corporationId, contractId: client.contractId });
    expect(lines.at(-1)).toMatchObject({ kind: 'void', months: 1, rule: 'voided hold' });
  });

  it('forecasts the quota month by month to the end of the contract', async () => {
    const client = await QuotaClient.of(billing, 20, { endsOn: '2026-06-15' });
    await client.load([ruc(1), ruc(2)], 2);
    await client.load([ruc(3)], 4);
    const { forecast } = await billing.ask('quota.forecast', { corporationId: client.corporationId });
    expect(forecast).toMatchObject({ endsOn: '2026-06-15', monthsToCarryAll: 4, surplus: 8 });
    expect(forecast?.months).toEqual([
      { month: '2026-03', profiles: 3, lapsing: 0 },
      { month: '2026-04', profiles: 3, lapsing: 2 },
      { month: '2026-05', profiles: 1, lapsing: 0 },
      { month: '2026-06', profiles: 1, lapsing: 1 },
    ]);
    const monthly = await QuotaClient.of(billing, 0, { kind: 'monthly' });
    expect(await billing.ask('quota.forecast', { corporationId: monthly.corporationId })).toEqual({ forecast: null });
  });

  it('forecasts from balances and monitorings of one moment, although months move after each of its statements', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 1);
    const database = await openDatabase({ url: billing.database.url, testClock: true, poolSize: 1 });
    const rows = async (text: string, values?: unknown[]) => {
      const answer = await database.rows(text, values);
      await client.load([ruc(2)], 1);
      return answer;
    };
    const forecast = await readForecast({ rows } as Pick<Database, 'rows'> as Database, client.corporationId);
    await database.close();
    expect(forecast).toMatchObject({ quota: { available: 11, consumed: 1 }, surplus: 2 });
    expect(forecast?.months[0]).toEqual({ month: '2026-03', profiles: 1, lapsing: 1 });
  });

  it('alerts at each level that the quota falls to, again after a rise, and not for held months', async () => {
    const client = await QuotaClient.of(billing, 10);
    const alerts = async () => (await billing.ask('quota.alerts', { corporationId: client.corporationId })).alerts;
    const kinds = async () => (await alerts()).map(({ kind }) => kind).toSorted();
    await billing.reserve(client.reservation([ruc(9)], 4));
    expect(await kinds()).toEqual([]);
    await client.load([ruc(1)], 5);
    await client.load([ruc(2)], 1);
    expect(await alerts()).toMatchObject([{ kind: 'quota_50', facts: { granted: 10, available: 1, held: 4 } }]);
    await client.adjust(-4, true);
    expect(await kinds()).toEqual(['quota_0', 'quota_10', 'quota_20', 'quota_50']);
    await client.adjust(20);
    await client.load([ruc(3)], 9);
    expect(await kinds()).toEqual(['quota_0', 'quota_10', 'quota_20', 'quota_50', 'quota_50']);
  });

  it('alerts 7 days before monitorings lapse and 30 days before a contract ends, once for the same day', async () => {
    const client = await QuotaClient.of(billing, 12, { endsOn: '2026-04-20' });
    await client.load([ruc(1), ruc(2)], 1);
    const database = await openDatabase({ url: billing.database.url, testClock: true });
    const raised = async (on: string) => {
      await billing.itIs(on);
      await Promise.all([raiseDueAlerts(database), raiseDueAlerts(database)]);
      const { alerts } = await billing.ask('quota.alerts', { corporationId: client.corporationId });
      return alerts
        .map(({ kind, crossing, facts }) => ({ kind, crossing, facts }))
        .toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
    };
    expect(await raised('2026-03-20T17:00:00Z')).toEqual([]);
    const ends = { kind: 'contract_ends_in_30_days', crossing: '2026-04-20', facts: { available: 10 } };
    expect(await raised('2026-03-23T17:00:00Z')).toEqual([ends]);
    const lapse = { kind: 'lapse_in_7_days', crossing: '2026-03-31', facts: { profiles: 2 } };
    expect(await raised('2026-03-24T17:00:00Z')).toEqual([ends, lapse]);
    expect(await raised('2026-03-31T17:00:00Z')).toEqual([ends, lapse]);
    await client.forcedUpdate([ruc(1)], 2);
    await client.load([ruc(3)], 1);
    expect(await raised('2026-03-31T18:00:00Z')).toEqual([
      { ...ends, facts: { available: 7 } },
      { ...lapse, facts: { profiles: 2 } },
    ]);
    const over = async () => (await raised('2026-04-01T17:00:00Z')).filter(({ kind }) => kind === lapse.kind);
    expect(await over()).toEqual([lapse]);
    const ofAlert = [client.contractId, lapse.kind];
    const kept = await database.rows(`SELECT facts FROM billing.quota_alert WHERE contract_id = $1 AND kind = $2`, ofAlert);
    expect(kept).toEqual([{ facts: lapse.facts }]);
    // From then on the alert shows its stored facts, and nothing is counted.
    await database.rows(`UPDATE billing.quota_alert SET facts = '{"profiles": 7}' WHERE contract_id = $1 AND kind = $2`, ofAlert);
    expect(await over()).toEqual([{ ...lapse, facts: { profiles: 7 } }]);
    await database.close();
  });

  it('raises its alerts without reading each of the many profiles that lapse on one day', async () => {
    const { corporationId, contractId } = await QuotaClient.of(billing, 12, { endsOn: '2026-03-15' });
    const database = await openDatabase({ url: billing.database.url, testClock: true, poolSize: 1 });
    /** How much this transaction has read of the table and its indexes. */
    const read = async () => {
      const [{ rows }] = (await database.rows(
        `SELECT sum(pg_stat_get_xact_tuples_returned(pg_class.oid))::int AS rows FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid
         WHERE 'billing.monitoring'::regclass IN (pg_class.oid, indrelid)`,
      )) as [{ rows: number }];
      return rows;
    };
    const profiles = 2_000;
    await database.rows('BEGIN');
    await database.rows(
      `INSERT INTO billing.monitoring (id, corporation_id, doc_type, tax_id, contract_id, contract_ends_on, started_on, last_month, command_id)
       SELECT gen_random_uuid(), $1, 'RUC', n, $2, '2026-03-15', '2026-03-10', billing.month_of('2026-03-15'), $2 FROM generate_series(1, $3::int) AS n`,
      [corporationId, contractId, profiles],
    );
    const before = await read();
    await raiseDueAlerts(database);
    const rows = (await read()) - before;
    const raised = await database.rows(`SELECT crossing, kind FROM billing.quota_alert WHERE contract_id = $1 ORDER BY kind`, [contractId]);
    await database.rows('ROLLBACK');
    await database.close();
    expect(raised).toMatchObject([{ kind: 'contract_ends_in_30_days' }, { kind: 'lapse_in_7_days', crossing: '2026-03-15' }]);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(profiles / 2);
  });

  it('shows no lapse alert for a day on which no profile lapses any more', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 1);
    const database = await openDatabase({ url: billing.database.url, testClock: true });
    const lapsing = async () => {
      const { alerts } = await billing.ask('quota.alerts', { corporationId: client.corporationId });
      return alerts.filter(({ kind }) => kind === 'lapse_in_7_days').map(({ crossing, facts }) => [crossing, facts]);
    };
    await billing.itIs('2026-03-30T17:00:00Z');
    await raiseDueAlerts(database);
    expect(await lapsing()).toEqual([['2026-03-31', { profiles: 1 }]]);
    await client.forcedUpdate([ruc(1)], 2);
    expect(await lapsing()).toEqual([]);
    await billing.itIs('2026-04-01T17:00:00Z');
    await raiseDueAlerts(database);
    expect(await lapsing()).toEqual([]);
    await database.close();
  });

  it('shows no alert for an end that the contract no longer has', async () => {
    const client = await QuotaClient.of(billing, 12, { endsOn: '2026-04-05' });
    const database = await openDatabase({ url: billing.database.url, testClock: true });
    const endsWarnedOf = async () => {
      await raiseDueAlerts(database);
      const { alerts } = await billing.ask('quota.alerts', { corporationId: client.corporationId });
      return alerts.filter(({ kind }) => kind === 'contract_ends_in_30_days').map(({ crossing }) => crossing);
    };
    expect(await endsWarnedOf()).toEqual(['2026-04-05']);
    await client.amend('2026-12-31');
    expect(await endsWarnedOf()).toEqual([]);
    await client.amend('2026-04-07');
    expect(await endsWarnedOf()).toEqual(['2026-04-07']);
    await database.close();
  });

  it('alerts 30 days before a monthly contract ends, unless another monthly one follows it', async () => {
    const client = await QuotaClient.of(billing, 0, { kind: 'monthly', endsOn: '2026-04-05' });
    const database = await openDatabase({ url: billing.database.url, testClock: true });
    const alerts = async () => {
      await raiseDueAlerts(database);
      const told = await billing.ask('quota.alerts', { corporationId: client.corporationId });
      return told.alerts.map(({ kind, crossing, facts }) => [kind, crossing, facts]);
    };
    const next = (kind: ContractKind, startsOn: string, endsOn: string) =>
      billing.createContract(kind, client.corporationId, { quotaMonths: 0, startsOn, endsOn });
    const end = ['contract_ends_in_30_days', '2026-04-05', {}];
    expect(await alerts()).toEqual([end]);
    // Nothing is monitored on the day between the two.
    await next('monthly', '2026-04-07', '2026-12-31');
    expect(await alerts()).toEqual([end]);
    await next('monthly', '2026-04-06', '2026-04-06');
    expect(await alerts()).toEqual([]);
    await database.close();
  });

  it('charges a corporation its own price, to the cent, for documents new to the platform', async () => {
    const [first, second] = [
      await QuotaClient.of(billing, 12, { documentPriceCents: 333 }),
      await QuotaClient.of(billing, 12, { documentPriceCents: 1 }),
    ];
    const query = (client: QuotaClient) => {
      const asked = { ...client.settlement(client.reservation([ruc(801)])), mode: 'query' as const };
      return withinLockPatience(() => billing.settle(asked));
    };
    await Promise.all([...Array.from({ length: 5 }, () => query(first)), ...Array.from({ length: 5 }, () => query(second))]);
    await first.query([ruc(802), ruc(803), ruc(804)]);
    await second.query([ruc(803), ruc(805)]);
    const charges = async ({ corporationId }: QuotaClient) =>
      await billing.ask('charges.list', { corporationId, from: '2026-03-10', to: '2026-03-10' });
    const [own, theirs] = [await charges(first), await charges(second)];
    expect(own.charges.length + theirs.charges.length).toBe(5);
    expect(own.totalCents).toBe(333 * own.charges.length);
    expect(theirs.totalCents).toBe(theirs.charges.length);
    expect(own.charges.map(({ taxId }) => taxId)).toEqual(expect.arrayContaining([ruc(802), ruc(803), ruc(804)]));
    const later = await billing.ask('charges.list', { corporationId: first.corporationId, from: '2026-03-11', to: '2026-12-31' });
    expect(later).toEqual({ charges: [], totalCents: 0, next: null });
  });

  it('charges a document to the corporation whose request loaded it, even if another one settles first', async () => {
    const [first, second] = [
      await QuotaClient.of(billing, 12, { documentPriceCents: 333 }),
      await QuotaClient.of(billing, 12, { documentPriceCents: 1 }),
    ];
    const [brought, unknown] = [ruc(811), ruc(812)];
    const [slow, quick] = [first.reservation([brought, unknown]), second.reservation([brought, unknown])];
    await billing.database.query(
      `INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id, first_request_id)
       VALUES ('RUC', $1, 'succeeded', '{}', '{}', '{}', gen_random_uuid(), $2)`,
      [brought, slow.requestId],
    );
    await billing.settle({ ...second.settlement(quick), mode: 'query' });
    await billing.settle({ ...first.settlement(slow), mode: 'query' });
    const charged = async ({ corporationId }: QuotaClient) => {
      const { charges } = await billing.ask('charges.list', { corporationId, from: '2026-03-10', to: '2026-03-10' });
      return charges.map(({ taxId, priceCents }) => [taxId, priceCents]);
    };
    expect(await charged(first)).toEqual([[brought, 333]]);
    expect(await charged(second)).toEqual([[unknown, 1]]);
  });

  it('reports the drift of an access, of holds and of monitorings', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 4);
    await billing.reserve(client.reservation([ruc(2)], 2));
    expect(await client.drifts()).toEqual([]);
    const sql = billing.database;
    await sql.query(`UPDATE billing.access SET expires_at = expires_at + interval '9 years' WHERE corporation_id = $1 AND tax_id = $2`, [
      client.corporationId,
      ruc(1),
    ]);
    expect(await client.drifts()).toMatchObject([{ what: 'access', detail: expect.stringContaining(`${ruc(1)} can be read until 2035`) }]);
    await sql.query(`DELETE FROM billing.monitoring WHERE corporation_id = $1`, [client.corporationId]);
    await sql.query(`UPDATE billing.quota_hold SET state = 'voided', resolved_at = now() WHERE contract_id = $1 AND state = 'held'`, [
      client.contractId,
    ]);
    expect((await client.drifts()).map(({ detail }) => detail)).toEqual([
      '2 months are held, the open holds are of 0',
      '4 months are consumed, the monitorings are of 0',
      expect.stringMatching(`^RUC ${ruc(1)} can be read until 2035.*, it is not paid$`),
    ]);
    const { drifts } = await billing.ask('billing.verify', {});
    expect(drifts.length).toBeGreaterThanOrEqual(3);
    expect(await register.metrics()).toMatch(new RegExp(`^vigia_ledger_drifts ${drifts.length}$`, 'm'));
  });
});

describe('the replay of a ledger', () => {
  const balances = (granted: number, available: number, held: number, consumed: number) => ({ granted, available, held, consumed });
  const entries = [
    { seq: 1, kind: 'grant' as const, months: 5, after: balances(5, 5, 0, 0) },
    { seq: 2, kind: 'deduct' as const, months: 2, after: balances(5, 3, 0, 2) },
  ];

  const replay = (pages: RecordedEntry[][], account: RecordedAccount) => {
    const played = new Replay();
    for (const page of pages) played.take(page);
    return played.end(account);
  };

  it('finds nothing in a correct ledger, however it is split into pages', () => {
    const account = { balances: balances(5, 3, 0, 2), openHolds: 0, paidMonths: 2 };
    expect(replay([entries], account)).toEqual([]);
    expect(replay([entries.slice(0, 1), entries.slice(1)], account)).toEqual([]);
  });

  it.each([
    ['an account that contradicts its entries', entries, balances(5, 4, 0, 1), /the account says 5 = 4 \+ 0 \+ 1/],
    ['an entry whose balances do not follow from its months', [{ ...entries[0]!, months: 4 }], balances(5, 5, 0, 0), /entry 1 says/],
    [
      'an entry that takes months that do not exist',
      [{ ...entries[0]!, kind: 'commit' as const }],
      balances(5, 5, 0, 0),
      /entry 1: commit of 5 months does not fit/,
    ],
  ])('finds %s', (_what, recorded, account, drift) => {
    expect(replay([recorded], { balances: account, openHolds: 0, paidMonths: account.consumed })).toEqual([expect.stringMatching(drift)]);
  });
});
