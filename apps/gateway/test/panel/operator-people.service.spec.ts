import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, freshRuc, holdLock, PanelClient, signedIn, waitUntil, type TestUser } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

const password = 'una frase nueva y larga';

describe('an operator who manages users', () => {
  let panel: Panel;
  let operator: TestUser;
  let page: PanelClient;
  let corporationId: string;

  beforeAll(async () => {
    panel = await openPanel();
    operator = await panel.newUser(null, 'operator');
    page = await signedIn(panel.url, operator);
    corporationId = (await page.call('POST', '/operator/corporations', { body: { name: 'Andina de Prueba' } })).body.corporation
      .corporationId;
  });

  afterAll(() => panel?.stop());

  const ofCorporation = (path: string) => `/operator/corporations/${corporationId}${path}`;
  const invite = async (email: string, name: string, role = 'admin') =>
    (await page.call('POST', ofCorporation('/users'), { body: { email, name, role } })).body;
  const found = async (query: string) =>
    ((await page.get(`/operator/users?${query}`)).body.users as { name: string }[]).map(({ name }) => name);
  const audit = async (query: string) => (await page.get(`/operator/audit?${query}`)).body.entries;

  it('invites the first administrator of a corporation, who can sign in and manage users', async () => {
    const { user, passwordLink } = await invite('rosa@andina.example', 'Rosa Ñahui');
    expect(user).toMatchObject({ corporationId, role: 'admin', hasPassword: false });
    const rosa = new PanelClient(panel.url);
    await rosa.call('PUT', '/password/by-link', { body: { token: passwordLink.token, newPassword: password } });
    await rosa.signIn({ email: user.email, password });
    expect((await rosa.get('/users')).body.users).toMatchObject([{ email: user.email }]);
    expect((await page.get(ofCorporation('/users'))).body.users).toMatchObject([{ email: user.email, hasPassword: true }]);
    expect((await rosa.get('/audit?actor=operator&action=user')).body.entries).toMatchObject([
      { userId: null, actor: operator.email, action: 'user.create', detail: { email: user.email, role: 'admin' }, outcome: 'done' },
    ]);
  });

  it('finds users by name, email, role or state, in pages', async () => {
    await invite('sol@andina.example', 'Sol Prueba', 'analyst');
    expect(await found('q=nahui')).toEqual(['Rosa Ñahui']);
    expect(await found('q=SOL@ANDINA')).toEqual(['Sol Prueba']);
    expect(await found('role=analyst')).toEqual(['Sol Prueba']);
    expect(await found('role=operator')).toEqual(['Prueba operator']);
    expect(await found('active=false')).toEqual([]);
    expect(await found('q=%25')).toEqual([]);
    const [first] = (await page.get('/operator/users?q=sol')).body.users;
    expect(first).toMatchObject({ corporationId, corporationName: 'Andina de Prueba', role: 'analyst' });
    const one = (await page.get('/operator/users?limit=1')).body;
    const rest = (await page.get(`/operator/users?before=${one.older}`)).body;
    expect([...one.users, ...rest.users]).toEqual((await page.get('/operator/users')).body.users);
    expect((await page.get(`/operator/users?after=${one.newer}`)).body.users).toEqual([]);
  });

  it('deactivates, activates and resets users, but neither the last administrator nor themselves', async () => {
    const { user } = await invite('luz@andina.example', 'Luz Prueba');
    const change = (userId: string, active: boolean) => page.call('PATCH', `/operator/users/${userId}`, { body: { active } });
    const reset = (userId: string) => page.call('POST', `/operator/users/${userId}/password-link`);
    expect((await change(user.userId, false)).body.user).toMatchObject({ active: false });
    expect((await reset(user.userId)).status).toBe(409);
    expect(await found('active=false')).toEqual(['Luz Prueba']);
    expect((await change(user.userId, true)).body.user).toMatchObject({ active: true });
    expect((await reset(user.userId)).body.passwordLink.token).toMatch(/^[\w-]{43}$/);
    expect((await change(user.userId, false)).status).toBe(200);
    const [rosa] = (await page.get('/operator/users?q=rosa')).body.users;
    expect((await change(rosa.userId, false)).body.code).toBe('last_admin');
    expect((await change(operator.userId, false)).body.code).toBe('conflict');
    expect(await audit(`corporationId=${corporationId}&subject=${rosa.userId}`)).toMatchObject([
      { actor: operator.email, action: 'user.change', outcome: 'refused', reason: 'last_admin', corporationName: 'Andina de Prueba' },
      { actor: operator.email, action: 'user.create', outcome: 'done' },
    ]);
  });

  it('creates another operator, who belongs to no corporation', async () => {
    const body = { email: 'eva@operador.example', name: 'Eva Prueba' };
    expect((await page.call('POST', '/operator/users', { body })).body.user).toMatchObject({ role: 'operator', corporationId: null });
    expect((await page.call('POST', '/operator/users', { body })).body.code).toBe('email_taken');
    const [eva] = (await page.get('/operator/users?q=eva')).body.users;
    expect((await page.call('PATCH', `/operator/users/${eva.userId}`, { body: { active: false } })).body.user).toMatchObject({
      active: false,
    });
  });

  it('creates a credential that works, and revokes it only under its own corporation', async () => {
    const made = (await page.call('POST', ofCorporation('/credentials'), { body: { name: 'ERP' } })).body;
    const { accessKey } = made.credential;
    expect(made.credential).toMatchObject({ name: 'ERP', createdBy: null, status: 'active' });
    const client = new ApiClient(panel.url, { accessKey, accessSecret: made.accessSecret });
    expect((await client.authorization()).authorization).toMatch(/^Bearer /);
    expect((await page.call('DELETE', `/operator/corporations/${await panel.newCorporation()}/credentials/${accessKey}`)).status).toBe(404);
    expect((await page.call('DELETE', ofCorporation(`/credentials/${accessKey}`))).status).toBe(204);
    expect((await page.get(ofCorporation('/credentials'))).body.credentials).toMatchObject([{ accessKey, status: 'revoked' }]);
  });

  it('reads the record of every corporation and of the platform, filtered, in pages and as a file', async () => {
    await page.call('POST', '/operator/corporations', { body: { name: 'Costa de Prueba' } });
    const whole = (await page.get('/operator/audit?limit=50')).body;
    expect(whole.entries).toContainEqual(
      expect.objectContaining({ action: 'corporation.create', corporationId: null, corporationName: null }),
    );
    expect(new Set(whole.entries.map((entry: { corporationId: string }) => entry.corporationId)).size).toBeGreaterThan(2);
    const own = await audit(`corporationId=${corporationId}&limit=50`);
    expect(own).toEqual(whole.entries.filter((entry: { corporationId: string }) => entry.corporationId === corporationId));
    expect(await audit(`actor=${operator.email.toUpperCase()}&action=credential`)).toMatchObject([
      { action: 'credential.revoke', subjectName: 'ERP' },
      { action: 'credential.revoke', outcome: 'refused', subjectName: null },
      { action: 'credential.create', subjectName: 'ERP' },
    ]);
    const first = (await page.get('/operator/audit?limit=3')).body;
    expect((await page.get(`/operator/audit?limit=3&before=${first.older}`)).body.entries).toEqual(whole.entries.slice(3, 6));

    const { body, headers } = await page.call('GET', `/operator/audit.csv?corporationId=${corporationId}`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="actividad-plataforma.csv"');
    const lines = body.trim().split('\r\n');
    expect(lines[0]).toBe(
      'fecha,quien,direccion,accion,sobre,sobre_nombre,detalle,resultado,motivo,corporacion,corporacion_id,que_hizo,explicacion,correlacion',
    );
    expect(lines.length).toBe(own.length + 1);
    for (const line of lines.slice(1)) expect(line).toMatch(new RegExp(`,Andina de Prueba,${corporationId},[^,]+,`));
  });

  it('reads no document in the record, though its own corporation does', async () => {
    const taxId = freshRuc();
    await panel.gateways.database.query(
      `INSERT INTO identity.audit_entry (corporation_id, actor, action, detail) VALUES ($1, 'ana@andina.example', 'event.trigger', $2)`,
      [corporationId, { docType: 'RUC', taxId }],
    );
    expect((await audit('action=event'))[0].detail).toEqual({ docType: 'RUC' });
    const { body } = await page.call('GET', '/operator/audit.csv?action=event');
    expect(body).toContain('event.trigger');
    expect(body).not.toContain(taxId);
    const { page: own } = await panel.newPage(corporationId, 'admin');
    expect((await own.get('/audit?action=event')).body.entries[0].detail).toEqual({ docType: 'RUC', taxId });
  });

  it('leaves an active operator, even if two deactivate each other at the same time', async () => {
    const { database } = panel.gateways;
    const scene = async () => {
      await database.query(`UPDATE identity.panel_user SET status = 'deactivated' WHERE role = 'operator'`);
      const two = [await panel.newUser(null, 'operator'), await panel.newUser(null, 'operator')];
      const [first, second] = await Promise.all(two.map((one) => signedIn(panel.url, one)));
      const deactivate = (by: PanelClient, { userId }: TestUser) =>
        by.call('PATCH', `/operator/users/${userId}`, { body: { active: false } });
      // The lock that a change of the row takes: entries of the record can be written beside it.
      const held = await holdLock(database, `SELECT 1 FROM identity.panel_user WHERE role = 'operator' FOR NO KEY UPDATE`);
      const both = Promise.all([deactivate(first!, two[1]!), deactivate(second!, two[0]!)]);
      await Promise.race([held.untilWaitedFor(2), both]);
      await held.release();
      return both;
    };
    const isPlayed = async () => {
      const answers = await scene();
      return !answers.some(({ status }) => status === 503) && answers;
    };
    const answers = await waitUntil(isPlayed, { what: 'both wait for the lock long enough' });
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'last_operator',
      message: 'this is the last active operator: first create another, who must have set a password if this one has',
    });
    const active = `SELECT FROM identity.panel_user WHERE role = 'operator' AND status = 'active'`;
    expect(await database.query(active)).toHaveLength(1);
    const refused = await database.query(
      `SELECT DISTINCT action FROM identity.audit_entry JOIN identity.audit_outcome USING (position) WHERE outcome = 'refused' AND reason = 'last_operator'`,
    );
    expect(refused).toEqual([{ action: 'user.change' }]);
  });
});
