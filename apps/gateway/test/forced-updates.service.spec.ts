import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshRuc, livingSystem, todayInLima, waitUntil } from '@vigia/testing';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';
import { bearer } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';

const path = '/v2/perfiles/forzar-actualizacion';
const notActive = 'the profile is not active in your portfolio';
const limaOffsetMs = 5 * 3_600_000;
const nextContract = { kind: 'one_time', quotaMonths: 30, startsOn: '2020-01-01', endsOn: '2098-12-31' } as const;

interface Results {
  successful: number;
  failed: number;
  skipped: number;
  errors: { taxId: string; reason: string }[];
}

/** The first instant after the month that is this many months ahead, in the database's format. */
function endOfMonth(monthsAhead: number): string {
  const lima = new Date(Date.now() - limaOffsetMs);
  return new Date(Date.UTC(lima.getUTCFullYear(), lima.getUTCMonth() + monthsAhead + 1, 1) + limaOffsetMs).toISOString();
}

describe('a forced update', () => {
  let gateways: Gateways;
  let clean: string;
  let url: string;
  let token: string;
  let contractId: string;

  beforeAll(async () => {
    // The months of the first test are counted in later ones: none may end under way.
    await todayInLima({ minutesLeft: 4 });
    gateways = await openGateways(await livingSystem(import.meta.url));
    clean = freshRuc();
    url = await gateways.start({ environment: waitingForLoads });
    const account = await gateways.operator.createAccount();
    contractId = await gateways.operator.createContract(account.corporationId, nextContract);
    token = await obtainToken(url, account);
  }, 600_000);

  beforeEach(() => todayInLima());

  afterAll(() => gateways?.stop());

  const call = async (
    method: 'GET' | 'POST',
    where: string,
    { body, as = token, key }: { body?: object; as?: string; key?: string } = {},
  ) => {
    const headers = { ...bearer(as), ...(body && { 'content-type': 'application/json' }), ...(key && { 'idempotency-key': key }) };
    const { status, text } = await exchange(url, { method, path: where, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status, body: JSON.parse(text) as { message: string; data: { message: string; results: Results; estado: string } } };
  };
  const load = (body: object, as = token) => call('POST', '/v2/perfiles/cargar', { body, as });
  const force = async (body: object, as = token) => (await call('POST', path, { body, as })).body.data.results;
  const only = (counts: Partial<Results>): Results => ({ successful: 0, failed: 0, skipped: 0, errors: [], ...counts });
  const available = async () => {
    const [account] = await gateways.database.query<{ available: number; held: number }>(
      'SELECT available, held FROM billing.quota_account WHERE contract_id = $1',
      [contractId],
    );
    return account!;
  };
  const expiryOf = async (taxId: string) => {
    const [access] = await gateways.database.query<{ expires_at: Date }>(
      `SELECT expires_at FROM billing.access WHERE tax_id = $1 AND mode = 'monitoring' ORDER BY updated_at DESC LIMIT 1`,
      [taxId],
    );
    return access!.expires_at.toISOString();
  };
  const loadsOf = (taxId: string) => gateways.database.query('SELECT id FROM profiles.load WHERE tax_id = $1', [taxId]);

  it('asks every source again, costs one month and keeps the day of expiry', async () => {
    await load({ taxId: clean, docType: 'RUC', months: 3 });
    const before = await expiryOf(clean);
    expect(await force({ taxIds: [clean, clean] })).toEqual(only({ successful: 1 }));
    expect([await available(), await expiryOf(clean)]).toEqual([{ available: 26, held: 0 }, before]);
    const asked = await gateways.database.query(
      `SELECT count(*)::int AS tasks FROM profiles.task JOIN profiles.load ON load.id = load_id WHERE tax_id = $1 GROUP BY load_id`,
      [clean],
    );
    expect(asked).toEqual([{ tasks: 17 }, { tasks: 17 }]);
  });

  it('returns months if fewer are asked for, and takes months if more are', async () => {
    expect(await force({ taxIds: [clean], months: 1 })).toEqual(only({ successful: 1 }));
    expect([await available(), await expiryOf(clean)]).toEqual([{ available: 27, held: 0 }, endOfMonth(0)]);
    expect(await force({ taxIds: [clean], months: 12 })).toEqual(only({ successful: 1 }));
    expect([await available(), await expiryOf(clean)]).toEqual([{ available: 15, held: 0 }, endOfMonth(11)]);
  });

  it('reports inactive profiles of its batch in the order of the request, and updates the others', async () => {
    await load({ taxId: '99990001', docType: 'DNI', isMonitoring: false });
    const quota = await available();
    const results = await force({ taxIds: ['SIM000009', '20990000027', '99990001'] });
    expect(results).toEqual(
      only({ successful: 1, skipped: 2, errors: ['SIM000009', '20990000027'].map((taxId) => ({ taxId, reason: notActive })) }),
    );
    expect(await available()).toEqual(quota);
  });

  it('reports every number that cannot be a document, and sends none of them to the loader', async () => {
    const reason = 'taxId is not a valid RUC, DNI or CE';
    const [long, short, fits] = ['2'.repeat(41), 'nothing', 'SIM000009'];
    const { status, body } = await call('POST', path, { body: { taxIds: [long, fits, short, long] }, key: 'no documents' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      message: '3 profiles: 0 updated, 0 failed, 3 not active in your portfolio',
      results: only({
        skipped: 3,
        errors: [
          { taxId: long, reason },
          { taxId: fits, reason: notActive },
          { taxId: short, reason },
        ],
      }),
    });
    expect(await force({ taxIds: [short] })).toEqual(only({ skipped: 1, errors: [{ taxId: short, reason }] }));
    const sent = 'SELECT DISTINCT tax_id FROM profiles.load_item WHERE tax_id = ANY($1)';
    expect(await gateways.database.query(sent, [[long, fits, short]])).toEqual([{ tax_id: fits }]);
  });

  it('is refused for a monitoring that has expired or cannot be paid, with the reason', async () => {
    const poor = await gateways.operator.createAccount();
    await gateways.operator.createContract(poor.corporationId, { ...nextContract, quotaMonths: 2 });
    const as = await obtainToken(url, poor);
    await load({ taxId: clean, docType: 'RUC', months: 1 }, as);
    await load({ taxId: '20990000027', docType: 'RUC', months: 1 }, as);
    expect(await force({ taxIds: [clean] }, as)).toEqual(
      only({
        failed: 1,
        errors: [
          { taxId: clean, reason: 'monitoring 1 profile for 1 month takes 1 month of quota; 0 are available: more quota is needed' },
        ],
      }),
    );
    await gateways.database.query(
      `UPDATE billing.access SET state = 'expired', expires_at = '2026-02-01T05:00:00Z' WHERE corporation_id = $1 AND tax_id = $2`,
      [poor.corporationId, clean],
    );
    const loads = (await loadsOf(clean)).length;
    const reason = 'the monitoring ended on 2026-01-31; load the profile to monitor it again';
    expect(await force({ taxIds: [clean] }, as)).toEqual(only({ failed: 1, errors: [{ taxId: clean, reason }] }));
    expect((await loadsOf(clean)).length).toBe(loads);
  });

  it('happens once for one idempotency key', async () => {
    const quota = (await available()).available;
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', path, { body: { taxIds: [clean] }, key: 'once' })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await available()).available).toBe(quota - 1);
  });

  it('shows as loading, with the stored data, only to its own corporation', async () => {
    const stranger = await obtainToken(url, await gateways.operator.createCustomer('monthly'));
    await load({ taxId: clean, docType: 'RUC' }, stranger);
    const summary = (as: string) => call('GET', `/v2/perfiles/${clean}/resumen`, { as });
    const { forced } = await gateways.operator.whilePaused('identificacion', async () => {
      const update = force({ taxIds: [clean] });
      await waitUntil(async () => (await summary(token)).body.data.estado === 'loading', { what: 'the profile is loading' });
      expect((await summary(stranger)).body.data.estado).toBe('succeeded');
      expect((await summary(token)).body.data).toMatchObject({ identificacion: { statusCode: 'SH10' } });
      return { forced: update };
    });
    expect(await forced).toEqual(only({ successful: 1 }));
    expect((await summary(token)).body.data.estado).toBe('succeeded');
  });

  it('needs no quota under a monthly plan', async () => {
    const monthly = await obtainToken(url, await gateways.operator.createCustomer('monthly'));
    await load({ taxId: clean, docType: 'RUC' }, monthly);
    const { body } = await call('POST', path, { body: { taxIds: [clean], months: 3 }, as: monthly });
    expect(body.data).toEqual({
      message: '1 profile: 1 updated, 0 failed, 0 not active in your portfolio; months has no effect under a monthly plan',
      results: only({ successful: 1 }),
    });
  });

  it('says that months have no effect on profiles in query mode', async () => {
    const taxId = freshRuc();
    await load({ taxId, docType: 'RUC', isMonitoring: false });
    const quota = await available();
    const { body } = await call('POST', path, { body: { taxIds: [taxId], months: 3 } });
    expect(body.data).toEqual({
      message: '1 profile: 1 updated, 0 failed, 0 not active in your portfolio; months has no effect on profiles in query mode',
      results: only({ successful: 1 }),
    });
    expect(await available()).toEqual(quota);
    expect((await call('POST', path, { body: { taxIds: [clean], months: 3 } })).body.data.message).not.toContain('no effect');
  });

  it.each([
    ['no list', {}, 'taxIds'],
    ['an empty list', { taxIds: [] }, 'taxIds must not be empty'],
    ['too many documents', { taxIds: Array.from({ length: 101 }, (_, i) => String(i)) }, 'at most 100 documents'],
    ['zero months', { taxIds: ['20990000019'], months: 0 }, 'months must be a whole number from 1 to 12'],
    ['a document type', { taxIds: ['20990000019'], docType: 'RUC' }, 'docType'],
  ])('refuses %s', async (_, body, message) => {
    expect(await call('POST', path, { body })).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  });
});
