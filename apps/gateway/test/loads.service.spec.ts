import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openGateways, waitingForLoads, type Gateways, type Loading } from './running/gateways.js';
import { bulk, post, type BulkSaid } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';

const clean = '20990000019';
const low = '20990000027';
const medium = '20990000035';
const unknown = '20990000094';
const allFail = '20990000132';
const slow = '20990000175';

describe('loads', () => {
  let gateways: Gateways;
  let loading: Loading;
  let url: string;
  /** Its clients are not kept waiting. */
  let hurried: string;
  let monthly: string;

  beforeAll(async () => {
    gateways = await openGateways();
    loading = await gateways.startLoading({
      VIGIA_SOURCE_TIMEOUT_MS: '2000',
      VIGIA_TASK_DEADLINE_MS: '4000',
      VIGIA_RESERVE_TIMEOUT_MS: '500',
    });
    url = await gateways.start({ environment: waitingForLoads });
    hurried = await gateways.start({ environment: { ...waitingForLoads, VIGIA_LOAD_WAIT_MS: '0' } });
    monthly = await obtainToken(url, await gateways.operator.createCustomer('monthly'));
  });

  afterAll(() => gateways?.stop());

  const newToken = async (kind: 'monthly' | 'one_time' = 'monthly') => obtainToken(url, await gateways.operator.createCustomer(kind));
  const requests = () => gateways.database.query('SELECT id FROM profiles.load_request');

  describe('of one profile', () => {
    it.each([
      ['/v1/perfiles/cargar', { taxId: clean, docType: 'RUC' }],
      ['/api/v1/perfiles/cargar', { taxId: '99990001', docType: 'DNI', isMonitoring: false }],
      ['/v2/perfiles/cargar', { taxId: 'SIM000002', docType: 'CE' }],
      ['/api/v2/perfiles/cargar', { taxId: medium, docType: 'RUC', months: 3 }],
    ])('happen on %s', async (path, body) => {
      // Without a number of months the first profile takes as many as there are.
      const { status, body: said } = await post(url, body, { token: await newToken('one_time'), path });
      expect({ status, said }).toEqual({ status: 200, said: { statusCode: 200, message: `profile ${body.taxId} was processed` } });
    });

    it('change nothing the second time, and say in which mode and until when it is there', async () => {
      const token = await newToken();
      const query = { taxId: low, docType: 'RUC', isMonitoring: false };
      await post(url, { taxId: clean, docType: 'RUC' }, { token });
      await post(url, query, { token });
      const again = [await post(url, { taxId: clean, docType: 'RUC', isMonitoring: false }, { token }), await post(url, query, { token })];
      const minute = String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}`;
      expect(again.map(({ status, body }) => [status, body.message])).toEqual([
        [200, `profile ${clean} is already in your portfolio, in monitoring without an end; nothing was changed`],
        [200, expect.stringMatching(new RegExp(`in query until ${minute} \\(Lima\\); nothing was changed$`))],
      ]);
    });

    it.each([
      ['nobody has the number', unknown, 404, `no taxpayer is registered with document ${unknown}`],
      ['no source answers', allFail, 502, 'no source could be read; nothing was charged'],
      ['the number is wrong', '20990000010', 400, 'taxId is not a valid RUC'],
    ])('fail when %s', async (_, taxId, status, message) => {
      const answer = await post(url, { taxId, docType: 'RUC' }, { token: monthly });
      expect(answer).toMatchObject({ status, body: { statusCode: status, message, error: expect.any(String) } });
    });

    it('fail without a contract', async () => {
      const token = await obtainToken(url, await gateways.operator.createAccount());
      expect(await post(url, { taxId: clean, docType: 'RUC' }, { token })).toMatchObject({
        status: 409,
        body: { error: 'Conflict', message: 'no contract is active today' },
      });
    });

    it('say of months that count for nothing that they do', async () => {
      const token = await newToken();
      const messageOf = async (body: object) => (await post(url, { docType: 'RUC', months: 3, ...body }, { token })).body.message;
      expect(await messageOf({ taxId: clean })).toBe(`profile ${clean} was processed; months has no effect under a monthly plan`);
      expect(await messageOf({ taxId: low, isMonitoring: false })).toBe(`profile ${low} was processed; months has no effect on a query`);
      const rows = await gateways.database.query<{ mode: string; months: number | null }>(
        `SELECT mode, months FROM profiles.load_request JOIN profiles.load_item ON request_id = id WHERE tax_id = $1 AND mode = 'query'`,
        [low],
      );
      expect(rows.every(({ months }) => months === null)).toBe(true);
    });

    it('go on when the wait is over', async () => {
      const answer = await post(hurried, { taxId: slow, docType: 'RUC' }, { token: monthly });
      expect(answer).toMatchObject({
        status: 202,
        body: { statusCode: 202, message: `profile ${slow} is still loading; its summary will show the result` },
      });
    });
  });

  describe('of a list', () => {
    it.each(['/v1/perfiles/cargar-masivo', '/api/v2/perfiles/cargar-masivo'])('say of each what became of it, on %s', async (path) => {
      const token = await newToken('one_time');
      await post(url, { taxId: clean, docType: 'RUC' }, { token });
      const taxIds = [medium, clean, '20990000010', unknown, low, medium, '99990001', allFail];
      const { status, body } = await post<BulkSaid>(url, { taxIds, docType: 'RUC' }, { token, path });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          statusCode: 200,
          message: '7 profiles: 2 loaded, 4 failed, 1 already in your portfolio',
          results: {
            successful: 2,
            failed: 4,
            skipped: 1,
            errors: [
              { taxId: '20990000010', reason: 'taxId is not a valid RUC' },
              { taxId: unknown, reason: `no taxpayer is registered with document ${unknown}` },
              { taxId: '99990001', reason: 'taxId is not a valid RUC' },
              { taxId: allFail, reason: 'no source could be read; nothing was charged' },
            ],
          },
        },
      });
    });

    it('ask nobody about documents that fit no type', async () => {
      const before = await requests();
      const { status, body } = await post<BulkSaid>(url, { taxIds: ['99990001', 'x'], docType: 'RUC' }, { token: monthly, path: bulk });
      expect([status, body.results.failed, body.results.errors.map(({ taxId }) => taxId)]).toEqual([200, 2, ['99990001', 'x']]);
      expect(await requests()).toEqual(before);
    });

    it('tell what is known when the wait is over', async () => {
      const { status, body } = await post<BulkSaid>(
        hurried,
        { taxIds: [slow, 'x'], docType: 'RUC' },
        { token: await newToken(), path: bulk },
      );
      expect([status, body.statusCode]).toEqual([202, 202]);
      expect(body.message).toBe(
        '2 profiles: 0 loaded, 1 failed, 0 already in your portfolio; 1 still loading, its summary will show the result',
      );
      expect(body.results).toEqual({ successful: 0, failed: 1, skipped: 0, errors: [{ taxId: 'x', reason: 'taxId is not a valid RUC' }] });
    });

    it('say without a contract why nothing was loaded', async () => {
      const token = await obtainToken(url, await gateways.operator.createAccount());
      const { status, body } = await post<BulkSaid>(url, { taxIds: [clean, low], docType: 'RUC' }, { token, path: bulk });
      const reason = 'no contract is active today';
      expect([status, body.results.errors]).toEqual([200, [clean, low].map((taxId) => ({ taxId, reason }))]);
    });
  });

  it('under a one-time plan wait for nobody while billing is away', async () => {
    await loading.stop('billing');
    const token = await newTokenWithoutBilling();
    const one = await post(url, { taxId: clean, docType: 'RUC' }, { token });
    expect(one).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { message: 'the quota cannot be verified now; nothing was loaded or charged' },
    });
    const { status, body } = await post<BulkSaid>(url, { taxIds: [low], docType: 'RUC' }, { token, path: bulk });
    expect([status, body.results]).toEqual([
      200,
      { successful: 0, failed: 1, skipped: 0, errors: [{ taxId: low, reason: one.body.message }] },
    ]);
  });

  /** Billing cannot be asked for a contract when it is away. */
  async function newTokenWithoutBilling(): Promise<string> {
    const account = await gateways.operator.createAccount();
    await gateways.database.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
       VALUES (gen_random_uuid(), $1, 'one_time', '2020-01-01', '2099-12-31', 100)`,
      [account.corporationId],
    );
    return obtainToken(url, account);
  }
});
