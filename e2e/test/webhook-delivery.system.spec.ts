import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { webhookBody } from '@vigia/contracts';
import {
  createWebhook,
  livingSystem,
  startTokenServer,
  startWebhookReceiver,
  waitUntil,
  type ReceivedWebhook,
  type System,
  type TestWebhook,
  type WebhookReceiver,
} from '@vigia/testing';
import { controlSource } from '../src/clients/control-source.js';
import { whilePaused } from '../src/clients/ask-operator.js';
import { loadMany, loadOne } from '../src/clients/calls.js';
import { freshRuc, freshRucs } from '../src/clients/documents.js';
import { newClient, type NewClient } from '../src/clients/new-client.js';
import { differences } from './summary-contract/keeps-to-contract.js';

const clean = '20990000019';
const partial = '20990000116';
const allFail = '20990000132';
const promisedMs = 45_000;
const withoutQuota = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 0 } as const;
const ordinary = ['identificacion', 'representantes_legales', 'deuda_financiera', 'importaciones', 'protestos'];

describe('a webhook through separate processes', () => {
  let system: System;
  let receiver: WebhookReceiver;
  let client: NewClient;
  let webhooks: Record<'/v1' | '/v2', TestWebhook>;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    await system.start('webhook-dispatcher');
  });
  afterAll(() => system?.stop());

  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    await becomeClientUnder({});
  });
  afterEach(() => receiver?.close());

  async function becomeClientUnder(terms: Parameters<typeof newClient>[1]): Promise<void> {
    client = await newClient(system, terms);
    const create = (payloadVersion: 'v1' | 'v2') =>
      createWebhook(system.brokerUrl, client.corporationId, { url: `${receiver.url}/${payloadVersion}`, payloadVersion });
    webhooks = { '/v1': await create('v1'), '/v2': await create('v2') };
  }

  async function trigger(taxId: string, more = {}): Promise<{ triggerId: string; message: string }> {
    const { status, body } = await client.trigger(taxId, more);
    expect(status).toBe(202);
    return body.data;
  }

  /** Both deliveries of an event, which keep to the contract and are signed for their own configuration and for no other. */
  async function delivered(triggerId: string, timeoutMs?: number): Promise<{ v1: any; v2: any }> {
    const own = () => receiver.received.filter(({ headers }) => headers['x-service-trigger-id'] === triggerId);
    await waitUntil(() => own().length === 2, { timeoutMs, what: `both deliveries of ${triggerId}` });
    for (const received of own()) await expectSigned(received);
    const [v1, v2] = own()
      .toSorted((a, b) => a.path.localeCompare(b.path))
      .map(({ body }) => JSON.parse(body.toString()));
    expect(differences(webhookBody.v1, v1)).toEqual([]);
    expect(differences(webhookBody.v2, v2)).toEqual([]);
    return { v1, v2 };
  }

  async function expectSigned({ path, body, headers }: ReceivedWebhook): Promise<void> {
    const signature = String(headers['x-service-signature']);
    for (const [configured, { secretKey }] of Object.entries(webhooks)) {
      expect(await verify(secretKey, body.toString(), signature)).toBe(configured === path);
    }
  }

  const summaryOf = async (taxId: string, version: 'v1' | 'v2') => (await client.summary(taxId, version)).body.data;
  const accessOf = (taxId: string) =>
    system.database.query(
      'SELECT mode, state, expires_at IS NULL AS endless FROM billing.access WHERE corporation_id = $1 AND tax_id = $2',
      [client.corporationId, taxId],
    );

  it.each([
    ['monitoring', {}, true],
    ['query', { isMonitoring: false }, false],
  ])('loads the profile, for %s, and sends its summary, and the next trigger sends it at once', async (mode, more, endless) => {
    const first = await trigger(clean, more);
    expect(first.message).toContain('is being loaded');
    const told = await delivered(first.triggerId);
    expect(await accessOf(clean)).toEqual([{ mode, state: 'active', endless }]);
    const head = { triggerId: first.triggerId, taxId: clean };
    const data = { v1: await summaryOf(clean, 'v1'), v2: await summaryOf(clean, 'v2') };
    expect(told.v1).toEqual({ ...head, profileLoadStatus: 'succeeded', failedSubhelpers: null, data: data.v1 });
    expect(told.v2).toEqual({ ...head, data: data.v2 });

    const second = await trigger(clean);
    expect(second.message).toContain('is active');
    expect((await delivered(second.triggerId)).v2).toEqual({ ...told.v2, triggerId: second.triggerId });
    expect(
      await system.database.query('SELECT 1 FROM profiles.load_request WHERE corporation_id = $1', [client.corporationId]),
    ).toHaveLength(1);
  });

  it('arrives within 45 seconds when every source takes its ordinary time', async () => {
    const taxId = freshRuc();
    for (const source of ordinary) await controlSource(system, source, taxId, { delayMs: 2_500 });
    const { triggerId } = await trigger(taxId);
    expect((await delivered(triggerId, promisedMs)).v1).toMatchObject({ profileLoadStatus: 'succeeded' });
  });

  it('waits for a running load, and starts no other', async () => {
    const taxId = freshRuc();
    const { load, triggerId } = await whilePaused(system, 'protestos', async () => {
      const running = client.load(taxId);
      await waitUntil(async () => (await system.database.query(`SELECT 1 FROM profiles.load WHERE tax_id = $1`, [taxId])).length > 0);
      const triggered = await trigger(taxId);
      expect(triggered.message).toContain('is being loaded');
      expect((await client.trigger(taxId)).status).toBe(409);
      return { load: { answer: running }, ...triggered };
    });
    expect((await load.answer).status).toBe(200);
    expect((await delivered(triggerId)).v2.data).toMatchObject({ activo: true, estado: 'succeeded' });
    expect(await system.database.query('SELECT 1 FROM profiles.load WHERE tax_id = $1', [taxId])).toHaveLength(1);
  });

  it('waits for a bulk load with the document, although its own request has nothing to load', async () => {
    const [known, slow] = freshRucs(2) as [string, string];
    await loadOne(await newClient(system), known);
    const { list, triggerId } = await whilePaused(system, 'protestos', async () => {
      const answer = loadMany(client, [known, slow]);
      await waitUntil(async () => (await accessOf(known)).length > 0, { what: 'the list has the document' });
      const triggered = await trigger(known);
      const requestId = triggered.triggerId.slice('trg_'.length);
      const finished = () =>
        system.database.query(`SELECT 1 FROM profiles.load_request WHERE id = $1::uuid AND state = 'finished'`, [requestId]);
      await waitUntil(async () => (await finished()).length > 0, { what: 'the request of the trigger is finished' });
      return { list: { answer }, ...triggered };
    });
    expect((await list.answer).body.results).toMatchObject({ successful: 2 });
    const { v1, v2 } = await delivered(triggerId);
    expect(v1).toMatchObject({ profileLoadStatus: 'succeeded', data: { activo: true } });
    expect(v2.data).toMatchObject({ activo: true, estado: 'succeeded' });
  });

  it('reports a partial load with its failed sources', async () => {
    const { v1, v2 } = await delivered((await trigger(partial)).triggerId);
    expect(v2.data.estado).toBe('partial');
    expect(v2.data.subhelpers_fallidos.length).toBeGreaterThan(0);
    expect(v1).toMatchObject({ profileLoadStatus: 'partial', failedSubhelpers: v2.data.subhelpers_fallidos });
  });

  it('reports a failed load without any data', async () => {
    const { v1, v2 } = await delivered((await trigger(allFail)).triggerId);
    expect(v1).toMatchObject({ profileLoadStatus: 'failed', failedSubhelpers: null, data: { activo: false, finanzas: null } });
    expect(v2).toMatchObject({ data: { activo: false, estado: 'failed', finanzas: { statusCode: 'SH50', data: {} } } });
  });

  it.each([
    ['there is no contract', null],
    ['no month of the quota is left', withoutQuota],
  ])('reports a failed load where billing refuses: %s', async (_why, terms) => {
    await becomeClientUnder(terms);
    const taxId = freshRuc();
    const { v1, v2 } = await delivered((await trigger(taxId)).triggerId);
    expect(v1).toMatchObject({ profileLoadStatus: 'failed', failedSubhelpers: null, data: { activo: false, finanzas: null } });
    expect(v2).toMatchObject({ data: { estado: 'failed', finanzas: { statusCode: 'SH50', data: {} } } });
    expect(await accessOf(taxId)).toEqual([]);
  });

  it('loads for a query without a month of quota, as a load does', async () => {
    await becomeClientUnder(withoutQuota);
    const { v1 } = await delivered((await trigger(clean, { isMonitoring: false })).triggerId);
    expect(v1).toMatchObject({ profileLoadStatus: 'succeeded', data: { activo: true } });
  });

  it('carries a token of the OAuth 2.0 server of its configuration, and others carry none', async () => {
    const tokens = await startTokenServer('cliente', 'secreto');
    try {
      const oauth = { tokenUrl: tokens.tokenUrl, clientId: 'cliente', clientSecret: 'secreto' };
      await createWebhook(system.brokerUrl, client.corporationId, { url: `${receiver.url}/oauth`, oauth });
      await trigger(clean);
      const { headers } = await waitUntil(() => receiver.received.find(({ path }) => path === '/oauth'));
      expect(headers.authorization).toBe(`Bearer ${tokens.issued.at(-1)}`);
      const others = await waitUntil(() => receiver.received.length === 3 && receiver.received.filter(({ path }) => path !== '/oauth'));
      expect(others.map(({ headers: { authorization } }) => authorization)).toEqual([undefined, undefined]);
    } finally {
      tokens.close();
    }
  });
});
