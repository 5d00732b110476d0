import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentMark } from '@vigia/observability';
import { freshRuc, livingSystem, waitUntil, type System } from '@vigia/testing';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';
import { lineOf, linesOf } from './running/access-lines.js';
import { bulk, post, type BulkSaid } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';

const clean = { taxId: '20990000019', docType: 'RUC' };
const low = { taxId: '20990000027', docType: 'RUC' };
const unknown = { taxId: '20990000094', docType: 'RUC' };

describe('a call with an idempotency key', () => {
  let gateways: Gateways;
  let system: System;
  let urls: [string, string];
  /** A gateway that answers at once that a load is still running. */
  let hurried: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    gateways = await openGateways(system);
    urls = [await gateways.start({ environment: waitingForLoads }), await gateways.start({ environment: waitingForLoads })];
    hurried = await gateways.start({ environment: { ...waitingForLoads, VIGIA_LOAD_WAIT_MS: '0' } });
  });

  afterAll(() => gateways?.stop());

  const newCustomer = async (kind: 'monthly' | 'one_time' = 'monthly') => {
    const account = await gateways.operator.createCustomer(kind);
    return { ...account, token: await obtainToken(urls[0], account) };
  };
  const requestsOf = async (corporationId: string) => {
    const rows = await gateways.database.query<{ id: string }>('SELECT id FROM profiles.load_request WHERE corporation_id = $1', [
      corporationId,
    ]);
    return rows.map(({ id }) => id);
  };
  const keysOf = (corporationId: string) =>
    gateways.database.query<{ request_id: string; status: number | null }>(
      'SELECT request_id, status FROM identity.idempotency_key WHERE corporation_id = $1',
      [corporationId],
    );

  it('happens once and gets one answer when sent 400 times at once to two replicas', async () => {
    const { corporationId, token } = await newCustomer('one_time');
    const body = { taxIds: ['20990000035', '20990000043', '20990000094', 'x'], docType: 'RUC' };
    // As a client does: a gateway that waits too long for the key, or for a connection, answers 503.
    const untilAnswered = async (url: string) => {
      let answer;
      do answer = await post<BulkSaid>(url, body, { token, key: 'at once', path: bulk });
      while (answer.status === 503);
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => untilAnswered(urls[i % 2]!)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { results: { successful: 2, failed: 2, skipped: 0 } } });
    expect(await requestsOf(corporationId)).toHaveLength(1);
  });

  it('gets its first answer again, byte for byte, whatever its path spelling and order of fields', async () => {
    const { corporationId, token } = await newCustomer();
    const first = await post(urls[0], clean, { token, key: 'k' });
    const { taxId, docType } = clean;
    const again = [
      await post(urls[1], clean, { token, key: 'k' }),
      await post(urls[0], { docType, taxId }, { token, key: 'k', path: '/api/v2/perfiles/cargar' }),
    ];
    expect(first).toMatchObject({ status: 200, body: { message: `profile ${taxId} was processed` } });
    expect(again.map(({ status, text }) => [status, text])).toEqual(again.map(() => [200, first.text]));
    expect(again[0]!.headers['content-type']).toBe(first.headers['content-type']);
    expect(await requestsOf(corporationId)).toHaveLength(1);
  });

  it.each(['not found', 'refused'])('gets the same error again: %s', async (why) => {
    const account = why === 'not found' ? await newCustomer() : await gateways.operator.createAccount();
    const token = await obtainToken(urls[0], account);
    const [first, second] = [await post(urls[0], unknown, { token, key: 'k' }), await post(urls[1], unknown, { token, key: 'k' })];
    expect(first.status).toBe(why === 'not found' ? 404 : 409);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    const codes = [first, second].map(({ headers }) => headers['x-error-code']);
    expect(codes).toEqual(
      why === 'not found' ? ['taxpayer_not_found', 'taxpayer_not_found'] : ['contract_not_active', 'contract_not_active'],
    );
    expect(await requestsOf(account.corporationId)).toHaveLength(1);
  });

  it('is refused if the key was used for another call', async () => {
    const { corporationId, token } = await newCustomer();
    await post(urls[0], clean, { token, key: 'k' });
    const others = [
      await post(urls[1], low, { token, key: 'k' }),
      await post(urls[0], { ...clean, isMonitoring: true }, { token, key: 'k' }),
      await post(urls[0], clean, { token, key: 'k', path: '/v1/perfiles/cargar' }),
    ];
    for (const { status, body } of others) {
      expect({ status, body }).toEqual({
        status: 409,
        body: {
          statusCode: 409,
          error: 'Conflict',
          message: 'this Idempotency-Key was used for a call with another path or body; use a new key',
        },
      });
    }
    expect(await requestsOf(corporationId)).toHaveLength(1);
  });

  it.each([
    { path: bulk, body: { docType: 'RUC' }, possible: [clean.taxId, unknown.taxId] },
    { path: '/v2/perfiles/forzar-actualizacion', body: {}, possible: [clean.taxId] },
  ])('whose answer repeats invalid documents gets it again though it is not stored: $path, $possible', async (one) => {
    const { path, possible } = one;
    const { corporationId, token } = await newCustomer();
    const body = { ...one.body, taxIds: [...possible, ...Array.from({ length: 90 }, (_, i) => `${i} `.padEnd(300, 'x'))] };
    const ask = (url: string, asked: object = body) => post(url, asked, { token, key: 'k', path });
    const [first, second] = [await ask(urls[0]), await ask(urls[1])];
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining(body.taxIds.at(-1)!) });
    expect([second.status, second.text, second.headers['x-request-id']]).toEqual([200, first.text, first.headers['x-request-id']]);
    const kept = 'SELECT status, body FROM identity.idempotency_key WHERE corporation_id = $1';
    expect(await gateways.database.query(kept, [corporationId])).toEqual([{ status: null, body: null }]);
    expect(await requestsOf(corporationId)).toHaveLength(1);
    expect((await ask(urls[0], { ...body, taxIds: ['y'] })).status).toBe(409);
  });

  it.each([
    {
      path: bulk,
      kind: 'monthly',
      body: { docType: 'RUC' },
      note: 'months has no effect under a monthly plan',
      ended: 'the plan',
      end: `UPDATE billing.contract SET ends_on = public.lima_today() - 1 WHERE corporation_id = $1`,
    },
    {
      path: '/v2/perfiles/forzar-actualizacion',
      kind: 'one_time',
      body: {},
      note: 'months has no effect on profiles in query mode',
      ended: 'the query',
      end: `UPDATE billing.access SET expires_at = public.business_now() WHERE corporation_id = $1`,
    },
  ] as const)('gets the note on its months again after $ended has ended: $path', async ({ path, kind, body, note, end }) => {
    const { corporationId, token } = await newCustomer(kind);
    expect((await post(urls[0], { ...clean, isMonitoring: false }, { token })).status).toBe(200);
    const ask = () => post(urls[0], { ...body, taxIds: [clean.taxId, 'x'], months: 3 }, { token, key: 'k', path });
    const first = await ask();
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining(`; ${note}"`) });
    await gateways.database.query(end, [corporationId]);
    expect((await ask()).text).toBe(first.text);
  });

  it('is separate for each corporation and each key', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()];
    await post(urls[0], clean, { token: one.token, key: 'k' });
    expect((await post(urls[0], low, { token: other.token, key: 'k' })).body.message).toBe(`profile ${low.taxId} was processed`);
    expect((await post(urls[0], clean, { token: one.token, key: 'l' })).body.message).toContain('already in your portfolio');
    const longest = `${'~'.repeat(254)} `.padEnd(255, '!');
    expect((await post(urls[0], low, { token: one.token, key: longest })).status).toBe(200);
    expect(await requestsOf(one.corporationId)).toHaveLength(3);
  });

  it('that is invalid does not use up its key', async () => {
    const { corporationId, token } = await newCustomer();
    expect((await post(urls[0], { taxId: '1', docType: 'RUC' }, { token, key: 'k' })).status).toBe(400);
    expect((await post(urls[0], { ...clean, monts: 3 }, { token, key: 'k' })).status).toBe(400);
    expect(await keysOf(corporationId)).toEqual([]);
    expect((await post(urls[0], clean, { token, key: 'k' })).status).toBe(200);
  });

  it.each([
    { path: bulk, body: { taxIds: ['x', '20990000010'], docType: 'RUC' } },
    { path: '/v2/perfiles/forzar-actualizacion', body: { taxIds: ['x'] } },
  ])('that has no valid document does not use up its key, and leaves no row: $path', async ({ path, body }) => {
    const { corporationId, token } = await newCustomer();
    const ask = (url: string) => post(url, body, { token, key: 'k', path });
    const [first, second] = [await ask(urls[0]), await ask(urls[1])];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await keysOf(corporationId)).toEqual([]);
    expect((await post(urls[0], clean, { token, key: 'k' })).status).toBe(200);
  });

  it('gets the outcome of a load that was still running the first time', async () => {
    const { corporationId, token } = await newCustomer();
    const body = { taxId: freshRuc(), docType: 'RUC' };
    await gateways.operator.whilePaused('identificacion', async () => {
      expect((await post(hurried, body, { token, key: 'k' })).status).toBe(202);
    });
    const second = await post(urls[0], body, { token, key: 'k' });
    expect(second).toMatchObject({ status: 200, body: { message: `profile ${body.taxId} was processed` } });
    expect(await requestsOf(corporationId)).toHaveLength(1);
  });

  it('continues under the same request after its gateway was killed', async () => {
    const { corporationId, token } = await newCustomer('one_time');
    const body = { taxId: freshRuc(), docType: 'RUC' };
    const doomed = await gateways.startProcess({ ...waitingForLoads });
    const [requestId] = await gateways.operator.whilePaused('identificacion', async () => {
      const first = post(doomed.url, body, { token, key: 'k' }).catch(() => 'no answer');
      const accepted = await waitUntil(async () => {
        const found = await requestsOf(corporationId);
        return found.length > 0 && found;
      });
      await doomed.kill('SIGKILL');
      expect(await first).toBe('no answer');
      return accepted;
    });
    expect(await keysOf(corporationId)).toEqual([{ request_id: requestId, status: null }]);

    const second = await post(urls[0], body, { token, key: 'k' });
    expect(second).toMatchObject({ status: 200, body: { message: `profile ${body.taxId} was processed` } });
    expect(await requestsOf(corporationId)).toEqual([requestId]);
  });

  it.each(['/v2/perfiles/cargar', '/v2/perfiles/forzar-actualizacion'])(
    'that meets an internal error is retried under the same request, and then keeps its answer: %s',
    async (path) => {
      const { corporationId, token } = await newCustomer();
      const body = path.endsWith('cargar') ? clean : { taxIds: [clean.taxId] };
      const ask = () => post(urls[0], body, { token, key: 'k', path });
      await gateways.database.query(
        `ALTER TABLE profiles.load_request ADD CONSTRAINT out_of_order CHECK (corporation_id <> '${corporationId}') NOT VALID`,
      );
      const faults = [await ask(), await ask()];
      await gateways.database.query('ALTER TABLE profiles.load_request DROP CONSTRAINT out_of_order');
      expect(faults.map(({ status }) => status)).toEqual([500, 500]);
      const [key] = await keysOf(corporationId);
      expect(key?.status).toBeNull();
      const [second, third] = [await ask(), await ask()];
      expect([second.status, third.text]).toEqual([200, second.text]);
      expect(await requestsOf(corporationId)).toEqual([key?.request_id]);
    },
  );

  it('gets the stored 502 again if no source could be read', async () => {
    const { corporationId, token } = await newCustomer();
    const ask = () => post(urls[0], { taxId: '20990000132', docType: 'RUC' }, { token, key: 'k' });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.text]).toEqual([502, first.text]);
    expect(await keysOf(corporationId)).toMatchObject([{ status: 502 }]);
  });

  it('has lines in the log that tell a failure from its repetition, and are about one document and one request', async () => {
    const { corporationId, accessKey, token } = await newCustomer();
    const taxId = '20990000132';
    const ask = () => post(urls[0], { taxId, docType: 'RUC' }, { token, key: 'k' });
    const [first, second] = [await ask(), await ask()];
    const [requestId] = await requestsOf(corporationId);
    const own = { status: 502, corporationId, accessKey, requestId, document: documentMark(taxId) };
    const lines = await linesOf(gateways, first);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'all_sources_failed', msg: 'request could not be served' }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ ...own, code: 'all_sources_failed', msg: 'request' }));
    expect(lines.filter((line) => 'replayed' in line)).toEqual([]);
    const again = await linesOf(gateways, second);
    expect(again.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(again).toContainEqual(expect.objectContaining({ ...own, replayed: true, msg: 'request' }));
  });

  it('that arrives while the first one runs is a repetition in the log, too', async () => {
    const { token } = await newCustomer();
    const answers = await Promise.all([1, 2, 3].map(() => post(urls[0], clean, { token, key: 'k' })));
    const lines = await Promise.all(answers.map((answer) => lineOf(gateways, answer)));
    expect(lines.filter(({ replayed }) => replayed)).toHaveLength(2);
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('loses its key after a day, and not before', async () => {
    const { corporationId } = await newCustomer();
    await gateways.database.query(
      `INSERT INTO identity.idempotency_key (corporation_id, key, fingerprint, request_id, status, body, created_at)
       SELECT $1, hours || ' hours', '', gen_random_uuid(), 200, '{}', now() - hours * interval '1 hour' FROM unnest(ARRAY[1, 23, 25]) AS hours`,
      [corporationId],
    );
    await gateways.start();
    const keys = () =>
      gateways.database.query('SELECT key FROM identity.idempotency_key WHERE corporation_id = $1 ORDER BY 1', [corporationId]);
    await waitUntil(async () => (await keys()).length === 2);
    expect(await keys()).toEqual([{ key: '1 hours' }, { key: '23 hours' }]);
  });
});
