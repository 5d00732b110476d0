import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhook, freshRuc, type PanelClient, signedIn, type TestUser, waitUntil } from '@vigia/testing';
import { fingerprintOf } from '../../src/idempotency/costly-call.js';
import { waitingForLoads } from '../running/gateways.js';
import { openPanel, type Panel } from './open-panel.js';

const terms = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 100 } as const;
const once = () => ({ 'idempotency-key': randomUUID() });

describe('the panel', () => {
  let panel: Panel;
  let corporationId: string;
  let analyst: TestUser & { page: PanelClient };

  beforeAll(async () => {
    panel = await openPanel({ environment: waitingForLoads });
    await Promise.all([panel.gateways.startLoading(), panel.gateways.startWebhooks()]);
    corporationId = await panel.newCorporation();
    await panel.gateways.operator.createContract(corporationId, terms);
    analyst = await panel.newPage(corporationId, 'analyst');
  });
  afterAll(() => panel?.stop());

  const post = (path: string, body: object, headers = {}) => analyst.page.call('POST', path, { body, headers });
  const get = async (path: string) => (await analyst.page.get(path)).body;
  const finished = (requestId: string) =>
    waitUntil(
      async () => {
        const load = await get(`/loads/${requestId}`);
        return load.state === 'finished' && load;
      },
      { what: 'the load is finished' },
    );
  const load = async (body: object, headers: Record<string, string> = once()) => {
    const { status, body: begun } = await post('/loads', body, headers);
    expect(status).toBe(202);
    return finished(begun.requestId);
  };
  const available = async () => (await get('/contracts')).contracts[0].quota.available;

  it('creates a webhook once per key, shows its secret key again under that key alone, and keeps no secret with it', async () => {
    const { page } = await panel.newPage(await panel.newCorporation());
    const oauth = { tokenUrl: 'https://receiver.invalid/token', clientId: 'vigia', clientSecret: 'invented-secret' };
    const body = { url: 'https://receiver.invalid/hook', active: false, headers: '{"X-Api-Key":"invented-key"}', oauth };
    const create = (key: object, changes = {}) => page.call('POST', '/webhooks', { body: { ...body, ...changes }, headers: { ...key } });
    const key = once();
    const [first, second] = await Promise.all([create(key), create(key)]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await create(key)).body).toEqual(first.body);
    const another = [{ name: 'Otro' }, { headers: '{"X-Other-Key":"invented-key"}' }, { oauth: { ...oauth, clientSecret: undefined } }];
    for (const changes of another) {
      expect(await create(key, changes)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    }
    const others = [await create(once()), await create({})];
    const secrets = [first, ...others].map((answer) => answer.body.secretKey as string);
    expect(new Set(secrets).size).toBe(3);
    expect((await page.get('/webhooks')).body.webhooks).toHaveLength(3);
    const [kept] = await panel.gateways.database.query<{ body: string | null; fingerprint: Buffer }>(
      'SELECT body, fingerprint FROM identity.idempotency_key WHERE key = $1',
      [key['idempotency-key']],
    );
    expect(kept!.body).toBeNull();
    expect(kept!.fingerprint.equals(fingerprintOf('POST', '/panel/v1/webhooks', body))).toBe(false);
    const secret = `/webhooks/${first.body.webhook.configurationId}/secret`;
    const { secretKey } = (await page.call('POST', secret)).body;
    expect((await create(key)).body.secretKey).toBe(first.body.secretKey);
    expect((await page.call('POST', `${secret}/switch`, { body: { secretKey } })).status).toBe(200);
    expect(await create(key)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('creates a webhook under the key for which there was no place before', async () => {
    const { page } = await panel.newPage(await panel.newCorporation());
    const create = (headers = {}) => page.call('POST', '/webhooks', { body: { url: 'https://receiver.invalid/hook' }, headers });
    const [{ body }] = await Promise.all([create(), create(), create()]);
    const key = once();
    expect(await create(key)).toMatchObject({ status: 409, body: { code: 'webhook_places_taken' } });
    await page.call('PATCH', `/webhooks/${body.webhook.configurationId}`, { body: { active: false } });
    expect((await create(key)).status).toBe(200);
  });

  it('loads and charges once for a double click, and names the person in loads, statement and record', async () => {
    const ruc = freshRuc();
    const before = await available();
    const [body, key] = [{ docType: 'RUC', taxIds: [ruc, ruc], months: 3 }, once()];
    const clicks = await Promise.all([post('/loads', body, key), post('/loads', body, key)]);
    expect(clicks.map(({ status }) => status)).toEqual([202, 202]);
    const [requestId, other] = clicks.map((click) => click.body.requestId);
    expect(other).toBe(requestId);
    expect(clicks[0]!.headers.get('x-request-id')).toBe(requestId);
    const actor = `user ${analyst.email}`;
    expect(await finished(requestId)).toEqual(
      expect.objectContaining({
        kind: 'load',
        actor,
        docType: 'RUC',
        mode: 'monitoring',
        months: 3,
        counts: { loading: 0, loaded: 1, skipped: 0, failed: 0 },
        items: [
          expect.objectContaining({ docType: 'RUC', taxId: ruc, state: 'loaded', estado: 'succeeded', access: 'active', done: 17, of: 17 }),
        ],
      }),
    );
    expect(await available()).toBe(before - 3);
    const { lines } = await get('/quota/statement');
    expect(lines.filter(({ commandId }: { commandId: string }) => commandId === requestId)).toEqual([
      expect.objectContaining({ kind: 'hold', months: 3, actor }),
      expect.objectContaining({ kind: 'commit', months: 3, actor }),
    ]);
    const [row] = (await get('/loads')).loads;
    expect(row).toEqual(expect.objectContaining({ requestId, actor }));
    const admin = await panel.newPage(corporationId, 'admin');
    const entries = (await admin.page.get('/audit')).body.entries.filter(({ subject }: { subject: string }) => subject === requestId);
    expect(entries).toEqual([
      expect.objectContaining({
        actor: analyst.email,
        action: 'load.start',
        outcome: 'done',
        detail: { docType: 'RUC', months: 3, documents: 1 },
      }),
    ]);
  });

  it('counts the documents of a load with monitoring that stay queries, until they are monitored', async () => {
    const [query, fresh] = [freshRuc(), freshRuc()];
    expect(await load({ docType: 'RUC', taxIds: [query], isMonitoring: false })).toMatchObject({ onlyQueries: 0 });
    expect(await load({ docType: 'RUC', taxIds: [query], isMonitoring: false })).toMatchObject({ counts: { skipped: 1 }, onlyQueries: 0 });
    const monitored = await load({ docType: 'RUC', taxIds: [query, fresh], months: 1 });
    expect(monitored).toMatchObject({ counts: { loaded: 1, skipped: 1 }, onlyQueries: 1 });
    const listed = async () => (await get('/loads')).loads[0];
    expect(await listed()).toMatchObject({ requestId: monitored.requestId, onlyQueries: 1 });
    expect(await listed()).not.toHaveProperty('corporationId');
    expect((await post('/monitoring', { documents: [{ docType: 'RUC', taxId: query }], months: 1 }, once())).status).toBe(200);
    expect(await listed()).toMatchObject({ requestId: monitored.requestId, onlyQueries: 0 });
  });

  it('shows an operator who loaded, but neither the document nor the key of the call, which may name it', async () => {
    const ruc = freshRuc();
    const key = `alta-${ruc}`;
    const { requestId } = await load({ docType: 'RUC', taxIds: [ruc], months: 1 }, { 'idempotency-key': key });
    const linesAt = async (page: PanelClient, path: string) => {
      const { lines } = (await page.get(path)).body as { lines: { commandId: string }[] };
      return lines.filter(({ commandId }) => commandId === requestId);
    };
    const [{ contractId }] = (await get('/contracts')).contracts;
    const operator = await signedIn(panel.url, await panel.newUser(null, 'operator'));
    const shown = await linesAt(operator, `/operator/corporations/${corporationId}/contracts/${contractId}/statement`);
    const withoutKey = { actor: `user ${analyst.email}`, document: null, operation: { kind: 'load', idempotencyKey: null } };
    expect(shown).toMatchObject(['hold', 'commit'].map((kind) => ({ kind, ...withoutKey })));
    expect(JSON.stringify(shown)).not.toContain(ruc);
    const own = await linesAt(analyst.page, '/quota/statement');
    expect(own).toMatchObject(['hold', 'commit'].map((kind) => ({ kind, operation: { idempotencyKey: key } })));
  });

  it('previews what a load then costs', async () => {
    const body = { docType: 'RUC', taxIds: [freshRuc()], months: 2 };
    const { availableBefore, availableAfter, documents } = (await post('/loads/preview', body)).body;
    expect(documents).toEqual([expect.objectContaining({ action: 'load', deducted: 2 })]);
    expect(await available()).toBe(availableBefore);
    await load(body);
    expect(await available()).toBe(availableAfter);
  });

  it('reports which profiles an update could not refresh, and why, in codes', async () => {
    const [known, unknown] = [freshRuc(), freshRuc()];
    await load({ docType: 'RUC', taxIds: [known], months: 1 });
    const preview = (await post('/updates/preview', { taxIds: [known, unknown] })).body;
    expect(preview.documents.map(({ action }: { action: string }) => action)).toEqual(['refresh', 'none']);
    const { status, body } = await post('/updates', { taxIds: [known, unknown] }, once());
    expect(status).toBe(202);
    const { kind, items } = await finished(body.requestId);
    expect(kind).toBe('update');
    expect(
      Object.fromEntries(items.map((item: { taxId: string; state: string; reason: string }) => [item.taxId, [item.state, item.reason]])),
    ).toEqual({ [known]: ['loaded', null], [unknown]: ['skipped', 'not_active'] });
  });

  it('turns a query into monitoring once, however often it is named, at the previewed cost, or refuses with what would fit', async () => {
    const ruc = freshRuc();
    await load({ docType: 'RUC', taxIds: [ruc], isMonitoring: false });
    const documents = [1, 2].map(() => ({ docType: 'RUC', taxId: ruc }));
    const preview = (await post('/monitoring/preview', { documents, months: 4 })).body;
    expect(preview.documents).toEqual([expect.objectContaining({ action: 'activate', deducted: 4 })]);
    expect(await available()).toBe(preview.availableBefore);
    const key = once();
    for (let click = 1; click <= 2; click += 1) {
      const { status, body } = await post('/monitoring', { documents, months: 4 }, key);
      expect({ status, body }).toEqual({
        status: 200,
        body: { outcome: 'activated', months: 4, profiles: 1, expiresOn: expect.any(String) },
      });
    }
    expect(await available()).toBe(preview.availableAfter);
    const [{ detail }] = (await (await panel.newPage(corporationId, 'admin')).page.get('/audit?action=monitoring')).body.entries;
    expect(detail).toEqual({ months: 4, documents: 1 });

    const poor = await panel.newCorporation();
    await panel.gateways.operator.createContract(poor, { ...terms, quotaMonths: 2 });
    const { page } = await panel.newPage(poor, 'analyst');
    const started = await page.call('POST', '/loads', { body: { docType: 'RUC', taxIds: [ruc], isMonitoring: false } });
    await waitUntil(async () => (await page.get(`/loads/${started.body.requestId}`)).body.state === 'finished', { what: 'the load' });
    const dear = { body: { documents, months: 4 }, headers: once() };
    for (let click = 1; click <= 2; click += 1) {
      const refused = await page.call('POST', '/monitoring', dear);
      expect({ status: refused.status, code: refused.body.code, params: refused.body.params }).toEqual({
        status: 409,
        code: 'quota_insufficient',
        params: expect.objectContaining({ available: 2, fittingMonths: 2 }),
      });
    }
  });

  it('begins nothing for a list with an invalid document, nor for monitoring of a profile that is not in the portfolio', async () => {
    const begun = async () => [await get('/loads'), await available(), await get('/quota/statement')];
    const before = await begun();
    const wrong = await post('/loads', { docType: 'RUC', taxIds: [freshRuc(), '20990000010'] }, once());
    expect({ status: wrong.status, message: wrong.body.message }).toEqual({ status: 400, message: 'taxId is not a valid RUC' });
    const absent = freshRuc();
    const elsewhere = await post('/monitoring', { documents: [{ docType: 'RUC', taxId: absent }] }, once());
    expect({ status: elsewhere.status, message: elsewhere.body.message }).toEqual({
      status: 409,
      message: `${absent} is not in your portfolio: load it`,
    });
    expect(await begun()).toEqual(before);
  });

  it('triggers an event once, and charges its load to the person who asked for it', async () => {
    const [ruc, key] = [freshRuc(), once()];
    const body = { docType: 'RUC', taxId: ruc };
    const early = await post('/events', body, key);
    expect([early.status, early.body.code]).toEqual([400, 'webhook_not_configured']);
    await createWebhook(panel.gateways.brokerUrl, corporationId, { url: 'https://receiver.invalid/hook' });
    const [{ deducted }] = (await post('/loads/preview', { docType: 'RUC', taxIds: [ruc] })).body.documents;
    const before = await available();
    const { clicks, other } = await panel.gateways.operator.whilePaused('identificacion', async () => ({
      clicks: await Promise.all([post('/events', body, key), post('/events', body, key)]),
      other: await post('/events', body, once()),
    }));
    const requestId = String(clicks[0]!.headers.get('x-request-id'));
    const triggerId = `trg_${requestId.replaceAll('-', '')}`;
    for (const { status, body: said } of clicks) expect({ status, said }).toEqual({ status: 202, said: { triggerId, loading: true } });
    expect(other.body).toMatchObject({ code: 'webhook_loading', params: { taxId: ruc } });
    const told = await waitUntil(async () => (await get(`/events?triggerId=${triggerId}&state=DISPATCHED`)).events[0] ?? false, {
      what: 'the event is dispatched',
    });
    expect(told).toMatchObject({ taxId: ruc, isTest: false, loadState: 'succeeded' });
    expect(await available()).toBe(before - deducted);
    const actor = `user ${analyst.email}`;
    expect((await get('/loads')).loads[0]).toMatchObject({ actor, counts: { loaded: 1 } });
    const { lines } = await get('/quota/statement');
    const own = lines.filter(({ commandId }: { commandId: string }) => commandId === requestId);
    expect(own.at(-1)).toMatchObject({ kind: 'commit', months: deducted, actor });
    const admin = await panel.newPage(corporationId, 'admin');
    const { entries } = (await admin.page.get('/audit?action=event')).body;
    expect(entries.map(({ subject, outcome }: { subject: string; outcome: string }) => [subject === requestId, outcome])).toEqual([
      [false, 'refused'],
      [true, 'done'],
      [true, 'refused'],
    ]);
    expect(entries[1].detail).toEqual({ docType: 'RUC', documents: 1 });
    const active = await post('/events', body, once());
    expect([active.status, active.body.loading]).toEqual([202, false]);
  });

  it('tells the right to each document that a load left, or would leave, as it is', async () => {
    const [query, loading, unknown] = [freshRuc(), freshRuc(), freshRuc()];
    await load({ docType: 'RUC', taxIds: [query], isMonitoring: false });
    await panel.gateways.operator.whilePaused('trabajadores', async () => {
      const { body } = await post('/loads', { docType: 'RUC', taxIds: [loading], isMonitoring: false }, once());
      await waitUntil(async () => (await get(`/loads/${body.requestId}`)).items[0].access === 'pending', {
        what: 'the document is loading',
      });
      const previewed = await post('/loads/preview', { docType: 'RUC', taxIds: [query, loading, unknown], months: 1 });
      expect(previewed.body.documents).toEqual([
        expect.objectContaining({ action: 'keep', access: { state: 'active', mode: 'query', expiresAt: expect.any(String) } }),
        expect.objectContaining({ action: 'keep', access: expect.objectContaining({ state: 'pending', mode: 'query' }) }),
        expect.objectContaining({ taxId: unknown, access: null }),
      ]);
    });
    const { items } = await load({ docType: 'RUC', taxIds: [query], months: 1 });
    expect(items).toEqual([expect.objectContaining({ state: 'skipped', access: 'active', mode: 'query', expiresAt: expect.any(String) })]);
  });

  it('exports the outcome of several requests as one file, without those of another corporation', async () => {
    const [good, bad] = [freshRuc(), '20990000094'];
    const first = await load({ docType: 'RUC', taxIds: [good, bad], isMonitoring: false });
    const second = await load({ docType: 'RUC', taxIds: [good], isMonitoring: false });
    const download = (rest: string) => analyst.page.get(`/loads/${first.requestId}.csv${rest}`);
    const { status, headers, body: text } = await download(`?with=${second.requestId}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="vigia-carga-${first.requestId.slice(0, 8)}.csv"`);
    const [heading, ...rows] = text.trimEnd().split('\r\n');
    expect(heading).toBe('documento,resultado,explicacion,codigo,meses_que_caben,acceso,fuentes_respondidas,fuentes_consultadas,solicitud');
    expect(rows.toSorted()).toEqual(
      [
        `RUC ${good},Listo,,,,Activo,17,17,${first.requestId}`,
        `RUC ${bad},No se cargó,Ningún contribuyente estaba registrado con este documento.,taxpayer_not_found,,No se activó,17,17,${first.requestId}`,
        `RUC ${good},Sin cambios,Ya estaba en el portafolio.,already_in_portfolio,,Activo,,,${second.requestId}`,
      ].toSorted(),
    );
    const stranger = await panel.newPage(await panel.newCorporation(), 'admin');
    expect((await stranger.page.get(`/loads/${first.requestId}.csv`)).status).toBe(404);
    const strange = await stranger.page.call('POST', '/loads', { body: { docType: 'RUC', taxIds: [good] } });
    expect((await download(`?with=${strange.body.requestId}`)).status).toBe(404);
  });

  it('lists loads in pages, and only those of its corporation', async () => {
    const all = (await get('/loads')).loads.map(({ requestId }: { requestId: string }) => requestId);
    const first = await get('/loads?limit=2');
    const second = await get(`/loads?limit=2&before=${first.older}`);
    const seen = [...first.loads, ...second.loads].map(({ requestId }) => requestId);
    expect(seen).toEqual(all.slice(0, 4));
    expect((await get(`/loads?after=${second.newer}&limit=2`)).loads).toEqual(first.loads);
    const stranger = await panel.newPage(await panel.newCorporation(), 'admin');
    expect((await stranger.page.get(`/loads/${all[0]}`)).status).toBe(404);
    expect((await stranger.page.get('/loads')).body.loads).toEqual([]);
  });
});
