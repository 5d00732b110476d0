import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import {
  ApiClient,
  createUser,
  livingSystem,
  PanelClient,
  signedIn,
  startWebhookReceiver,
  waitUntil,
  type ReceivedWebhook,
  type System,
  type WebhookReceiver,
} from '@vigia/testing';
import { pasteInto, shellBlocks } from '../../src/readme/pasted-page.js';
import { repository } from '../../src/standalone/running-product.js';

const taxId = '20990000019';
const needsAdmin = { status: 403, body: { message: 'this needs the role admin' } };

describe('webhooks in the panel', () => {
  let system: System;
  let receiver: WebhookReceiver;
  let client: ApiClient;
  let corporationId: string;
  let admin: PanelClient;
  let member: PanelClient;
  let stranger: PanelClient;
  /** The status that the receiver answers on a path, if it is not 200. */
  const statuses = new Map<string, number>();
  let mayAnswer = Promise.resolve();

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    receiver = await startWebhookReceiver(
      (response, path) => void mayAnswer.then(() => response.writeHead(statuses.get(path) ?? 200).end()),
    );
    const baseUrl = system.replicas('gateway')[0]!.url;
    const page = async (role: 'admin' | 'member', of: string) =>
      signedIn(baseUrl, await createUser({ brokerUrl: system.brokerUrl, baseUrl }, { corporationId: of, role }));
    const corporation = await system.createCorporation('monthly');
    client = new ApiClient(baseUrl, corporation);
    corporationId = corporation.corporationId;
    admin = await page('admin', corporationId);
    member = await page('member', corporationId);
    stranger = await page('admin', (await system.createCorporation('monthly')).corporationId);
  });

  afterAll(async () => {
    receiver?.close();
    await system?.stop();
  });

  const create = (path: string, given: object = {}) =>
    admin.call('POST', '/webhooks', { body: { url: `${receiver.url}${path}`, ...given } });
  const edit = (id: string, body: object) => admin.call('PATCH', `/webhooks/${id}`, { body });
  const switchOffAll = async () => {
    for (const { configurationId } of (await admin.get('/webhooks')).body.webhooks) await edit(configurationId, { active: false });
  };

  /** Creates a webhook on a path of its own, and a trigger whose delivery ends. */
  async function told(status: number) {
    await switchOffAll();
    const path = `/${randomUUID()}`;
    statuses.set(path, status);
    const { webhook, secretKey } = (await create(path)).body;
    const { triggerId } = (await client.trigger(taxId)).body.data;
    const delivery = await closed(triggerId);
    return { path, webhook, secretKey, triggerId, delivery, sent: receiver.received.filter((one) => one.path === path) };
  }

  const closed = (triggerId: string) =>
    waitUntil(async () => {
      const { events } = (await admin.get(`/events?triggerId=${triggerId}`)).body;
      const [delivery] = events[0]?.deliveries ?? [];
      return delivery !== undefined && delivery.health !== 'PENDING' && delivery;
    });

  it('are created with a secret key that is shown once and signs, and with headers that are never shown', async () => {
    await switchOffAll();
    const created = await create('/first', { name: 'Cartera', payloadVersion: 'v2', headers: '{"X-Api-Key":"canary-of-a-header"}' });
    expect(created).toMatchObject({
      status: 200,
      body: { secretKey: expect.stringMatching(/^whsec_/), webhook: { name: 'Cartera', payloadVersion: 'v2', headerNames: ['X-Api-Key'] } },
    });
    const { secretKey, webhook } = created.body;
    for (const page of [admin, member]) {
      const listed = JSON.stringify((await page.get('/webhooks')).body);
      expect(listed).toContain(webhook.configurationId);
      for (const secret of [secretKey, 'canary-of-a-header']) expect(listed).not.toContain(secret);
    }
    const { triggerId } = (await admin.call('POST', `/webhooks/${webhook.configurationId}/test`)).body;
    expect(await closed(triggerId)).toMatchObject({ health: 'SUCCEEDED', attempts: 1 });
    const [{ body, headers }] = receiver.received.filter(({ path }) => path === '/first') as [ReceivedWebhook];
    expect(await verify(secretKey, body.toString(), String(headers['x-service-signature']))).toBe(true);
    expect(headers['x-api-key']).toBe('canary-of-a-header');
    expect((await admin.get(`/events?triggerId=${triggerId}`)).body.events).toMatchObject([{ isTest: true }]);
  });

  it('are edited field by field: omitted fields stay, also a client secret, and OAuth is one field', async () => {
    await switchOffAll();
    const oauth = { tokenUrl: `${receiver.url}/token`, clientId: 'vigia', clientSecret: 'canary-of-a-client' };
    const ofToken = { audience: 'https://api.example', scope: 'all' };
    const { configurationId } = (await create('/edited', { headers: '{"X-A":"1"}', oauth: { ...oauth, ...ofToken } })).body.webhook;
    expect((await edit(configurationId, { description: 'nueva' })).body.webhook.oauth).toMatchObject(ofToken);
    const kept = { headerNames: ['X-A'], oauth: { clientId: 'otro', audience: null, scope: null }, url: `${receiver.url}/edited` };
    const renamed = await edit(configurationId, { name: 'Nueva', oauth: { ...oauth, clientId: 'otro', clientSecret: '' } });
    expect(renamed).toMatchObject({ status: 200, body: { webhook: { name: 'Nueva', ...kept } } });
    expect(await edit(configurationId, { headers: null, oauth: null, active: false })).toMatchObject({
      body: { webhook: { name: 'Nueva', headerNames: [], oauth: null, active: false } },
    });
    expect(await edit(configurationId, { oauth: { ...oauth, clientSecret: '' } })).toMatchObject({
      status: 400,
      body: { message: 'OAuth 2.0 needs a client secret' },
    });
    for (const headers of ['{"X-A":', '[]', '{"Host":"x"}']) expect((await edit(configurationId, { headers })).status).toBe(400);
  });

  it('are edited only as they were read, if the edit says when that was', async () => {
    await switchOffAll();
    const [read, moved] = [`${receiver.url}/read`, `http://localhost:${new URL(receiver.url).port}/moved`];
    const { configurationId, updatedAt } = (await create('/read', { active: false })).body.webhook;
    const renamed = await edit(configurationId, { name: 'Cartera', expectedUpdatedAt: updatedAt });
    expect(renamed).toMatchObject({ status: 200, body: { webhook: { name: 'Cartera', url: read } } });
    const sentAgain = await edit(configurationId, { name: 'Cartera', expectedUpdatedAt: updatedAt });
    expect(sentAgain).toMatchObject({ status: 200, body: renamed.body });
    expect((await edit(configurationId, { url: moved })).status).toBe(200);
    const forTheServerThatWasRead = { headers: '{"X-Api-Key":"1"}', expectedUpdatedAt: renamed.body.webhook.updatedAt };
    expect(await edit(configurationId, forTheServerThatWasRead)).toMatchObject({ status: 409, body: { code: 'webhook_changed' } });
    const { webhooks } = (await admin.get('/webhooks')).body;
    const now = webhooks.find((one: { configurationId: string }) => one.configurationId === configurationId);
    expect(now).toMatchObject({ url: moved, headerNames: [], name: 'Cartera' });
    const again = { ...forTheServerThatWasRead, expectedUpdatedAt: now.updatedAt };
    expect(await edit(configurationId, again)).toMatchObject({ status: 200, body: { webhook: { headerNames: ['X-Api-Key'] } } });
    expect(await edit(randomUUID(), again)).toMatchObject({ status: 404 });
  });

  it('are limited to three active ones', async () => {
    await switchOffAll();
    for (const path of ['/1', '/2', '/3']) expect((await create(path)).status).toBe(200);
    expect(await create('/4')).toMatchObject({ status: 409, body: { message: expect.stringContaining('three webhook') } });
    expect((await create('/4', { active: false })).status).toBe(200);
  });

  it('show the health of a delivery apart from the state of the load, with the attempts', async () => {
    const { delivery, triggerId, webhook } = await told(500);
    expect(delivery).toMatchObject({ health: 'FAILED', loadState: 'succeeded', attempts: 2, nextAttemptAt: null });
    expect((await member.get(`/events?triggerId=${triggerId}&taxId=${taxId}`)).body.events).toMatchObject([
      { triggerId, taxId, isTest: false, state: 'DISPATCHED', loadState: 'succeeded', deliveries: [delivery] },
    ]);
    const filtered = `/deliveries?configurationId=${webhook.configurationId}&health=`;
    expect((await member.get(`${filtered}FAILED`)).body.deliveries).toEqual([delivery]);
    expect((await member.get(`${filtered}SUCCEEDED`)).body.deliveries).toEqual([]);
    const { attempts } = (await member.get(`/deliveries/${delivery.deliveryId}/attempts`)).body;
    expect(attempts).toMatchObject([
      { number: 1, state: 'FAILED', status: 500, failure: 'http', isManual: false, totalMs: expect.any(Number) },
      { number: 2, state: 'FAILED', status: 500 },
    ]);
  });

  it('resend one delivery, and recover failed ones after a count of them', async () => {
    const { delivery, webhook, path } = await told(500);
    statuses.delete(path);
    const since = new Date(Date.now() - 60_000).toISOString();
    const place = `/webhooks/${webhook.configurationId}`;
    expect((await member.get(`${place}/recoverable?since=${since}`)).body).toEqual({ count: 1 });
    expect((await member.get(`${place}/recoverable?since=${new Date(Date.now() + 60_000).toISOString()}`)).body).toEqual({ count: 0 });
    expect((await admin.call('POST', `${place}/recover`, { body: { since } })).body).toEqual({ count: 1 });
    expect(await closed(delivery.triggerId)).toMatchObject({ health: 'SUCCEEDED', attempts: 3 });
    expect((await member.get(`${place}/recoverable?since=${since}`)).body).toEqual({ count: 0 });

    let answer = () => {};
    mayAnswer = new Promise((resolve) => (answer = resolve));
    const resent = await admin.call('POST', `/deliveries/${delivery.deliveryId}/resend`);
    answer();
    expect(resent).toMatchObject({ status: 200, body: { delivery: { deliveryId: delivery.deliveryId, health: 'PENDING' } } });
    expect(await closed(delivery.triggerId)).toMatchObject({ health: 'SUCCEEDED', attempts: 4 });
    const bodies = receiver.received.filter((one) => one.path === path).map((one) => one.body.toString());
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies).size).toBe(1);
  });

  it('return the body of a delivery byte for byte, and explain a wrong signature', async () => {
    const { delivery, secretKey, sent } = await told(200);
    const text = (sent[0] as ReceivedWebhook).body.toString();
    const body = await member.get(`/deliveries/${delivery.deliveryId}/body`);
    expect(body).toMatchObject({ status: 200, body: text });
    expect(body.headers.get('content-disposition')).toBe(`attachment; filename="${delivery.deliveryId}.json"`);
    expect(body.headers.get('x-body-sha256')).toBe(createHash('sha256').update(text).digest('hex'));

    const sign = (bytes: string) => `sha256=${createHmac('sha256', secretKey).update(bytes).digest('hex')}`;
    const check = async (given: object) =>
      (await member.call('POST', `/deliveries/${delivery.deliveryId}/signature-check`, { body: given })).body;
    expect(await check({ signature: sign(text) })).toEqual({ finding: 'match' });
    expect(await check({ signature: sign(`${text}\n`) })).toEqual({ finding: 'trailing_newline' });
    // Larger than any other body that the panel takes.
    const changed = `${text}${' '.repeat(200_000)}x`;
    const receivedBody = Buffer.from(changed).toString('base64');
    expect(await check({ signature: sign(changed), receivedBody })).toEqual({ finding: 'body_changed' });

    await system.database.query('UPDATE webhooks.payload SET body = NULL WHERE trigger_id = $1', [delivery.triggerId]);
    const purged = await member.get(`/deliveries/${delivery.deliveryId}/body`);
    expect(purged).toMatchObject({ status: 409, body: { message: 'the body of this delivery is no longer kept' } });
    expect(purged.headers.get('x-body-sha256')).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('have a signature check that works as documented for receivers', async () => {
    const { delivery, sent } = await told(200);
    const { body, headers } = sent[0] as ReceivedWebhook;
    const folder = mkdtempSync(join(tmpdir(), 'vigia-receivers-'));
    try {
      writeFileSync(join(folder, 'body.json'), body);
      mkdirSync(join(folder, '.vigia'));
      writeFileSync(join(folder, '.vigia/cookies'), `Set-Cookie: ${member.cookie}\n`);
      const given = `BASE=${member.baseUrl} DELIVERY_ID=${delivery.deliveryId} SIGNATURE=${String(headers['x-service-signature'])}`;
      const page = readFileSync(join(repository, 'docs/receivers.md'), 'utf8');
      const blocks = shellBlocks(page, 'When a signature does not match');
      expect(blocks).toHaveLength(1);
      await pasteInto(folder, [given, ...blocks]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('preview what a past trigger would send now, in both versions', async () => {
    const { triggerId } = await told(200);
    const { v1, v2 } = (await member.get(`/events/${triggerId}/preview`)).body;
    expect(JSON.parse(v1)).toMatchObject({ taxId, profileLoadStatus: 'succeeded', data: { taxId } });
    expect(JSON.parse(v2)).toMatchObject({ taxId, data: { estado: 'succeeded', identificacion: { statusCode: 'SH10' } } });
  });

  it('run a preflight that stores no event', async () => {
    await switchOffAll();
    const { configurationId } = (await create('/tried')).body.webhook;
    const before = (await admin.get('/events')).body.newer;
    const { steps } = (await admin.call('POST', `/webhooks/${configurationId}/preflight`)).body;
    expect(steps).toMatchObject([
      { step: 'address', ok: true },
      { step: 'answer', ok: true },
    ]);
    expect((await admin.get(`/events?after=${before}`)).body.events).toEqual([]);
  });

  it('have deliveries in pages that neither repeat nor miss a row while others come', async () => {
    await switchOffAll();
    const { configurationId } = (await create('/paged')).body.webhook;
    const test = async () => (await admin.call('POST', `/webhooks/${configurationId}/test`)).body.triggerId as string;
    const triggers: string[] = [];
    for (let i = 0; i < 5; i += 1) triggers.unshift(await test());
    const list = async (query: string) => (await member.get(`/deliveries?configurationId=${configurationId}&${query}`)).body;
    const idsOf = ({ deliveries }: { deliveries: { triggerId: string }[] }) => deliveries.map(({ triggerId }) => triggerId);
    const first = await list('limit=2');
    const later = [await test(), await test(), await test()];
    const second = await list(`limit=2&before=${first.older}`);
    const third = await list(`limit=2&before=${second.older}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(triggers);
    expect(third.older).toBeNull();
    // Upwards, the page next to the known rows comes first.
    const upwards = await list(`limit=2&after=${first.newer}`);
    expect(idsOf(upwards)).toEqual([later[1], later[0]]);
    expect(idsOf(await list(`after=${upwards.newer}`))).toEqual([later[2]]);
  });

  it('are changed by administrators only', async () => {
    const { delivery, webhook } = await told(200);
    const place = `/webhooks/${webhook.configurationId}`;
    const changes: [method: string, path: string, body?: object][] = [
      ['POST', '/webhooks', { url: 'https://cliente.example' }],
      ['PATCH', place, { active: false }],
      ['POST', `${place}/test`],
      ['POST', `${place}/preflight`],
      ['POST', `${place}/recover`, { since: '2026-01-01T00:00:00Z' }],
      ['POST', `/deliveries/${delivery.deliveryId}/resend`],
    ];
    for (const [method, path, body] of changes) {
      expect({ path, ...(await member.call(method, path, body && { body })) }).toMatchObject({ path, ...needsAdmin });
    }
  });

  it('of another corporation are answered like webhooks that do not exist', async () => {
    const { delivery, webhook, triggerId } = await told(200);
    const unknown = randomUUID();
    const calls: [method: string, path: (ids: { hook: string; delivery: string; trigger: string }) => string, body?: object][] = [
      ['PATCH', ({ hook }) => `/webhooks/${hook}`, { active: false }],
      ['POST', ({ hook }) => `/webhooks/${hook}/test`],
      ['POST', ({ hook }) => `/webhooks/${hook}/preflight`],
      ['GET', ({ hook }) => `/webhooks/${hook}/recoverable?since=2026-01-01T00:00:00Z`],
      ['POST', ({ hook }) => `/webhooks/${hook}/recover`, { since: '2026-01-01T00:00:00Z' }],
      ['GET', ({ delivery: one }) => `/deliveries/${one}/attempts`],
      ['GET', ({ delivery: one }) => `/deliveries/${one}/body`],
      ['POST', ({ delivery: one }) => `/deliveries/${one}/resend`],
      ['POST', ({ delivery: one }) => `/deliveries/${one}/signature-check`, { signature: 'x' }],
      ['GET', ({ trigger }) => `/events/${trigger}/preview`],
    ];
    const theirs = { hook: webhook.configurationId, delivery: delivery.deliveryId, trigger: triggerId };
    const nobodys = { hook: unknown, delivery: unknown, trigger: `trg_${'0'.repeat(32)}` };
    for (const [method, path, body] of calls) {
      const [other, none] = [
        await stranger.call(method, path(theirs), body && { body }),
        await stranger.call(method, path(nobodys), body && { body }),
      ];
      expect({ path: path(theirs), status: other.status, body: other.body }).toEqual({ path: path(theirs), status: 404, body: none.body });
    }
    for (const path of ['/webhooks', '/events', '/deliveries', `/events?triggerId=${triggerId}`]) {
      expect(JSON.stringify((await stranger.get(path)).body)).not.toContain(webhook.configurationId);
    }
  });

  it('leave the mark of the document on the log line of a body that somebody reads', async () => {
    const { delivery, triggerId } = await told(200);
    const [gateway] = system.replicas('gateway');
    const markOn = async (headers: Headers) => {
      const id = `"correlationId":"${headers.get('x-correlation-id')}"`;
      const ofCall = (line: string) => line.includes(id) && line.includes('"msg":"request"');
      const line = await waitUntil(() => gateway!.output().split('\n').find(ofCall), { what: 'the line of a request' });
      return JSON.parse(line.slice(line.indexOf('{'))) as { document?: string; userId?: string };
    };
    const { document } = await markOn((await client.summary(taxId)).headers);
    expect(document).toMatch(/^[0-9a-f]{12}$/);
    for (const path of [`/deliveries/${delivery.deliveryId}/body`, `/events/${triggerId}/preview`])
      expect(await markOn((await member.call('GET', path)).headers)).toMatchObject({ document, userId: expect.any(String) });
  });

  it('leave an audit entry of each change, without a secret', async () => {
    const { webhook } = await told(200);
    await edit(webhook.configurationId, { name: 'Otra', headers: '{"X-Api-Key":"canary-of-a-header"}', active: false });
    await edit(webhook.configurationId, { url: 'ftp://cliente.example' });
    const { entries } = (await admin.get('/audit?limit=3')).body;
    expect(entries).toMatchObject([
      { action: 'webhook.edit', subject: webhook.configurationId, outcome: 'refused', reason: 'bad_request' },
      {
        action: 'webhook.edit',
        subject: webhook.configurationId,
        detail: { fields: ['name', 'headers', 'active'], active: false },
        outcome: 'done',
      },
      { action: 'webhook.create', subject: webhook.configurationId, outcome: 'done' },
    ]);
    const [origin] = /^https?:\/\/[^/]+/.exec(receiver.url)!;
    expect(entries.map(({ detail }: { detail: object }) => detail)).toEqual([
      { fields: ['url'], server: 'ftp://cliente.example', serverBefore: origin },
      { fields: ['name', 'headers', 'active'], active: false },
      { fields: ['url'], server: origin },
    ]);
    const oauth = { tokenUrl: `${receiver.url}/canary-of-a-path?key=canary-of-a-query`, clientId: 'c', clientSecret: 'canary-of-a-secret' };
    await edit(webhook.configurationId, { url: `${receiver.url}/canary-of-a-path?key=canary-of-a-query`, oauth });
    await edit(webhook.configurationId, { oauth: null });
    const { entries: later } = (await admin.get('/audit?limit=2')).body;
    expect(later).toMatchObject([
      { detail: { fields: ['oauth'], tokenServerBefore: origin }, outcome: 'done' },
      { detail: { fields: ['url', 'oauth'], server: origin, serverBefore: origin, tokenServer: origin }, outcome: 'done' },
    ]);
    expect(JSON.stringify(await system.database.query('SELECT * FROM identity.audit_entry'))).not.toContain('canary-of-a');
  });
});
