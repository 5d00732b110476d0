import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  anyBroker,
  createUser,
  freshRucs,
  PanelClient,
  receiversOnThisMachine,
  signedIn,
  startSystem,
  startWebhookReceiver,
  waitUntil,
  type System,
  type WebhookReceiver,
} from '@vigia/testing';
import { newClient, type NewClient } from '../src/clients/new-client.js';
import { unchanged } from '../src/fuzz/changes.js';
import type { Role } from '../src/fuzz/credentials.js';
import { operationsOf, type OpenApiDocument, type Operation } from '../src/fuzz/operations.js';
import { problemsOf } from '../src/fuzz/oracle.js';
import { requestOf, send, type Draft, type Json } from '../src/fuzz/request.js';

const oneTime = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 100_000 } as const;
const ana = { email: 'ana@demo.example', password: 'una frase que nadie adivina' };
const impatienceMs = 60_000;

/** Nothing is fetched from outside, and no limit stops all the callers on one address. */
const environment = {
  ...receiversOnThisMachine,
  VIGIA_WEBHOOK_RETRIES: '20ms',
  VIGIA_DATA_ADDRESSES: JSON.stringify({ un: 'http://127.0.0.1:9/un.xml' }),
  VIGIA_RATE_BURST: '100000',
  VIGIA_TOKEN_RATE_BURST: '100000',
};

const secret = '/panel/v1/webhooks/{configurationId}/secret';
const ofPrepared = new Set([`DELETE ${secret}`, `POST ${secret}/switch`]);
const ofSwitched = new Set([`DELETE ${secret}/switch`, `POST ${secret}/end`]);

describe('the examples of the API reference', () => {
  let folder: string;
  let system: System;
  let receiver: WebhookReceiver;
  let url: string;
  let client: NewClient;
  let admin: PanelClient;
  let operator: PanelClient;
  let delivery: { deliveryId: string; triggerId: string };
  let operations: Operation[];
  /** The key of the webhook whose secret is changed next. */
  let preparedKey: string;
  /** The version that is withdrawn next. */
  let versionInForce: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-examples-'));
    // Not a shared system: after a switch between lists the loader compares every profile, and the results stay.
    system = await startSystem({ broker: anyBroker(), environment: { ...environment, VIGIA_DATA_DIR: folder } });
    await system.start('data-importer');
    url = system.replicas('gateway')[0]!.url;
    client = await newClient(system, oneTime);
    admin = await person('admin');
    operator = await person('operator');
    receiver = await startWebhookReceiver();
    await admin.call('POST', '/webhooks', { body: { url: receiver.url } });
    const { triggerId } = (await client.trigger('20990000019')).body.data;
    delivery = await waitUntil(async () => {
      const [sent] = (await admin.get(`/events?triggerId=${triggerId}`)).body.events[0]?.deliveries ?? [];
      return sent?.health === 'SUCCEEDED' && sent;
    });
    const { passwordLink } = (await admin.call('POST', '/users', { body: { email: ana.email, name: 'Ana Prueba', role: 'admin' } })).body;
    await admin.call('PUT', '/password/by-link', { body: { token: passwordLink.token, newPassword: ana.password } });
    operations = operationsOf((await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument);
  });

  afterAll(async () => {
    receiver?.close();
    await system?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function person(role: 'admin' | 'operator'): Promise<PanelClient> {
    const corporationId = role === 'operator' ? null : client.corporationId;
    return signedIn(url, await createUser({ brokerUrl: system.brokerUrl, baseUrl: url }, { corporationId, role }));
  }

  const signInAna = () => signedIn(url, { ...ana, userId: '' });
  /** Until a call ends its session. */
  let ofAna: Promise<PanelClient> | undefined;
  const pageOfAna = () => (ofAna ??= signInAna());

  /** A corporation without a contract. */
  const newCorporation = async (): Promise<string> =>
    (await operator.call('POST', '/operator/corporations', { body: { name: 'Prueba' } })).body.corporation.corporationId;

  async function newContract(): Promise<{ corporationId: string; contractId: string }> {
    const corporationId = await newCorporation();
    const { contract } = (await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: oneTime })).body;
    return { corporationId, contractId: contract.contractId };
  }

  /** Two versions, so that a rollback is possible. */
  const versionsInForce = async (): Promise<string> => {
    const [{ id }] = (await system.database.query(
      `WITH before AS (INSERT INTO registry.version (dataset, state, requested_by, label, ended_at)
           VALUES ('un', 'superseded', 'prueba', 'un', now()) RETURNING id),
         made AS (INSERT INTO registry.version (dataset, state, requested_by, label, ended_at, previous)
           SELECT 'un', 'current', 'prueba', 'un', now(), id FROM before RETURNING id)
       INSERT INTO registry.current (dataset, version) SELECT 'un', id FROM made
       ON CONFLICT (dataset, part) DO UPDATE SET version = excluded.version RETURNING version AS id`,
    )) as [{ id: number }];
    versionInForce = id;
    return String(id);
  };

  const colleague = async () => {
    const body = { email: `${randomUUID()}@demo.example`, name: 'Prueba', role: 'member' };
    return (await admin.call('POST', '/users', { body })).body;
  };

  /** Ids and tokens of this system: an example can only show their form. */
  const own: Record<string, (operation: string) => Promise<string>> = {
    userId: async () => (await colleague()).user.userId,
    token: async () => (await colleague()).passwordLink.token,
    sessionId: async () => (await (await signInAna()).get('/session')).body.session.sessionId,
    configurationId: async (operation) => {
      const { configurationId } = (await admin.call('POST', '/webhooks', { body: { url: receiver.url, active: false } })).body.webhook;
      const place = `/webhooks/${configurationId}/secret`;
      if (ofPrepared.has(operation) || ofSwitched.has(operation)) preparedKey = (await admin.call('POST', place)).body.secretKey;
      if (ofSwitched.has(operation)) await admin.call('POST', `${place}/switch`, { body: { secretKey: preparedKey } });
      return configurationId;
    },
    accessKey: async () => (await admin.call('POST', '/credentials', { body: { name: 'Prueba' } })).body.credential.accessKey,
    viewId: async () => {
      const page = await pageOfAna();
      return (await page.call('POST', '/views', { body: { screen: 'x', name: 'Prueba', search: '', isShared: false } })).body.view.viewId;
    },
    deliveryId: async () => delivery.deliveryId,
    requestId: async () => (await admin.call('POST', '/loads', { body: { docType: 'RUC', taxIds: ['20990000019'] } })).body.requestId,
    triggerId: async () => delivery.triggerId,
    source: async () => 'protestos',
    dataset: async (operation) => {
      if (/rollback|retirement/.test(operation)) await versionsInForce();
      if (!operation.includes('inquiries')) return 'un';
      await client.load(freshRucs(1)[0]!);
      return 'consulta_multiple';
    },
    version: versionsInForce,
    against: versionsInForce,
    corporationId: newCorporation,
    contrato: async () =>
      (await client.call('GET', '/v2/cuota/contratos', { headers: await client.authorization() })).body.data[0].contrato,
  };

  /** The headers of a caller, by authentication scheme. */
  const headersFor: Record<Operation['scheme'] | 'operator', () => Promise<Record<string, string>>> = {
    open: async () => ({ origin: url }),
    bearer: () => client.authorization(),
    basic: async () => ({ authorization: `Basic ${Buffer.from(`${client.accessKey}:${client.accessSecret}`).toString('base64')}` }),
    session: async () => ({ origin: url, cookie: String((await pageOfAna()).cookie) }),
    operator: async () => ({ origin: url, cookie: String(operator.cookie) }),
  };

  /** A request for every example of a body, and one for every example of an optional parameter. */
  async function draftsOf({ name: operation, parameters, bodyExamples }: Operation): Promise<Draft[]> {
    const shown = parameters.filter(({ required, example }) => required || example !== undefined);
    const filled = await Promise.all(
      shown.map(async (one) => ({ ...one, value: (await own[one.name]?.(operation)) ?? String(one.example) })),
    );
    if (operation.includes('{contractId}')) {
      const contract: Record<string, string> = await newContract();
      for (const one of filled) one.value = contract[one.name] ?? one.value;
    }
    if (operation.includes('{accessKey}')) for (const one of filled) if (one.name === 'corporationId') one.value = client.corporationId;
    const needed = filled.filter(({ required }) => required);
    const values = (place: string) => needed.filter((one) => one.in === place).map(({ name, value }) => [name, value] as [string, string]);
    const base = { path: Object.fromEntries(values('path')), query: values('query'), header: {}, body: undefined };
    const bodies = Object.entries(bodyExamples).map(async ([example, { value }]) => {
      const named = parameters
        .filter(({ examples }) => examples?.[example])
        .map(({ name, examples }) => [name, String(examples?.[example]?.value)]);
      return { ...base, header: Object.fromEntries(named), body: await withOwn(value as Record<string, Json>) };
    });
    const options = filled.filter(({ required }) => !required);
    const withOption = ({ in: place, name, value }: (typeof filled)[number]): Draft =>
      place === 'query' ? { ...base, query: [...base.query, [name, value]] } : { ...base, header: { [name]: value } };
    return bodies.length > 0 ? Promise.all(bodies) : [base, ...options.map(withOption)];
  }

  async function withOwn(body: Record<string, Json>): Promise<Json> {
    if ('secretKey' in body) return { ...body, secretKey: preparedKey };
    if ('version' in body) return { ...body, version: versionInForce };
    return 'token' in body ? { ...body, token: await own.token!('') } : body;
  }

  it('are accepted by the gateway and answered as documented', async () => {
    const problems: unknown[] = [];
    for (const operation of operations) {
      for (const draft of await draftsOf(operation)) {
        const caller = operation.path.startsWith('/panel/v1/operator/') ? 'operator' : operation.scheme;
        const headers = await headersFor[caller]();
        const role = { basic: 'client', bearer: 'client', session: 'admin', operator: 'operator', open: 'admin' }[caller] as Role;
        const credential = { name: role, role, owner: client.corporationId, headers };
        const ask = () => send(url, requestOf(operation, draft, headers), impatienceMs);
        let answer = await ask();
        // A service had no time: the answer says when to ask again.
        if (answer.status === 503 && answer.retryAfter !== undefined) {
          await sleep(answer.retryAfter * 1_000);
          answer = await ask();
        }
        const found = problemsOf({ operation, credential, changes: [unchanged], draft, isForeign: false }, answer, impatienceMs);
        if (answer.status >= 300 || Object.keys(found).length > 0) problems.push({ name: operation.name, draft, text: answer.text, found });
        if (operation.name === 'DELETE /panel/v1/session') ofAna = undefined;
        if (operation.name === 'PUT /panel/v1/password') ana.password = (draft.body as { newPassword: string }).newPassword;
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);
});
