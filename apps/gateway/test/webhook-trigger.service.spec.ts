import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhook, type ServiceProcess } from '@vigia/testing';
import { post } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';
import { openGateways, type Gateways } from './running/gateways.js';
import { StoredProfiles } from './running/stored-profiles.js';

const path = '/v1/webhook/perfiles/resumen';
const ruc = { taxId: '20990000019', docType: 'RUC' };
const nobody = { url: 'https://receiver.invalid/hook' };
const patient = { VIGIA_START_TIMEOUT_MS: '20000' };

interface Triggered {
  statusCode: number;
  message?: string;
  data: { triggerId: string; message: string };
}

/** No load ends here: a client that waits for a load keeps waiting. */
describe('a trigger', () => {
  let gateways: Gateways;
  let dispatcher: ServiceProcess;
  let urls: [string, string];
  let profiles: StoredProfiles;

  beforeAll(async () => {
    gateways = await openGateways();
    profiles = new StoredProfiles(gateways.database);
    dispatcher = await gateways.startWebhooks();
    urls = [await gateways.start({ environment: patient }), await gateways.start({ environment: patient })];
  });

  afterAll(() => gateways?.stop());

  async function newCustomer({ withWebhook = true } = {}) {
    const account = await gateways.operator.createAccount();
    if (withWebhook) await createWebhook(gateways.brokerUrl, account.corporationId, nobody);
    return { ...account, token: await obtainToken(urls[0], account) };
  }
  const trigger = (body: object, token: string, { url = urls[0], key }: { url?: string; key?: string } = {}) =>
    post<Triggered>(url, body, { token, path, ...(key !== undefined && { key }) });
  const eventsOf = (corporationId: string) =>
    gateways.database.query('SELECT tax_id, doc_type, mode, state FROM webhooks.event WHERE corporation_id = $1 ORDER BY position', [
      corporationId,
    ]);

  it.each([
    ['/v1/webhook/perfiles/resumen', ruc, 'monitoring'],
    ['/v2/webhook/perfiles/resumen', { taxId: '99990001', docType: 'DNI', isMonitoring: false }, 'query'],
    ['/api/v1/webhook/perfiles/resumen', { taxId: 'SIM000002', docType: 'CE', isMonitoring: true }, 'monitoring'],
    ['/api/v2/webhook/perfiles/resumen', { taxId: 'SIM000001', docType: 'CE' }, 'monitoring'],
  ])('on %s is accepted and waits for the load of the profile', async (asked, body, mode) => {
    const { corporationId, token } = await newCustomer();
    const { status, body: said } = await post<Triggered>(urls[0], body, { token, path: asked });
    const message = `profile ${body.taxId} is being loaded; its summary is sent when the load has ended`;
    expect({ status, said }).toEqual({
      status: 202,
      said: { statusCode: 202, data: { triggerId: expect.stringMatching(/^trg_[0-9a-f]+$/), message } },
    });
    expect(await eventsOf(corporationId)).toEqual([{ tax_id: body.taxId, doc_type: body.docType, mode, state: 'LOADING_PROFILE' }]);
  });

  it('for an active profile says that the summary is on its way', async () => {
    const { corporationId, token } = await newCustomer();
    await profiles.access({ corporationId, taxId: ruc.taxId });
    const { status, body } = await trigger(ruc, token);
    expect([status, body.data.message]).toEqual([202, `profile ${ruc.taxId} is active; its summary is on its way`]);
    expect(await eventsOf(corporationId)).toMatchObject([{ state: 'DISPATCHED' }]);
  });

  it.each([
    ['RUC', '20990000010'],
    ['DNI', '9999000'],
    ['CE', 'SIM00001'],
  ])('with an invalid %s is refused, naming the document type', async (docType, taxId) => {
    const { corporationId, token } = await newCustomer();
    const { status, body } = await trigger({ taxId, docType }, token);
    expect([status, body]).toEqual([400, { statusCode: 400, error: 'Bad Request', message: `taxId is not a valid ${docType}` }]);
    expect(await eventsOf(corporationId)).toEqual([]);
  });

  it('needs an active configuration', async () => {
    const { corporationId, token } = await newCustomer({ withWebhook: false });
    const { status, body } = await trigger(ruc, token);
    const message = 'no active webhook configured for this event';
    expect([status, body]).toEqual([400, { statusCode: 400, error: 'Bad Request', message }]);
    expect(await eventsOf(corporationId)).toEqual([]);
  });

  it('sent fifty times at once to two replicas for a loading profile is accepted once', async () => {
    const { corporationId, token } = await newCustomer();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => trigger(ruc, token, { url: urls[i % 2]! })));
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(49);
    expect(new Set(refused.map(({ text }) => text))).toEqual(
      new Set([`{"statusCode":409,"error":"Conflict","message":"an event for taxId ${ruc.taxId} is already in LOADING_PROFILE"}`]),
    );
    expect(await eventsOf(corporationId)).toHaveLength(1);
  });

  it('sent fifty times at once under one idempotency key creates one event and keeps its first answer', async () => {
    const { corporationId, token } = await newCustomer();
    const again = (url: string) => trigger(ruc, token, { url, key: 'k' });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => again(urls[i % 2]!)));
    await gateways.database.query(`UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now() WHERE corporation_id = $1`, [
      corporationId,
    ]);
    const later = [...answers, await again(urls[1])].map(({ status, text }) => `${status} ${text}`);
    expect(new Set(later).size).toBe(1);
    expect(later[0]).toMatch(/^202 .* is being loaded/);
    expect(await eventsOf(corporationId)).toHaveLength(1);
    expect((await trigger({ ...ruc, isMonitoring: false }, token, { key: 'k' })).body.message).toBe(
      'this Idempotency-Key was used for a call with another path or body; use a new key',
    );
  });

  it('that was refused for the moment can succeed later under the same idempotency key', async () => {
    const { corporationId, token } = await newCustomer({ withWebhook: false });
    expect((await trigger(ruc, token, { key: 'k' })).status).toBe(400);
    await createWebhook(gateways.brokerUrl, corporationId, nobody);
    expect((await trigger(ruc, token, { key: 'k' })).status).toBe(202);
    expect((await trigger(ruc, token, { key: 'l' })).status).toBe(409);
    await gateways.database.query(`UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now() WHERE corporation_id = $1`, [
      corporationId,
    ]);
    expect((await trigger(ruc, token, { key: 'l' })).status).toBe(202);
    expect(await eventsOf(corporationId)).toHaveLength(2);
  });

  it('counts as one document of the limit, from which a replica draws ten at a time', async () => {
    const { corporationId, token } = await newCustomer();
    const bucket = `documents ${corporationId}`;
    expect((await trigger(ruc, token)).status).toBe(202);
    const limit = await gateways.database.query('SELECT tokens FROM identity.rate_bucket WHERE key = $1', [bucket]);
    expect(limit).toEqual([{ tokens: 990 }]);
    await gateways.database.query('UPDATE identity.rate_bucket SET tokens = -1000 WHERE key = $1', [bucket]);
    const other = (i: number) => trigger({ taxId: String(99_990_001 + i), docType: 'DNI' }, token);
    for (let i = 0; i < 9; i += 1) expect((await other(i)).status).toBe(202);
    expect(await other(9)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    expect(await eventsOf(corporationId)).toHaveLength(10);
  });

  it('that no dispatcher can take gets a 503, and creates one event once a dispatcher is back', async () => {
    const { corporationId, token } = await newCustomer();
    const impatient = await gateways.start({ environment: { VIGIA_START_TIMEOUT_MS: '400' } });
    await dispatcher.kill('SIGKILL');
    expect(await trigger(ruc, token, { url: impatient, key: 'k' })).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(await eventsOf(corporationId)).toEqual([]);
    dispatcher = await gateways.startWebhooks();
    expect((await trigger(ruc, token, { key: 'k' })).status).toBe(202);
    expect(await eventsOf(corporationId)).toHaveLength(1);
  });
});
