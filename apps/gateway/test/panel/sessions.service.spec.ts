import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserRole } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { holdLock, PanelClient, signedIn, untilWaiting, waitUntil } from '@vigia/testing';
import { createHash, randomBytes } from 'node:crypto';
import { openPanel, type Panel } from './open-panel.js';

const noSession = { status: 401, body: { message: 'sign in first: there is no session, or it has ended' } };
const unknownId = '0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10';

describe('a session', () => {
  let panel: Panel;
  /** The address of a gateway with a low limit. */
  let limited: string;
  let corporationId: string;

  beforeAll(async () => {
    panel = await openPanel();
    limited = await panel.gateways.start({ environment: { VIGIA_RATE_PER_SECOND: '1', VIGIA_RATE_BURST: '5' } });
    corporationId = await panel.newCorporation();
  });

  afterAll(() => panel?.stop());

  const change = (userId: string, changes: string) =>
    panel.gateways.database.query(`UPDATE identity.session SET ${changes} WHERE user_id = $1`, [userId]);
  const sessionsOf = async (userId: string) =>
    (await panel.gateways.database.query('SELECT 1 FROM identity.session WHERE user_id = $1', [userId])).length;

  it('says what its user may do, and under which contract', async () => {
    const own = async (role: UserRole) => {
      const { body } = await (
        await signedIn(panel.url, await panel.newUser(role === 'operator' ? null : corporationId, role))
      ).get('/session');
      return { can: body.can, contract: body.contract };
    };
    expect(await own('member')).toEqual({ can: [], contract: null });
    await panel.gateways.database.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
       VALUES (gen_random_uuid(), $1, 'monthly', '2020-01-01', '2099-12-31', 0)`,
      [corporationId],
    );
    const contract = { kind: 'monthly', endsOn: '2099-12-31' };
    expect(await own('analyst')).toEqual({ can: ['load', 'force', 'activate'], contract });
    expect(await own('admin')).toEqual({ can: ['load', 'force', 'activate', 'share', 'webhooks', 'users', 'credentials'], contract });
    expect(await own('operator')).toEqual({ can: ['operate'], contract: null });
  });

  it('says which sources of this release the simulator answers', async () => {
    const { database } = panel.gateways;
    await database.query(`INSERT INTO profiles.source_last_answer (source, answered_at, simulated)
      VALUES ('finanzas_de_antes', now(), true), ('protestos', now(), true), ('trabajadores', now(), false)`);
    const { body } = await (await signedIn(panel.url, await panel.newUser(corporationId, 'member'))).get('/session');
    expect(body.simulatedSources).toEqual(['protestos']);
    await database.query('DELETE FROM profiles.source_last_answer');
  });

  it('ends after two hours without use, and after twelve hours in any case', async () => {
    const { page, userId } = await panel.newPage(corporationId);
    await change(userId, `last_seen_at = now() - interval '119 minutes'`);
    expect((await page.get('/session')).status).toBe(200);
    // That call counted as use.
    const seen = await panel.gateways.database.query<{ recent: boolean }>(
      `SELECT last_seen_at > now() - interval '1 minute' AS recent FROM identity.session WHERE user_id = $1`,
      [userId],
    );
    expect(seen).toEqual([{ recent: true }]);
    await change(userId, `last_seen_at = now() - interval '121 minutes'`);
    expect(await page.get('/session')).toMatchObject(noSession);

    const { page: busy, userId: busyId } = await panel.newPage(corporationId);
    const { session } = (await busy.get('/session')).body;
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(12 * 3_600_000);
    await change(busyId, `expires_at = now()`);
    expect(await busy.get('/session')).toMatchObject(noSession);
  });

  it('is not kept open by calls that the page makes by itself', async () => {
    const { page, userId } = await panel.newPage(corporationId);
    await change(userId, `last_seen_at = now() - interval '90 minutes'`);
    await panel.gateways.database.query(`UPDATE identity.panel_user SET last_seen_at = now() - interval '90 minutes' WHERE id = $1`, [
      userId,
    ]);
    const seen = () =>
      panel.gateways.database.query(
        `SELECT session.last_seen_at AS session, panel_user.last_seen_at AS "user" FROM identity.session
         JOIN identity.panel_user ON panel_user.id = user_id WHERE user_id = $1`,
        [userId],
      );
    const before = await seen();
    const unattended = { 'vigia-unattended': '1' };
    expect((await page.call('GET', '/loads', { headers: unattended })).status).toBe(200);
    expect(await seen()).toEqual(before);
    await change(userId, `last_seen_at = now() - interval '121 minutes'`);
    expect(await page.call('GET', '/loads', { headers: unattended })).toMatchObject(noSession);
  });

  it('is found without a wait while its user is being changed', async () => {
    const { page, userId } = await panel.newPage(corporationId);
    const anHourAgo = `last_seen_at = now() - interval '1 hour'`;
    await change(userId, anHourAgo);
    await panel.gateways.database.query(`UPDATE identity.panel_user SET ${anHourAgo} WHERE id = $1`, [userId]);
    const connection = await openDatabase({ url: panel.gateways.database.url, poolSize: 1 });
    await connection.transaction(async (tx) => {
      await tx.rows('SELECT 1 FROM identity.panel_user WHERE id = $1 FOR UPDATE', [userId]);
      expect((await page.get('/session')).status).toBe(200);
      await tx.rows('DELETE FROM identity.session WHERE user_id = $1', [userId]);
    });
    await connection.close();
    expect(await page.get('/session')).toMatchObject(noSession);
  });

  it('ends in the browser and in the store when its user signs out', async () => {
    const { page, userId } = await panel.newPage(corporationId);
    const { cookie } = page;
    const answer = await page.call('DELETE', '/session');
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^vigia=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/)]);
    expect(page.cookie).toBeUndefined();
    page.cookie = cookie;
    expect(await page.get('/session')).toMatchObject(noSession);
    expect(await sessionsOf(userId)).toBe(0);
  });

  it('is listed for its user, who can end it from another session', async () => {
    const { page, ...user } = await panel.newPage(corporationId);
    const other = await signedIn(panel.url, user);
    const { sessions } = (await page.get('/sessions')).body;
    expect(sessions).toMatchObject([
      { isThisOne: false, address: '127.0.0.1', userAgent: 'node' },
      { isThisOne: true, address: '127.0.0.1' },
    ]);
    const [{ sessionId }] = sessions;
    expect((await page.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    expect(await other.get('/session')).toMatchObject(noSession);
    expect((await page.get('/sessions')).body.sessions).toMatchObject([{ isThisOne: true }]);
  });

  it('of another user gets the same answer as one that does not exist', async () => {
    const { page: own } = await panel.newPage(corporationId);
    const { page: colleague } = await panel.newPage(corporationId);
    const { sessionId } = (await colleague.get('/session')).body.session;
    const unknown = await own.call('DELETE', `/sessions/${unknownId}`);
    expect(unknown.status).toBe(404);
    expect((await own.call('DELETE', `/sessions/${sessionId}`)).body).toEqual(unknown.body);
    expect((await colleague.get('/session')).status).toBe(200);
  });

  it('refuses what the previous user of the same browser asked for', async () => {
    const { userId: before } = await panel.newPage(corporationId);
    const { page, userId, ...user } = await panel.newPage(corporationId, 'member');
    const askedBy = (one: string, path: string, body?: object) =>
      page.call(body ? 'POST' : 'DELETE', path, { body, headers: { 'vigia-user': one } });
    const refused = { status: 409, body: { code: 'other_user' } };
    // The refusal is not about the role of the new user.
    expect(await askedBy(before, '/loads', { docType: 'RUC', taxIds: ['20990000019'] })).toMatchObject(refused);
    expect(await askedBy(before, '/session')).toMatchObject(refused);
    expect(await page.call('GET', '/session', { headers: { 'vigia-user': before } })).toMatchObject({
      status: 200,
      body: { user: { userId } },
    });
    expect((await askedBy(before, '/session', user)).status).toBe(200);
    expect((await askedBy(userId, '/session')).status).toBe(204);
  });

  it('ends when its corporation is suspended, and does not come back when that is resumed', async () => {
    const suspendedId = await panel.newCorporation();
    const { page, ...user } = await panel.newPage(suspendedId);
    await panel.gateways.operator.suspend(suspendedId);
    expect(await page.get('/session')).toMatchObject(noSession);
    expect(await page.signIn(user)).toMatchObject({ status: 401, body: { message: 'credentials are disabled' } });
    await panel.gateways.operator.resume(suspendedId);
    expect(await page.get('/session')).toMatchObject(noSession);
    expect((await page.signIn(user)).status).toBe(200);
  });

  it('that is opened while a suspension commits does not exist when its corporation is resumed', async () => {
    const suspendedId = await panel.newCorporation();
    const user = await panel.newUser(suspendedId);
    const database = await openDatabase({ url: panel.gateways.database.url, service: 'gateway', poolSize: 1 });
    try {
      const { signingIn } = await database.transaction(async (tx) => {
        await tx.rows(`UPDATE identity.corporation SET status = 'suspended' WHERE id = $1`, [suspendedId]);
        await tx.rows('DELETE FROM identity.session WHERE user_id = $1', [user.userId]);
        const asked = new PanelClient(panel.url).signIn(user);
        await Promise.race([asked, untilWaiting(panel.gateways.database)]);
        return { signingIn: asked };
      });
      // 503 on a machine so slow that the wait for the lock was over before.
      expect([401, 503]).toContain((await signingIn).status);
    } finally {
      await database.close();
    }
    await panel.gateways.operator.resume(suspendedId);
    expect(await sessionsOf(user.userId)).toBe(0);
  });

  it.each([
    ['its user is deactivated', `UPDATE identity.panel_user SET status = 'deactivated' WHERE id = $1`],
    [
      'its corporation is suspended',
      `UPDATE identity.corporation SET status = 'suspended' WHERE id = (SELECT corporation_id FROM identity.panel_user WHERE id = $1)`,
    ],
  ])('is refused while %s, even if it still exists', async (_what, statement) => {
    const { page, userId } = await panel.newPage(await panel.newCorporation());
    await panel.gateways.database.query(statement, [userId]);
    expect(await sessionsOf(userId)).toBe(1);
    expect(await page.get('/session')).toMatchObject(noSession);
  });

  it('has a rate limit, which all sessions of its user share', async () => {
    const user = await panel.newUser(corporationId);
    const page = await signedIn(limited, user);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => page.get('/session')));
    const refilled = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(40 - 5 - refilled);
    expect(refused[0]?.headers.get('ratelimit-limit')).toBe('5');
    const others = await Promise.all(Array.from({ length: 4 }, () => signedIn(limited, user)));
    const sharedFrom = performance.now();
    const own = await Promise.all(others.flatMap((other) => Array.from({ length: 5 }, () => other.get('/session'))));
    const refilledSince = Math.ceil((performance.now() - sharedFrom) / 1_000);
    expect(own.filter(({ status }) => status === 200).length).toBeLessThan(10 + refilledSince);
    expect((await (await signedIn(limited, await panel.newUser(corporationId))).get('/session')).status).toBe(200);
  });

  it('can be ended by its user when a program under another one uses up their limit, and has a limit for that', async () => {
    const user = await panel.newUser(corporationId);
    const [thief, owner, idle] = await Promise.all(Array.from({ length: 3 }, () => signedIn(limited, user)));
    const { sessionId } = (await thief!.get('/session')).body.session;
    const calls = await Promise.all(Array.from({ length: 40 }, () => thief!.get('/session')));
    expect(calls.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const flood = await Promise.all(Array.from({ length: 150 }, () => thief!.get('/sessions')));
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await owner!.get('/sessions')).body.sessions).toHaveLength(3);
    expect((await owner!.call('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    const newPassword = 'otra frase bien larga';
    expect((await owner!.call('PUT', '/password', { body: { currentPassword: user.password, newPassword } })).status).toBe(204);
    expect((await owner!.call('DELETE', '/session')).status).toBe(204);
    expect(await sessionsOf(user.userId)).toBe(0);
    expect((await idle!.get('/sessions')).status).toBe(401);
  });

  it('is one of twenty at most: with another, the one that was used least recently ends', async () => {
    const user = await panel.newUser(corporationId);
    const first = await signedIn(panel.url, user);
    const others = [];
    for (let n = 0; n < 20; n += 1) others.push(await signedIn(panel.url, user));
    expect(await first.get('/session')).toMatchObject(noSession);
    expect((await others[0]!.get('/session')).status).toBe(200);
    expect(await sessionsOf(user.userId)).toBe(20);
  });

  it.each([
    ['that is over its limit', async () => {}],
    ['that has ended', (page: PanelClient) => page.call('DELETE', '/session')],
  ])('%s costs few look-ups', async (_what, prepare) => {
    const page = await signedIn(limited, await panel.newUser(corporationId));
    const { cookie } = page;
    await prepare(page);
    page.cookie = cookie;
    await Promise.all(Array.from({ length: 40 }, () => page.get('/session')));
    let refused = 0;
    const lock = await holdLock(panel.gateways.database, 'LOCK TABLE identity.session IN ACCESS EXCLUSIVE MODE');
    try {
      const calls = Array.from({ length: 60 }, async () => {
        if ((await page.get('/session')).status === 429) refused += 1;
      });
      expect(await waitUntil(() => refused > 40, { what: 'most are refused without a look-up' })).toBe(true);
      await lock.release();
      await Promise.all(calls);
    } finally {
      await lock.release();
    }
  });

  it('with an invented token costs few look-ups, and does not affect a real session', async () => {
    const page = await signedIn(limited, await panel.newUser(corporationId));
    const refused: number[] = [];
    const lock = await holdLock(panel.gateways.database, 'LOCK TABLE identity.session IN ACCESS EXCLUSIVE MODE');
    try {
      // Sessions that are looked up wait for the lock.
      const calls = Array.from({ length: 300 }, async () => {
        const invented = new PanelClient(limited);
        invented.cookie = `vigia=${randomBytes(32).toString('base64url')}`;
        const { status } = await invented.get('/session');
        if (status === 429) refused.push(status);
      });
      await waitUntil(() => refused.length > 250, { what: 'most are refused without a look-up' });
      await lock.release();
      await Promise.all(calls);
    } finally {
      await lock.release();
    }
    expect((await page.get('/session')).status).toBe(200);
  });

  it('with an older token that has no check stays valid', async () => {
    const { page, userId } = await panel.newPage(corporationId);
    const token = randomBytes(32).toString('base64url');
    await panel.gateways.database.query('UPDATE identity.session SET token_hash = $2 WHERE user_id = $1', [
      userId,
      createHash('sha256').update(token).digest(),
    ]);
    page.cookie = `vigia=${token}`;
    expect((await page.get('/session')).status).toBe(200);
  });

  it('is deleted after it has ended', async () => {
    const { userId } = await panel.newPage(corporationId);
    await change(userId, `last_seen_at = now() - interval '3 hours'`);
    // Clean-up begins with the start of a gateway.
    await panel.gateways.start();
    expect(await waitUntil(async () => (await sessionsOf(userId)) === 0, { what: 'the session is forgotten' })).toBe(true);
  });
});
