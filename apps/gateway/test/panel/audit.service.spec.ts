import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { connectBroker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { holdLock, PanelClient, signedIn, waitUntil, type TestUser } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

describe('the audit record', () => {
  let panel: Panel;
  let corporationId: string;
  let admin: TestUser & { page: PanelClient };

  beforeAll(async () => {
    panel = await openPanel({ environment: { VIGIA_TRUSTED_PROXIES: '127.0.0.0/8' } });
    corporationId = await panel.newCorporation();
    admin = await panel.newPage(corporationId, 'admin');
  });

  afterAll(() => panel?.stop());

  const entries = async (query = '') => (await admin.page.get(`/audit${query}`)).body.entries;

  it('contains who did what to what, from where and with which outcome', async () => {
    const { userId, email } = admin;
    const created = await admin.page.call('POST', '/users', { body: { email: 'sol@prueba.example', name: 'Sol', role: 'member' } });
    const solId = created.body.user.userId;
    await admin.page.call('PATCH', `/users/${solId}`, { body: { role: 'admin' } });
    await admin.page.call('PATCH', `/users/${solId}`, { body: { active: false } });
    await admin.page.call('PATCH', `/users/${userId}`, { body: { role: 'member' } });
    const own = { userId, actor: email, address: '127.0.0.1' };
    expect(await entries()).toMatchObject([
      { ...own, action: 'user.change', subject: userId, detail: { role: 'member' }, outcome: 'refused', reason: 'last_admin' },
      { ...own, action: 'user.change', subject: solId, detail: { active: false }, outcome: 'done', reason: null },
      { ...own, action: 'user.change', subject: solId, detail: { role: 'admin' }, outcome: 'done' },
      { ...own, action: 'user.create', subject: solId, subjectName: 'Sol', detail: { email: 'sol@prueba.example', role: 'member' } },
      { ...own, action: 'session.open', outcome: 'done' },
      { ...own, action: 'password.set', outcome: 'done' },
      { userId: null, actor: 'operator', address: null, action: 'user.create', subject: userId, detail: { email }, outcome: 'done' },
      { userId: null, actor: 'operator', address: null, action: 'credential.create', outcome: 'done' },
    ]);
  });

  it('has the correlation id of the call, by which its lines are found in the log', async () => {
    const { headers } = await admin.page.call('POST', '/users', { body: { email: 'luz@prueba.example', name: 'Luz', role: 'member' } });
    const correlationId = headers.get('x-correlation-id');
    const [entry] = await entries('?limit=1');
    expect(entry).toMatchObject({ action: 'user.create', correlationId });
    const line = await waitUntil(() =>
      panel.gateways
        .log()
        .split('\n')
        .find((one) => one.includes(`"correlationId":"${correlationId}"`)),
    );
    expect(JSON.parse(line)).toMatchObject({ msg: 'request', route: '/panel/v1/users', userId: admin.userId, corporationId });
  });

  it('knows the outcome of a recovery of thousands of deliveries, for which the dispatcher has most of a minute', async () => {
    const waits: number[] = [];
    const { brokerUrl: url } = panel.gateways;
    const broker = await connectBroker({ url, service: 'test-owner', logger: createLogger('test', { level: 'silent' }) });
    try {
      broker.startWorker('webhook-dispatcher-requests', {
        concurrency: 1,
        timeoutMs: 10_000,
        async handle({ id, data }) {
          const { sentAt, deadlineAt, replyTo } = data as { sentAt: number; deadlineAt: number; replyTo: string };
          waits.push(Math.round((deadlineAt - sentAt) / 1_000));
          await broker.replies.post(replyTo, { kind: 'answer', id, value: { count: 50_000 } });
        },
      });
      const { page } = await panel.newPage(await panel.newCorporation(), 'admin');
      const configurationId = randomUUID();
      const { body } = await page.call('POST', `/webhooks/${configurationId}/recover`, { body: { since: '2026-11-20T00:00:00-05:00' } });
      expect([body, waits]).toEqual([{ count: 50_000 }, [50]]);
      const [latest] = (await page.get('/audit')).body.entries;
      expect(latest).toMatchObject({ action: 'webhook.recover', subject: configurationId, outcome: 'done' });
    } finally {
      await broker.close();
    }
  });

  it('contains no password, token or hash', async () => {
    const newPassword = 'una frase que no se anota';
    await admin.page.call('PUT', '/password', { body: { currentPassword: admin.password, newPassword } });
    const { passwordLink, user } = (
      await admin.page.call('POST', '/users', { body: { email: 'mar@prueba.example', name: 'Mar', role: 'member' } })
    ).body;
    const rows = JSON.stringify(await panel.gateways.database.query('SELECT * FROM identity.audit_entry'));
    expect(rows).toContain('password.change');
    expect(rows).toContain(user.email);
    for (const secret of [admin.password, newPassword, passwordLink.token, String(admin.page.cookie).split('=')[1], 'argon2']) {
      expect(rows).not.toContain(secret);
    }
    expect(panel.gateways.log()).not.toContain(newPassword);
  });

  it('stops growing when the acts of a person are refused again and again, who has to wait for a moment', async () => {
    const owner = await panel.newCorporation();
    const { page, userId } = await panel.newPage(owner, 'admin');
    const statuses: number[] = [];
    for (let n = 0; n < 90; n += 1) statuses.push((await page.call('DELETE', '/credentials/vk_000000000000000000000000')).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    const [{ count }] = (await panel.gateways.database.query(
      `SELECT count(*)::int FROM identity.audit_entry WHERE user_id = $1 AND action = 'credential.revoke'`,
      [userId],
    )) as [{ count: number }];
    expect(count).toBe(statuses.filter((status) => status === 404).length);
    expect((await page.get('/credentials')).status).toBe(200);
  });

  it('stops growing when a program acts for a person without end, who can still sign out', async () => {
    const { page, userId } = await panel.newPage(await panel.newCorporation(), 'member');
    const view = { screen: 'portfolio', name: 'Propia', search: '', isShared: false };
    const { viewId } = (await page.call('POST', '/views', { body: view })).body.view;
    const renamed = () => page.call('PATCH', `/views/${viewId}`, { body: { name: 'Otra' } });
    const startedAt = performance.now();
    const statuses: number[] = [];
    // Fewer at a time than may be under way for a person.
    for (let group = 0; group < 10; group += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 40 }, renamed))).map(({ status }) => status));
    }
    const done = statuses.filter((status) => status === 200).length;
    expect(done).toBeGreaterThanOrEqual(190);
    expect(done).toBeLessThanOrEqual(210 + Math.ceil((performance.now() - startedAt) / 1_000));
    const kept = await panel.gateways.database.query('SELECT FROM identity.audit_entry WHERE user_id = $1 AND action = $2', [
      userId,
      'view.change',
    ]);
    expect(kept).toHaveLength(statuses.filter((status) => status === 200).length);
    expect((await page.call('DELETE', '/session')).status).toBe(204);
  });

  it('stops growing also when the acts are refused at once, and still takes those by which a person defends an account', async () => {
    const { page, userId, ...user } = await panel.newPage(await panel.newCorporation(), 'admin');
    const refused = () => page.call('DELETE', '/credentials/vk_000000000000000000000000');
    const startedAt = performance.now();
    // A token comes back every two seconds.
    const tokens = () => 50 + Math.ceil((performance.now() - startedAt) / 2_000);
    const statuses = (await Promise.all(Array.from({ length: 90 }, refused))).map(({ status }) => status);
    const kept = statuses.filter((status) => status === 404).length;
    expect(kept).toBeGreaterThanOrEqual(50);
    expect(kept).toBeLessThanOrEqual(tokens());
    const count = async (action: string) =>
      (await panel.gateways.database.query('SELECT FROM identity.audit_entry WHERE user_id = $1 AND action = $2', [userId, action])).length;
    expect(await count('credential.revoke')).toBe(kept);
    const unknown = () => page.call('DELETE', '/sessions/0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10');
    expect((await Promise.all(Array.from({ length: 40 }, unknown))).map(({ status }) => status)).toEqual(
      Array.from({ length: 40 }, () => 404),
    );
    expect(kept + (await count('session.end'))).toBeLessThanOrEqual(tokens());
    const other = await signedIn(panel.url, { userId, ...user });
    const { sessionId } = (await other.get('/session')).body.session;
    expect((await page.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    const [ended] = (await page.get('/audit?action=session.end&limit=1')).body.entries;
    expect(ended).toMatchObject({ subject: sessionId, outcome: 'done' });
    const newPassword = 'otra frase que no se anota';
    expect((await page.call('PUT', '/password', { body: { currentPassword: user.password, newPassword } })).status).toBe(204);
  });

  it('stops growing when a program signs in without end at one address, which keeps its user out at no other', async () => {
    const { database } = panel.gateways;
    const user = await panel.newUser(corporationId);
    const from = async (address: string, { email, password } = user) =>
      (await new PanelClient(panel.url, { 'x-forwarded-for': address }).signIn({ email, password })).status;
    const ofUser = [`sign-ins of ${user.userId} at `];
    expect(await from('203.0.113.1')).toBe(200);
    expect(await from('203.0.113.2', { ...user, password: 'una equivocada' })).toBe(401);
    expect(await database.query(`SELECT key FROM identity.rate_bucket WHERE starts_with(key, $1)`, ofUser)).toEqual([
      { key: `${ofUser[0]}203.0.113.1` },
    ]);
    await database.query(`UPDATE identity.rate_bucket SET tokens = -1000 WHERE starts_with(key, $1)`, ofUser);
    // The gateway holds what it has taken from the bucket before.
    const statuses: number[] = [];
    while (statuses.length < 6) statuses.push(await from('203.0.113.1'));
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await from('203.0.113.3')).toBe(200);
    const opened = `SELECT FROM identity.audit_entry WHERE user_id = $1 AND action = 'session.open'`;
    expect(await database.query(opened, [user.userId])).toHaveLength(6);
  });

  it('is read once at a time, so that reading it again and again leaves the connections to others', async () => {
    const { database } = panel.gateways;
    const held = await holdLock(database, 'LOCK TABLE identity.audit_outcome IN ACCESS EXCLUSIVE MODE');
    // More than a gateway has connections.
    const asked = Promise.all(Array.from({ length: 12 }, () => admin.page.get('/audit')));
    await held.untilWaitedFor();
    const others = await Promise.all(Array.from({ length: 12 }, () => admin.page.get('/session')));
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, 'subject_name') > 0`;
    // After two seconds one gives up and the next begins.
    const reading = await waitUntil(
      async () => {
        const found = await database.query(waiting);
        return found.length > 0 && found;
      },
      { what: 'a read waits for the lock' },
    );
    await held.release();
    await asked;
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(reading).toHaveLength(1);
  });

  it('is read in pages without gaps or repetitions', async () => {
    const all = await entries('?limit=50');
    const first = (await admin.page.get('/audit?limit=2')).body;
    const read = [...first.entries];
    for (let { older } = first; older !== null;) {
      const page = (await admin.page.get(`/audit?limit=2&before=${older}`)).body;
      read.push(...page.entries);
      ({ older } = page);
    }
    expect(read).toEqual(all);
    const second = (await admin.page.get(`/audit?limit=2&before=${first.older}`)).body;
    expect((await admin.page.get(`/audit?limit=2&after=${second.newer}`)).body).toEqual({ ...first, newer: null });
    const { newer } = first;
    expect(await entries(`?after=${newer}`)).toEqual([]);
    await admin.page.call('DELETE', '/sessions/0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10');
    expect(await entries(`?after=${newer}`)).toMatchObject([{ action: 'session.end', outcome: 'refused', reason: 'not_found' }]);
  });

  it('is filtered by actor, action, subject and time, and exported as a file that no spreadsheet runs', async () => {
    const { page, email, userId } = await panel.newPage(corporationId);
    const { accessKey } = (await page.call('POST', '/credentials', { body: { name: '=1+1' } })).body.credential;
    const [made] = (await page.get(`/audit?actor=${email.toUpperCase()}&action=credential`)).body.entries;
    expect(made).toMatchObject({ action: 'credential.create', actor: email, subject: accessKey, detail: { name: '=1+1' } });
    const found = async (query: string) => (await page.get(`/audit?userId=${userId}&${query}`)).body.entries.length as number;
    expect(await found('action=session')).toBe(1);
    expect(await found('action=session.open')).toBe(1);
    expect(await found('action=ses')).toBe(0);
    expect(await found(`from=${made.at}`)).toBe(1);
    expect(await found(`to=${made.at}`)).toBe(2);
    expect(await found(`subject=${userId}`)).toBe(0);

    const forwarded = `INSERT INTO identity.audit_entry (corporation_id, user_id, actor, address, action, detail) VALUES ($1, $2, $3, $4, 'session.open', '{}')`;
    await panel.gateways.database.query(forwarded, [corporationId, userId, email, '=HYPERLINK("x")']);
    const { body, headers } = await page.call('GET', `/audit.csv?userId=${userId}`, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-disposition')).toBe('attachment; filename="actividad.csv"');
    expect(headers.get('content-encoding')).toBeNull();
    const lines = body.split('\r\n');
    expect(lines[0]).toBe('fecha,quien,direccion,accion,sobre,sobre_nombre,detalle,resultado,motivo,que_hizo,explicacion,correlacion');
    expect(lines[1]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2},/);
    expect(lines[1]).toContain(`,${email},"'=HYPERLINK(""x"")",session.open,`);
    expect(lines[2]).toContain(
      `,${email},127.0.0.1,credential.create,${accessKey},'=1+1,"{""name"":""'=1+1""}",Hecho,,Creó una credencial,`,
    );
    expect(lines.length).toBe(6);
  });

  it('has an entry of each file that somebody takes away, once, without a document or the text of a search', async () => {
    const owner = await panel.newCorporation();
    const { page, email, userId } = await panel.newPage(owner, 'admin');
    for (const file of [
      '/portfolio.csv?alert=4,5&mode=monitoring&q=QUISPE',
      '/portfolio.csv?taxIds=20990000019,20990000027',
      '/audit.csv?action=session',
    ])
      expect([file, (await page.get(file)).status]).toEqual([file, 200]);
    expect((await page.get(`/loads/${randomUUID()}.csv`)).status).toBe(404);
    const own = { actor: email, userId, outcome: 'done', subject: null };
    expect((await page.get('/audit')).body.entries.slice(0, 4)).toMatchObject([
      { ...own, action: 'audit.export', detail: { action: 'session' } },
      { ...own, action: 'portfolio.export', detail: { documents: 2 } },
      { ...own, action: 'portfolio.export', detail: { alert: '4,5', mode: 'monitoring', search: true } },
      { action: 'session.open' },
    ]);
    const file = (await page.get('/audit.csv?action=portfolio')).body as string;
    expect(file).toContain(',Descargó el portafolio,');
    for (const text of ['QUISPE', '20990000019']) expect(file).not.toContain(text);
  });

  it('contains what operators do to a corporation', async () => {
    const { corporationId: id, accessKey } = await panel.gateways.operator.createAccount();
    const { page, ...user } = await panel.newPage(id);
    await panel.gateways.operator.revoke(accessKey);
    await panel.gateways.operator.suspend(id);
    await panel.gateways.operator.resume(id);
    await page.signIn(user);
    expect((await page.get(`/audit?subject=${accessKey}`)).body.entries).toMatchObject([
      { action: 'credential.revoke' },
      { action: 'credential.create', actor: 'operator' },
    ]);
    expect((await page.get('/audit?limit=4')).body.entries).toMatchObject([
      { action: 'session.open' },
      { action: 'corporation.resume', actor: 'operator', outcome: 'done' },
      { action: 'corporation.suspend', actor: 'operator', outcome: 'done' },
      { action: 'credential.revoke', actor: 'operator', subject: accessKey, outcome: 'done' },
    ]);
    const made = `SELECT FROM identity.audit_entry JOIN identity.audit_outcome USING (position)
      WHERE action = 'corporation.create' AND actor = 'operator' AND detail = '{"name": "Corporación de prueba"}' AND outcome = 'done'`;
    expect(await panel.gateways.database.query(made)).not.toEqual([]);
  });

  it('shows only entries of its corporation', async () => {
    const stranger = await panel.newPage(await panel.newCorporation());
    const seen = (await stranger.page.get('/audit')).body.entries as { actor: string }[];
    expect(seen.map(({ actor }) => actor)).toEqual([stranger.email, stranger.email, 'operator', 'operator']);
    expect(JSON.stringify(await entries())).not.toContain(stranger.email);
  });

  it('shows work without an outcome as unknown', async () => {
    await panel.gateways.database.query(
      `INSERT INTO identity.audit_entry (corporation_id, actor, action, detail) VALUES ($1, 'operator', 'user.change', '{}')`,
      [corporationId],
    );
    expect((await entries('?limit=1'))[0]).toMatchObject({ action: 'user.change', outcome: 'unknown', reason: null });
  });

  it('is written before the work: what cannot be recorded is not done', async () => {
    await panel.gateways.database.query('ALTER TABLE identity.audit_entry RENAME TO audit_entry_away');
    const answer = await admin.page.call('POST', '/users', { body: { email: 'rio@prueba.example', name: 'Río', role: 'member' } });
    await panel.gateways.database.query('ALTER TABLE identity.audit_entry_away RENAME TO audit_entry');
    expect(answer.status).toBe(500);
    expect(JSON.stringify((await admin.page.get('/users')).body)).not.toContain('rio@prueba.example');
  });

  it('can be read and appended by the service, and not changed', async () => {
    const database = await openDatabase({ url: panel.gateways.database.url, service: 'gateway', poolSize: 1 });
    try {
      for (const table of ['audit_entry', 'audit_outcome']) {
        await expect(database.rows(`UPDATE identity.${table} SET position = DEFAULT`)).rejects.toMatchObject({ sqlState: '42501' });
        await expect(database.rows(`DELETE FROM identity.${table}`)).rejects.toMatchObject({ sqlState: '42501' });
        await expect(database.rows(`TRUNCATE identity.${table}`)).rejects.toMatchObject({ sqlState: '42501' });
        expect((await database.rows(`SELECT 1 FROM identity.${table}`)).length).toBeGreaterThan(0);
      }
    } finally {
      await database.close();
    }
  });
});
