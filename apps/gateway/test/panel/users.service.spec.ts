import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { holdLock, PanelClient, signedIn, waitUntil, type Answer, type TestUser } from '@vigia/testing';
import { exchange } from '../requests/exchange.js';
import { watchedAdmissions } from '../running/admissions.js';
import { openPanel, type Panel } from './open-panel.js';

const unknownId = '0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10';
const lastAdmin = {
  status: 409,
  body: {
    message: 'this is the last active administrator: first add another, who must have set a password if this one has',
  },
};
const needsAdmin = { status: 403, body: { statusCode: 403, error: 'Forbidden', message: 'this needs the role admin' } };
const newPassword = 'una frase nueva y larga';

describe('users', () => {
  const { adapter, admitted } = watchedAdmissions();
  let panel: Panel;
  let corporationId: string;
  let admin: TestUser & { page: PanelClient };

  beforeAll(async () => {
    panel = await openPanel({ adapter });
  });

  beforeEach(async () => {
    corporationId = await panel.newCorporation();
    admin = await panel.newPage(corporationId, 'admin');
  });

  afterAll(() => panel?.stop());

  const email = () => `luz-${Math.random().toString(36).slice(2)}@prueba.example`;
  const create = (page: PanelClient, body: object): Promise<Answer> => page.call('POST', '/users', { body });
  const change = (page: PanelClient, userId: string, body: object): Promise<Answer> => page.call('PATCH', `/users/${userId}`, { body });
  const setByLink = (token: string, password: string): Promise<Answer> =>
    new PanelClient(panel.url).call('PUT', '/password/by-link', { body: { token, newPassword: password } });

  it('are created by an administrator and set their own password with a link that works once', async () => {
    const given = { email: email().toUpperCase(), name: 'Luz Prueba', role: 'member' };
    const created = await create(admin.page, given);
    const lower = given.email.toLowerCase();
    expect(created).toMatchObject({ status: 200, body: { user: { ...given, email: lower, corporationId, active: true } } });
    const { token } = created.body.passwordLink;
    expect((await admin.page.get('/users')).body.users).toMatchObject([{ userId: admin.userId }, { email: lower }]);
    const rows = await panel.gateways.database.query<{ row: string }>('SELECT one::text AS row FROM identity.password_link AS one');
    expect(JSON.stringify(rows)).not.toContain(token);

    expect((await new PanelClient(panel.url).signIn({ email: lower, password: newPassword })).status).toBe(401);
    expect((await setByLink(token, newPassword)).status).toBe(204);
    expect((await new PanelClient(panel.url).signIn({ email: lower, password: newPassword })).status).toBe(200);
    expect(await setByLink(token, newPassword)).toMatchObject({
      status: 400,
      body: { message: 'this link was used, has expired or never existed' },
    });
  });

  it('are at most 500 active ones of a corporation, and a deactivated one makes room', async () => {
    await panel.gateways.database.query(
      `INSERT INTO identity.panel_user (corporation_id, email, name, role)
       SELECT $1::uuid, 'de-' || n || '-' || $1::uuid || '@prueba.example', 'De ' || n, 'member' FROM generate_series(2, 499) AS n`,
      [corporationId],
    );
    const last = await create(admin.page, { email: email(), name: 'La Última', role: 'member' });
    expect(last.status).toBe(200);
    const full = { status: 409, body: { code: 'users_full', params: { most: 500 } } };
    expect(await create(admin.page, { email: email(), name: 'Una Más', role: 'member' })).toMatchObject(full);
    const { userId } = last.body.user;
    expect((await change(admin.page, userId, { active: false })).status).toBe(200);
    expect((await create(admin.page, { email: email(), name: 'En Su Lugar', role: 'member' })).status).toBe(200);
    expect(await change(admin.page, userId, { active: true })).toMatchObject(full);
    expect((await change(admin.page, userId, { name: 'La Primera' })).status).toBe(200);
  });

  it('are listed with the newest 500 that are deactivated', async () => {
    await panel.gateways.database.query(
      `INSERT INTO identity.panel_user (corporation_id, email, name, role, status, created_at)
       SELECT $1::uuid, 'de-' || n || '-' || $1::uuid || '@prueba.example', n::text, 'member', 'deactivated', now() - n * interval '1 day'
       FROM generate_series(1, 501) AS n`,
      [corporationId],
    );
    const names = (await admin.page.get('/users')).body.users.map(({ name }: { name: string }) => name);
    expect([names.length, names[0], names.at(-2)]).toEqual([501, '500', '1']);
  });

  it('are listed with their status for administrators, and by name and role for analysts', async () => {
    const { page } = await panel.newPage(corporationId, 'analyst');
    const given = { email: email(), name: 'Ábel Prueba', role: 'analyst' };
    const { user } = (await create(admin.page, given)).body;
    expect(user).toMatchObject({ ...given, hasPassword: false, lastSeenAt: null });
    const { users } = (await admin.page.get('/users')).body;
    expect(users[0]).toMatchObject({ userId: admin.userId, hasPassword: true, lastSeenAt: expect.stringMatching(/^\d{4}-/) });
    const { colleagues } = (await page.get('/colleagues')).body;
    expect(colleagues[0]).toEqual({ userId: user.userId, name: 'Ábel Prueba', role: 'analyst' });
    await change(admin.page, user.userId, { active: false });
    expect(JSON.stringify((await page.get('/colleagues')).body)).not.toContain(user.userId);
  });

  it('set their password once if a link is used twice at the same time', async () => {
    const { passwordLink } = (await create(admin.page, { email: email(), name: 'Luz', role: 'member' })).body;
    const answers = await Promise.all([1, 2].map((i) => setByLink(passwordLink.token, `${newPassword} ${i}`)));
    const [set, refused] = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(set).toBe(204);
    // 503: on a slow machine the wait for the first one may be over before it ends.
    expect([400, 503]).toContain(refused);
  });

  it.each([
    ['resets the password', (page: PanelClient, userId: string) => page.call('POST', `/users/${userId}/password-link`)],
    ['deactivates the user', (page: PanelClient, userId: string) => page.call('PATCH', `/users/${userId}`, { body: { active: false } })],
  ])('cannot set a password by link when an administrator %s at the same time', async (_what, act) => {
    const scene = async () => {
      const { user, passwordLink } = (await create(admin.page, { email: email(), name: 'Luz', role: 'member' })).body;
      // The lock that a change of the row takes: entries of the record can be written beside it.
      const held = await holdLock(panel.gateways.database, 'SELECT 1 FROM identity.panel_user WHERE id = $1 FOR NO KEY UPDATE', [
        user.userId,
      ]);
      const acted = act(admin.page, user.userId);
      await Promise.race([held.untilWaitedFor(1), acted]);
      const set = setByLink(passwordLink.token, newPassword);
      await Promise.race([held.untilWaitedFor(2), acted, set]);
      await held.release();
      return { user, statuses: [(await acted).status, (await set).status] };
    };
    const isPlayed = async () => {
      const played = await scene();
      return !played.statuses.includes(503) && played;
    };
    const { user, statuses } = await waitUntil(isPlayed, { what: 'both wait for the lock long enough' });
    expect(statuses).toEqual([200, 400]);
    const outcomes = await panel.gateways.database.query(
      'SELECT action, outcome FROM identity.audit_entry JOIN identity.audit_outcome USING (position) WHERE user_id = $1',
      [user.userId],
    );
    expect(outcomes).toEqual([{ action: 'password.set', outcome: 'refused' }]);
  });

  it('get a link that expires after three days', async () => {
    const { user, passwordLink } = (await create(admin.page, { email: email(), name: 'Luz', role: 'member' })).body;
    expect(Date.parse(passwordLink.expiresAt) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    await panel.gateways.database.query('UPDATE identity.password_link SET expires_at = now() WHERE user_id = $1', [user.userId]);
    expect((await setByLink(passwordLink.token, newPassword)).status).toBe(400);
  });

  it.each([
    ['a short password', 'corta', 'a password has at least 12 characters'],
    ['few different characters', 'abababababababab', 'a password has at least 5 different characters'],
    ['their own name', 'LUZIA-prueba-de-frase', 'a password does not contain the name of its owner'],
  ])('cannot choose %s', async (_what, password, message) => {
    const { passwordLink } = (await create(admin.page, { email: `luzia@${email().split('@')[0]}.example`, name: 'L', role: 'member' }))
      .body;
    expect(await setByLink(passwordLink.token, password)).toMatchObject({ status: 400, body: { message } });
    // The link still works for a better password.
    expect((await setByLink(passwordLink.token, newPassword)).status).toBe(204);
  });

  it('are managed by administrators only', async () => {
    const { page, userId } = await panel.newPage(corporationId, 'member');
    expect(await page.get('/users')).toMatchObject(needsAdmin);
    expect(await create(page, { email: email(), name: 'L', role: 'admin' })).toMatchObject(needsAdmin);
    expect(await change(page, userId, { role: 'admin' })).toMatchObject(needsAdmin);
    expect(await page.call('POST', `/users/${admin.userId}/password-link`)).toMatchObject(needsAdmin);
    expect(await page.get('/audit')).toMatchObject(needsAdmin);
  });

  it('have a unique email on the platform, regardless of case', async () => {
    const taken = { status: 409, body: { message: 'a user with this email exists already' } };
    expect(await create(admin.page, { email: admin.email.toUpperCase(), name: 'L', role: 'member' })).toMatchObject(taken);
  });

  it('of another corporation get the same answer as unknown users', async () => {
    const stranger = await panel.newPage(await panel.newCorporation());
    const unknown = await change(admin.page, unknownId, { active: false });
    expect(unknown.status).toBe(404);
    expect(await change(admin.page, stranger.userId, { active: false })).toMatchObject({ status: 404, body: unknown.body });
    const link = await admin.page.call('POST', `/users/${stranger.userId}/password-link`);
    expect(link).toMatchObject({ status: 404, body: unknown.body });
    expect((await stranger.page.get('/session')).status).toBe(200);
    expect(JSON.stringify((await admin.page.get('/users')).body)).not.toContain(stranger.userId);
  });

  it('get a new role at once, without signing in again', async () => {
    const { page, userId } = await panel.newPage(corporationId, 'member');
    expect(await change(admin.page, userId, { role: 'admin', name: 'Luz' })).toMatchObject({
      status: 200,
      body: { user: { role: 'admin', name: 'Luz' } },
    });
    expect((await page.get('/users')).status).toBe(200);
    await change(admin.page, userId, { role: 'member' });
    expect(await page.get('/users')).toMatchObject(needsAdmin);
  });

  it('are signed out when they are deactivated, and need a new session when they are active again', async () => {
    const { page, ...user } = await panel.newPage(corporationId, 'member');
    expect((await change(admin.page, user.userId, { active: false })).body.user).toMatchObject({ active: false });
    expect((await page.get('/session')).status).toBe(401);
    expect(await page.signIn(user)).toMatchObject({ status: 401, body: { message: 'credentials are disabled' } });
    expect(await admin.page.call('POST', `/users/${user.userId}/password-link`)).toMatchObject({ status: 409 });
    await change(admin.page, user.userId, { active: true });
    expect((await page.get('/session')).status).toBe(401);
    expect((await page.signIn(user)).status).toBe(200);
  });

  it.each([
    ['deactivated', { active: false }, 401],
    ['demoted', { role: 'member' }, 403],
  ])('who are %s while the body of their call arrives do nothing with it', async (what, changes, status) => {
    const { page, userId } = await panel.newPage(corporationId, 'admin');
    const given = { email: email(), name: 'Luz Prueba', role: 'admin' };
    const headers = { origin: panel.url, cookie: String(page.cookie), 'content-type': 'application/json', 'x-test-call': what };
    const answer = await exchange(panel.url, {
      method: 'POST',
      path: '/panel/v1/users',
      headers,
      body: JSON.stringify(given),
      async beforeBody() {
        await admitted(what);
        expect((await change(admin.page, userId, changes)).status).toBe(200);
      },
    });
    expect(answer.status).toBe(status);
    expect(JSON.stringify((await admin.page.get('/users')).body)).not.toContain(given.email);
  });

  it('leave the credentials that they created active, and their row counts these', async () => {
    const leaver = await panel.newPage(corporationId, 'admin');
    const make = (page: PanelClient) => page.call('POST', '/credentials', { body: { name: 'ERP' } });
    const [one] = [await make(leaver.page), await make(leaver.page), await make(admin.page)];
    await admin.page.call('DELETE', `/credentials/${one!.body.credential.accessKey}`);
    const counts = async () =>
      (await admin.page.get('/users')).body.users.map((user: { activeCredentials: number }) => user.activeCredentials);
    expect(await counts()).toEqual([1, 1]);
    const { user } = (await change(admin.page, leaver.userId, { active: false })).body;
    expect(user).toMatchObject({ active: false, activeCredentials: 1 });
    expect(await counts()).toEqual([1, 1]);
    const { credentials } = (await admin.page.get('/credentials')).body;
    const byPeople = credentials.filter(({ createdBy }: { createdBy: string | null }) => createdBy !== null);
    expect(byPeople.map(({ status }: { status: string }) => status)).toEqual(['active', 'active', 'revoked']);
  });

  it('lose an unused link when they are deactivated', async () => {
    const { user, passwordLink } = (await create(admin.page, { email: email(), name: 'L', role: 'member' })).body;
    await change(admin.page, user.userId, { active: false });
    await change(admin.page, user.userId, { active: true });
    expect((await setByLink(passwordLink.token, newPassword)).status).toBe(400);
  });

  it('can set a password while their corporation is suspended, and sign in once it is resumed', async () => {
    const { user, passwordLink } = (await create(admin.page, { email: email(), name: 'Luz', role: 'member' })).body;
    await panel.gateways.operator.suspend(corporationId);
    expect((await setByLink(passwordLink.token, newPassword)).status).toBe(204);
    const signIn = () => new PanelClient(panel.url).signIn({ email: user.email, password: newPassword });
    expect(await signIn()).toMatchObject({ status: 401, body: { message: 'credentials are disabled' } });
    await panel.gateways.operator.resume(corporationId);
    expect((await signIn()).status).toBe(200);
  });

  it('are signed out by a password reset until they set a new password', async () => {
    const { page, ...user } = await panel.newPage(corporationId, 'member');
    const first = (await admin.page.call('POST', `/users/${user.userId}/password-link`)).body.passwordLink.token;
    expect((await page.get('/session')).status).toBe(401);
    expect((await page.signIn(user)).status).toBe(401);
    const second = (await admin.page.call('POST', `/users/${user.userId}/password-link`)).body.passwordLink.token;
    expect((await setByLink(first, newPassword)).status).toBe(400);
    expect((await setByLink(second, newPassword)).status).toBe(204);
    expect((await page.signIn({ ...user, password: newPassword })).status).toBe(200);
  });

  it('always include an active administrator', async () => {
    expect(await change(admin.page, admin.userId, { role: 'member' })).toMatchObject(lastAdmin);
    const second = await panel.newPage(corporationId, 'admin');
    expect((await change(admin.page, second.userId, { active: false })).status).toBe(200);
    // A deactivated administrator does not count.
    expect(await change(admin.page, admin.userId, { role: 'member' })).toMatchObject(lastAdmin);
    // Nor is one who was only invited.
    const { passwordLink } = (await create(admin.page, { email: email(), name: 'Luz', role: 'admin' })).body;
    expect(await change(admin.page, admin.userId, { role: 'member' })).toMatchObject(lastAdmin);
    expect((await setByLink(passwordLink.token, newPassword)).status).toBe(204);
    expect((await change(admin.page, admin.userId, { role: 'member' })).status).toBe(200);
  });

  it('do not deactivate themselves, but another administrator does', async () => {
    const second = await panel.newPage(corporationId, 'admin');
    const refused = { status: 409, body: { code: 'conflict', message: 'administrators do not deactivate themselves' } };
    expect(await change(admin.page, admin.userId, { active: false })).toMatchObject(refused);
    expect((await change(admin.page, admin.userId, { active: true, name: 'Luz' })).status).toBe(200);
    const { entries } = (await admin.page.get(`/audit?subject=${admin.userId}`)).body;
    expect(entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'refused', 'done']);
    expect((await change(second.page, admin.userId, { active: false })).status).toBe(200);
  });

  it('always include an active administrator, even if two demote each other at the same time', async () => {
    for (let i = 0; i < 5; i += 1) {
      const second = await panel.newPage(corporationId, 'admin');
      await Promise.all([change(admin.page, second.userId, { role: 'member' }), change(second.page, admin.userId, { role: 'member' })]);
      const active = await panel.gateways.database.query(
        `SELECT 1 FROM identity.panel_user WHERE corporation_id = $1 AND role = 'admin' AND status = 'active'`,
        [corporationId],
      );
      expect(active).toHaveLength(1);
      await panel.gateways.database.query(
        `UPDATE identity.panel_user SET role = CASE WHEN id = $1 THEN 'admin' ELSE 'member' END WHERE corporation_id = $2`,
        [admin.userId, corporationId],
      );
    }
  });

  it('change their password with the old one, which ends their other sessions', async () => {
    const { page, ...user } = await panel.newPage(corporationId, 'member');
    const other = await signedIn(panel.url, user);
    const put = (currentPassword: string) => page.call('PUT', '/password', { body: { currentPassword, newPassword } });
    expect(await put('no es esta')).toMatchObject({ status: 400, body: { message: 'the current password is wrong' } });
    expect((await other.get('/session')).status).toBe(200);
    expect((await put(user.password)).status).toBe(204);
    expect((await other.get('/session')).status).toBe(401);
    expect((await page.get('/session')).status).toBe(200);
    expect((await page.signIn(user)).status).toBe(401);
    expect((await page.signIn({ ...user, password: newPassword })).status).toBe(200);
  });

  it('who are operators belong to no corporation and see the data of none', async () => {
    const operator = await signedIn(panel.url, await panel.newUser(null, 'operator'));
    expect((await operator.get('/session')).body).toMatchObject({ user: { role: 'operator' }, corporation: null });
    for (const path of ['/users', '/audit', '/webhooks', '/events', '/deliveries']) {
      expect({ path, status: (await operator.get(path)).status }).toEqual({ path, status: 403 });
    }
    await expect(panel.newUser(corporationId, 'operator')).rejects.toThrow('an operator belongs to no corporation');
    await expect(panel.newUser(null, 'admin')).rejects.toThrow('an operator belongs to no corporation');
    await expect(panel.newUser(unknownId, 'admin')).rejects.toThrow('not found');
  });
});
