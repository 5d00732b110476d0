import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { panel as table, panelOperations, pauseCauses, type PanelOperation, type UserRole } from '@vigia/contracts';
import {
  type Answer,
  createWebhook,
  freshRuc,
  holdLock,
  PanelClient,
  type ServiceProcess,
  signedIn,
  type TestUser,
  waitUntil,
} from '@vigia/testing';
import { gatewayAdapter } from '../../src/http/adapter.js';
import { waitingForLoads } from '../running/gateways.js';
import { openPanel, type Panel } from './open-panel.js';

const callers = ['nobody', 'member', 'analyst', 'admin', 'operator'] as const;
type Caller = (typeof callers)[number];

const signInFirst = { status: 401, message: 'sign in first: there is no session, or it has ended' };
const needs = (role: string) => ({ status: 403, message: `this needs the role ${role}` });
const keptOut = new Set(
  [signInFirst, ...['admin', 'admin or analyst', 'admin or analyst or member', 'operator'].map(needs)].map(({ message }) => message),
);

/** Why a caller is refused; undefined for a permitted one. */
function refusal({ openTo }: PanelOperation, caller: Caller): { status: number; message: string } | undefined {
  if (openTo === 'anybody') return undefined;
  if (caller === 'nobody') return signInFirst;
  if (openTo === 'user') return undefined;
  if (openTo === 'operator') return caller === 'operator' ? undefined : needs('operator');
  if (openTo === 'colleague') return caller === 'operator' ? needs('admin or analyst or member') : undefined;
  if (openTo === 'analyst') return caller === 'admin' || caller === 'analyst' ? undefined : needs('admin or analyst');
  return caller === 'admin' ? undefined : needs('admin');
}

/** Outcomes of the table's examples that are not success. */
const outcomes = new Map<PanelOperation, number>([
  [table.sessions.open, 401],
  [table.passwords.change, 400],
  [table.passwords.setByLink, 400],
  [table.acts.load, 202],
  [table.acts.update, 202],
  [table.acts.monitor, 409],
  [table.events.trigger, 400],
  [table.quotaReports.statement, 404],
  [table.quotaReports.statementFile, 404],
]);

/** Bodies for calls where the example of the table suits only the API reference. */
const bodies = new Map<PanelOperation, () => object>([
  [table.users.create, () => ({ ...table.users.create.body.example, email: `luz-${randomUUID()}@prueba.example` })],
  [table.operatorUsers.create, () => ({ ...table.operatorUsers.create.body.example, email: `luz-${randomUUID()}@prueba.example` })],
  // The second of two triggers for one document would have to wait.
  [table.events.trigger, () => ({ docType: 'DNI', taxId: '20990000019' })],
  [table.webhooks.create, () => ({ url: 'https://receiver.invalid/hook', active: false })],
]);

const november = '?desde=2026-11-01&hasta=2026-11-30';
/** Queries that an operation requires. */
const queries = new Map<PanelOperation, string>([
  [table.webhooks.countRecoverable, '?since=2026-11-20T00:00:00-05:00'],
  [table.operatorDatasets.difference, '?against=1'],
  [table.quotaReports.charges, november],
  [table.quotaReports.chargesFile, november],
]);

function outcome(operation: PanelOperation): number {
  if (operation.params) return 404;
  return outcomes.get(operation) ?? (operation.answer ? 200 : 204);
}

/** A stream has no end to wait for; it has a spec of its own. */
const answering = panelOperations.filter(({ answer }) => !answer || !('stream' in answer));
const named = answering.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));
const unknownIds: Record<string, string> = { triggerId: `trg_${'0'.repeat(32)}`, docType: 'RUC', taxId: '20990000035' };

describe('the operations of the panel', () => {
  let panel: Panel;
  let importer: ServiceProcess;
  let users: Record<UserRole, TestUser>;
  /** People who only read: permitted calls of the others open more sessions than a user may have, and the oldest ones end. */
  let readers: Record<UserRole, TestUser>;
  /** Pages of people who are only ever refused, because a permitted call may end a session. */
  let refusedPages: Record<Caller, PanelClient>;
  /** Pages of people who may read, which ends no session. */
  const readingPages = new Map<TestUser, Promise<PanelClient>>();
  /** Reads as a stranger, so that nothing that is shown can come from earlier tests. */
  let reader: TestUser;
  /** Ids of things of a corporation that has one of each, and its own page. */
  let ids: Record<string, string>;
  let owner: PanelClient;
  const routes: string[] = [];

  beforeAll(async () => {
    panel = await openPanel({
      environment: { VIGIA_START_TIMEOUT_MS: waitingForLoads.VIGIA_START_TIMEOUT_MS },
      adapter: (settings) => {
        const adapter = gatewayAdapter(settings);
        adapter.getInstance().addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat()) if (one !== 'HEAD' && url.startsWith('/panel/')) routes.push(`${one} ${url}`);
        });
        return adapter;
      },
    });
    const { gateways } = panel;
    [importer] = await Promise.all([gateways.startImporter(), gateways.startWebhooks(), gateways.startLoading()]);
    const corporationId = await panel.newCorporation();
    const newUser = (role: UserRole, of: string | null = corporationId) => panel.newUser(of, role);
    const newUsers = async () => ({
      admin: await newUser('admin'),
      analyst: await newUser('analyst'),
      member: await newUser('member'),
      operator: await newUser('operator', null),
    });
    [users, readers] = [await newUsers(), await newUsers()];
    reader = await newStranger();
    const refusedPage = async (role: UserRole, of?: null) => pageOf(await newUser(role, of));
    refusedPages = {
      nobody: await pageOf(undefined),
      member: await refusedPage('member'),
      analyst: await refusedPage('analyst'),
      admin: await refusedPage('admin'),
      operator: await refusedPage('operator', null),
    };
    [owner, ids] = await everythingOfACorporation();
  });

  afterAll(() => panel?.stop());

  async function everythingOfACorporation(): Promise<[PanelClient, Record<string, string>]> {
    const corporationId = await panel.newCorporation();
    const { page } = await panel.newPage(corporationId);
    const { userId } = await panel.newUser(corporationId, 'member');
    const make = async (path: string, body?: object) => (await page.call('POST', path, { body })).body;
    const contract = { kind: 'one_time', startsOn: '2026-01-01', endsOn: '2099-12-31', quotaMonths: 60 };
    const operator = await pageOf(users.operator);
    const made = (await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: contract })).body;
    const { configurationId } = await createWebhook(panel.gateways.brokerUrl, corporationId, { url: 'https://receiver.invalid/hook' });
    const { triggerId } = await make(`/webhooks/${configurationId}/test`);
    const [{ deliveryId }] = (await page.get('/deliveries')).body.deliveries;
    const { accessKey } = (await make('/credentials', { name: 'ERP' })).credential;
    const { viewId } = (await make('/views', { screen: 'portfolio', name: 'Vista', search: '', isShared: true })).view;
    const taxId = freshRuc();
    const { requestId } = await make('/loads', { docType: 'RUC', taxIds: [taxId], months: 1 });
    const isListed = async () => JSON.stringify((await page.get('/portfolio')).body).includes(taxId);
    await waitUntil(isListed, { what: 'the loaded profile is in the portfolio' });
    const { sessionId } = (await page.get('/session')).body.session;
    const { contractId } = made.contract;
    const ofPeople = { corporationId, userId, sessionId, accessKey, viewId, contractId };
    return [page, { ...ofPeople, configurationId, triggerId, deliveryId, requestId, taxId }];
  }

  const newStranger = async () => panel.newUser(await panel.newCorporation(), 'admin');

  const pageOf = async (user: TestUser | undefined) => (user ? signedIn(panel.url, user) : new PanelClient(panel.url));

  const pageFor = (operation: PanelOperation, user: TestUser | undefined) => {
    if (!user || operation.method !== 'GET') return pageOf(user);
    const page = readingPages.get(user) ?? pageOf(user);
    readingPages.set(user, page);
    return page;
  };

  const call = (page: PanelClient, operation: PanelOperation, known: Record<string, string>, origin = panel.url): Promise<Answer> => {
    const path = operation.path.slice('/panel/v1'.length).replaceAll(/:([A-Za-z]+)/g, (_, name: string) => known[name] ?? randomUUID());
    const query = queries.get(operation) ?? '';
    const body = bodies.get(operation)?.() ?? operation.body?.example;
    return page.call(operation.method, `${path}${query}`, { body, headers: { origin } });
  };

  it.each(named)('$name serves exactly the callers that may call it', async ({ operation }) => {
    for (const caller of callers) {
      const refused = refusal(operation, caller);
      const permitted = operation.method === 'GET' ? readers : users;
      const page = refused ? refusedPages[caller] : await pageFor(operation, caller === 'nobody' ? undefined : permitted[caller]);
      const { status, body } = await call(page, operation, unknownIds);
      expect({ caller, status, isKeptOut: keptOut.has(body?.message), message: refused && body.message }).toEqual({
        caller,
        isKeptOut: refused !== undefined,
        message: undefined,
        status: outcome(operation),
        ...refused,
      });
    }
  });

  it.each(named)('$name shows nothing of another corporation', async ({ operation }) => {
    const stranger = operation.method === 'GET' ? reader : await newStranger();
    const { status, body } = await call(await pageFor(operation, stranger), operation, { ...ids, docType: 'RUC' });
    expect(status).toBe(refusal(operation, 'admin')?.status ?? outcome(operation));
    for (const id of Object.values(ids)) expect(JSON.stringify(body ?? '')).not.toContain(id);
  });

  it('show each of these things to its own corporation', async () => {
    const shown = [];
    for (const { operation } of named.filter(({ operation: { method, openTo } }) => method === 'GET' && openTo !== 'operator'))
      shown.push(JSON.stringify((await call(owner, operation, { ...ids, docType: 'RUC' })).body ?? ''));
    for (const [name, id] of Object.entries(ids))
      expect({ name, isShown: shown.some((text) => text.includes(id)) }).toEqual({ name, isShown: true });
  });

  it.each(named.filter(({ operation }) => operation.method !== 'GET'))('$name refuses a call from another site', async ({ operation }) => {
    const page = refusedPages[operation.openTo === 'anybody' ? 'nobody' : 'admin'];
    const { status, body } = await call(page, operation, unknownIds, 'https://elsewhere.example');
    expect({ status, message: body.message }).toEqual({ status: 403, message: 'this call must come from a page of this site' });
  });

  it.each(named)('$name refuses a parameter that it does not name', async ({ operation }) => {
    const page = refusedPages[operation.openTo === 'anybody' ? 'nobody' : 'admin'];
    const unknown = { ...operation, path: `${operation.path}?nadie` } as PanelOperation;
    const { status, body } = await call(page, unknown, unknownIds);
    expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(/^unknown parameter nadie; /) });
  });

  it('answer a page that asks for the health of twenty receivers at once', async () => {
    const { page } = await panel.newPage(await panel.newCorporation());
    const receiver = { url: 'https://receiver.invalid/hook', active: false };
    const created = await Promise.all(Array.from({ length: 20 }, () => page.call('POST', '/webhooks', { body: receiver })));
    const together = async () => {
      const held = await holdLock(panel.gateways.database, 'LOCK TABLE webhooks.delivery IN ACCESS EXCLUSIVE MODE');
      let answered = 0;
      const ask = (id: string) => page.get(`/webhooks/${id}/health`).finally(() => (answered += 1));
      const asked = created.map(({ body }) => ask(body.webhook.configurationId));
      await Promise.race([held.untilWaitedFor(), ...asked]);
      // Answered after all of them have arrived.
      await page.get('/session');
      await held.release();
      // A statement gives up after two seconds of waiting for a lock: on a busy machine, before all of them have arrived.
      const wereHeld = answered === 0;
      const answers = await Promise.all(asked);
      return wereHeld && answers;
    };
    const answers = await waitUntil(together, { what: 'no answer comes before the lock is released' });
    expect(answers.map(({ status }) => status)).toEqual(created.map(() => 200));
  });

  it('leave the email of an operator out of the log of the importer', async () => {
    const page = await pageOf(users.operator);
    const pause = '/operator/datasets/ofac_sdn/pause';
    const paused = await page.call('PUT', pause, { body: { reason: 'mantenimiento' } });
    expect(paused.body.dataset.pause.reason).toBe('mantenimiento');
    expect((await page.call('DELETE', pause)).body.dataset.pause).toBeNull();
    await waitUntil(() => ['data set paused', 'data set resumed'].every((said) => importer.output().includes(said)));
    expect(importer.output()).not.toContain(users.operator.email);
  });

  it('retire a list and a data set that only an earlier release had, once and on record, but no register that answers a source', async () => {
    const page = await pageOf(users.operator);
    await panel.gateways.database.query(
      `INSERT INTO registry.dataset (name, kind, title, publisher, licence, cadence) VALUES ('vieja', 'facts', 'x', 'x', 'x', 'by_hand');
       WITH made AS (
         INSERT INTO registry.version (dataset, state, requested_by, ended_at, label)
         SELECT dataset, 'current', 'prueba', now(), dataset || ' 1' FROM unnest('{uk,vieja,tipo_cambio}'::text[]) AS dataset
         RETURNING id, dataset)
       INSERT INTO registry.current (dataset, version) SELECT dataset, id FROM made`,
    );
    const body = { reason: 'ya no se publica' };
    const retire = async (dataset: string) => (await page.call('POST', `/operator/datasets/${dataset}/retirement`, { body })) as Answer;
    const listed = async () => (await page.get('/operator/datasets')).body;
    expect((await listed()).leftOver).toEqual(['vieja']);
    for (const dataset of ['uk', 'vieja']) {
      const { status, body: answer } = await retire(dataset);
      expect([status, answer.version]).toMatchObject([200, { dataset, state: 'pruned', label: `${dataset} 1` }]);
      const [entry] = (await page.get('/operator/audit?action=dataset.retire')).body.entries;
      expect(entry).toMatchObject({ subject: dataset, outcome: 'done', detail: body });
    }
    const { datasets, leftOver } = await listed();
    expect(leftOver).toEqual([]);
    const one = (name: string) => datasets.find(({ dataset }: { dataset: string }) => dataset === name);
    expect(one('uk')).toMatchObject({ current: null, pause: { reason: `${pauseCauses.retirement}ya no se publica` } });
    expect((await Promise.all(['uk', 'vieja', 'tipo_cambio'].map(retire))).map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(one('tipo_cambio')).toMatchObject({ current: { label: 'tipo_cambio 1' }, pause: null });
  });

  it('withdraw no version and end no pause but the one that the operator saw, and keep on record which one that was', async () => {
    const page = await pageOf(users.operator);
    const dataset = 'eu';
    const [made] = await panel.gateways.database.query<{ before: number; last: number }>(
      `WITH before AS (
         INSERT INTO registry.version (dataset, state, requested_by, ended_at, label) VALUES ($1, 'superseded', 'prueba', now(), 'eu 1') RETURNING id
       ), made AS (
         INSERT INTO registry.version (dataset, state, requested_by, ended_at, label, previous)
         SELECT $1, 'current', 'prueba', now(), 'eu 2', id FROM before RETURNING id, previous
       ), switched AS (INSERT INTO registry.current (dataset, version) SELECT $1, id FROM made)
       SELECT previous AS before, id AS last FROM made`,
      [dataset],
    );
    const { before, last } = made!;
    const rollBack = (version: number) =>
      page.call('POST', `/operator/datasets/${dataset}/rollback`, { body: { reason: 'vino incompleta', version } });
    const retire = (version: number) =>
      page.call('POST', `/operator/datasets/${dataset}/retirement`, { body: { reason: 'terminó', version } });
    const resume = (seen: Record<string, string> = {}) =>
      page.call('DELETE', `/operator/datasets/${dataset}/pause?${new URLSearchParams(seen)}`);
    const recorded = async (action: string) => (await page.get(`/operator/audit?action=${action}`)).body.entries[0];
    const changed = (version: number, inForce: number | null) => ({
      status: 409,
      body: { code: 'dataset_changed', params: { dataset, version, inForce } },
    });

    expect(await rollBack(before)).toMatchObject(changed(before, last));
    const refused = { subject: dataset, outcome: 'refused', reason: 'dataset_changed' };
    expect(await recorded('dataset.rollback')).toMatchObject({ ...refused, detail: { reason: 'vino incompleta', version: before } });
    expect(await rollBack(last)).toMatchObject({ status: 200, body: { version: { version: before } } });
    expect(await rollBack(last)).toMatchObject(changed(last, before));

    const { datasets } = (await page.get('/operator/datasets')).body;
    const { since, reason } = datasets.find((one: { dataset: string }) => one.dataset === dataset).pause;
    const replaced = { status: 409, body: { code: 'pause_changed' } };
    expect(await resume({ pausedSince: since, pauseReason: 'mantenimiento' })).toMatchObject(replaced);
    expect(await resume({ pausedSince: '2026-11-20T00:00:00-05:00', pauseReason: reason })).toMatchObject(replaced);
    for (const [field, given] of [
      ['pauseReason', { pausedSince: since }],
      ['pausedSince', { pauseReason: reason }],
    ] as const)
      expect(await resume(given)).toMatchObject({ status: 400, body: { code: 'bad_request', params: { field, rule: 'required' } } });
    const inLima = `${new Date(Date.parse(since) - 5 * 3_600_000).toISOString().slice(0, -1)}-05:00`;
    const seen = { pausedSince: inLima, pauseReason: reason };
    expect(await resume(seen)).toMatchObject({ status: 200, body: { dataset: { pause: null } } });
    expect(await recorded('dataset.resume')).toMatchObject({ subject: dataset, outcome: 'done', detail: seen });
    expect(await resume()).toMatchObject({ status: 200 });

    expect(await retire(last)).toMatchObject(changed(last, before));
    expect(await retire(before)).toMatchObject({ status: 200, body: { version: { version: before, state: 'pruned' } } });
    expect(await recorded('dataset.retire')).toMatchObject({ outcome: 'done', detail: { reason: 'terminó', version: before } });
    expect(await retire(before)).toMatchObject(changed(before, null));
  });

  it('are all routes that the gateway serves under /panel', () => {
    expect(routes.toSorted()).toEqual(panelOperations.map(({ method, path }) => `${method} ${path}`).toSorted());
    expect(new Set(routes).size).toBe(routes.length);
  });
});
