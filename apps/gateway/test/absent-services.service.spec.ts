import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, waitingForLoads, type Gateways, type Loading } from './running/gateways.js';
import { bearer } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { bulk, post, type BulkSaid, type Posting } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';

const [monitored, other] = ['20990000019', '20990000027'];
const forced = '/v2/perfiles/forzar-actualizacion';
const unverified = 'the quota cannot be verified now, and nothing was loaded or charged; try again';
const oneTime = { kind: 'one_time', quotaMonths: 30, startsOn: '2020-01-01', endsOn: '2098-12-31' } as const;

interface ForcedSaid {
  data: BulkSaid;
}

describe('a gateway whose services go away', () => {
  let gateways: Gateways;
  let loading: Loading;
  let url: string;
  let token: string;
  let corporationId: string;

  beforeAll(async () => {
    gateways = await openGateways();
    loading = await gateways.startLoading({ VIGIA_RESERVE_TIMEOUT_MS: '10000' });
    url = await gateways.start({ environment: waitingForLoads });
    ({ corporationId, token } = await newCustomer());
    await post(url, { taxId: monitored, docType: 'RUC', months: 3 }, { token });
  });

  afterAll(() => gateways?.stop());

  async function newCustomer() {
    const account = await gateways.operator.createAccount();
    await gateways.operator.createContract(account.corporationId, oneTime);
    return { ...account, token: await obtainToken(url, account) };
  }
  const ruc = { taxId: other, docType: 'RUC' };
  const load = (given: Partial<Posting> = {}) => post(url, ruc, { token, ...given });
  const force = async () => (await post<ForcedSaid>(url, { taxIds: [monitored] }, { token, path: forced })).body.data.results;
  const forecast = async () => (await exchange(url, { path: '/v2/cuota/pronostico', headers: bearer(token) })).status;
  const account = async () => {
    const [row] = await gateways.database.query<{ available: number; held: number }>(
      'SELECT available, held FROM billing.quota_account JOIN billing.contract ON id = contract_id WHERE corporation_id = $1',
      [corporationId],
    );
    return row!;
  };
  const keysOf = (owner: string) =>
    gateways.database.query<{ request_id: string; status: number | null }>(
      'SELECT request_id, status FROM identity.idempotency_key WHERE corporation_id = $1',
      [owner],
    );
  const requestsOf = async (owner: string) => {
    const rows = await gateways.database.query<{ id: string }>('SELECT id FROM profiles.load_request WHERE corporation_id = $1', [owner]);
    return rows.map(({ id }) => id);
  };
  const loadsOf = (taxId: string) => gateways.database.query('SELECT id FROM profiles.load WHERE tax_id = $1', [taxId]);

  it('refuses what needs quota while billing is away, charges nothing, and serves it once billing is back', async () => {
    const [before, loads] = [await account(), (await loadsOf(monitored)).length];
    await loading.stop('billing');
    const askForList = () => post<BulkSaid>(url, { taxIds: [other], docType: 'RUC' }, { token, path: bulk });
    const [one, list, update] = await Promise.all([load(), askForList(), force()]);
    expect(one).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { message: unverified } });
    const refused = { successful: 0, failed: 1, skipped: 0 };
    expect([list.status, list.body.results]).toEqual([200, { ...refused, errors: [{ taxId: other, reason: unverified }] }]);
    expect(update).toEqual({ ...refused, errors: [{ taxId: monitored, reason: unverified }] });
    expect([(await loadsOf(monitored)).length, (await loadsOf(other)).length]).toEqual([loads, 0]);
    expect(await forecast()).toBe(503);

    await loading.start('billing');
    expect(await account()).toEqual(before);
    expect(await forecast()).toBe(200);
    expect(await force()).toEqual({ successful: 1, failed: 0, skipped: 0, errors: [] });
    await waitUntil(async () => (await account()).held === 0, { what: 'the update is settled' });
    expect((await account()).available).toBe(before.available - 1);
    expect((await load({ token })).status).toBe(200);
  });

  it('keeps no answer under an idempotency key if billing was away', async () => {
    const customer = await newCustomer();
    await loading.stop('billing');
    expect(await load({ ...customer, key: 'k' })).toMatchObject({ status: 503, body: { message: unverified } });
    expect(await keysOf(customer.corporationId)).toEqual([]);
    await loading.start('billing');
    expect(await load({ ...customer, key: 'k' })).toMatchObject({ status: 200, body: { message: `profile ${other} was processed` } });
    expect(await requestsOf(customer.corporationId)).toHaveLength(2);
  });

  it('continues a call with an idempotency key under the same request once a loader is back', async () => {
    const customer = await newCustomer();
    const impatient = await gateways.start({ environment: { ...waitingForLoads, VIGIA_START_TIMEOUT_MS: '300' } });
    await loading.stop('profile-loader');
    expect(await post(impatient, ruc, { token: customer.token, key: 'k' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { message: 'the service cannot answer now; try again' },
    });
    const [key] = await keysOf(customer.corporationId);
    expect(key?.status).toBeNull();
    await loading.start('profile-loader');
    expect((await load({ ...customer, key: 'k' })).status).toBe(200);
    expect(await requestsOf(customer.corporationId)).toEqual([key?.request_id]);
  });
});
