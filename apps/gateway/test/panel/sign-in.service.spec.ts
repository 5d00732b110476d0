import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, PanelClient, signedIn, type TestUser } from '@vigia/testing';
import { openGateways, type Gateways } from '../running/gateways.js';
import type { Account } from '../running/operator.js';
import { bearer, callsWithToken, said } from '../requests/calls.js';
import { obtainToken } from '../requests/tokens.js';

const wrong = { status: 401, body: { statusCode: 401, error: 'Unauthorized', message: 'wrong email or password' } };
const noSession = { status: 401, body: { message: 'sign in first: there is no session, or it has ended' } };
const otherSite = { status: 403, body: { statusCode: 403, error: 'Forbidden', message: 'this call must come from a page of this site' } };

/** Counts the argon2 operations of this process, which the gateways share. It is the only native addon here, and its work has no name. */
function passwordChecks(): { count: number; stop(): void } {
  const counted = { count: 0, stop: () => void hook.disable() };
  const hook = createHook({ init: (_id, type) => void (counted.count += Number(type === 'undefined')) }).enable();
  return counted;
}

describe('signing in', () => {
  let gateways: Gateways;
  let url: string;
  let account: Account;
  let user: TestUser;
  let system: { brokerUrl: string; baseUrl: string };

  beforeAll(async () => {
    gateways = await openGateways();
    url = await gateways.start({ environment: { VIGIA_TRUSTED_PROXIES: '127.0.0.0/8' } });
    system = { brokerUrl: gateways.brokerUrl, baseUrl: url };
    account = await gateways.operator.createAccount();
    user = await createUser(system, { corporationId: account.corporationId, role: 'admin' });
  });

  afterAll(() => gateways?.stop());

  const sessions = () =>
    gateways.database.query<{ row: string; tokenHash: Buffer }>(
      `SELECT session::text AS row, token_hash AS "tokenHash" FROM identity.session AS session`,
    );

  it('opens a session, says whose it is, and stores only a hash of its token', async () => {
    const page = new PanelClient(url);
    const answer = await page.signIn({ ...user, email: user.email.toUpperCase() });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: { userId: user.userId, email: user.email, role: 'admin' },
        corporation: { corporationId: account.corporationId, name: 'Corporación de prueba' },
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^vigia=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)]);
    expect((await page.get('/session')).body).toEqual(answer.body);

    const token = String(page.cookie?.split('=')[1]);
    for (const { row } of await sessions()) expect(row).not.toContain(token);
    expect(
      (await gateways.database.query<{ row: string }>('SELECT one::text AS row FROM identity.panel_user AS one'))
        .map(({ row }) => row)
        .join(),
    ).not.toContain(user.password);
    expect(gateways.log()).not.toContain(token);
    expect(gateways.log()).not.toContain(user.password);
  });

  it('over TLS sets a cookie that no other host can set or read', async () => {
    const page = new PanelClient(url, { 'x-forwarded-proto': 'https', origin: url.replace('http:', 'https:') });
    const { headers } = await page.signIn(user);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-vigia=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/)]);
    expect((await page.get('/session')).status).toBe(200);
    // The same session under the name without the prefix could have been planted by a neighbouring host.
    page.cookie = page.cookie?.replace('__Host-', '');
    expect(await page.get('/session')).toMatchObject(noSession);
  });

  it('answers a wrong password, an unknown email and an unset password alike, after the same work', async () => {
    await gateways.database.query(
      `INSERT INTO identity.panel_user (corporation_id, email, name, role) VALUES ($1, 'invitada@prueba.example', 'I', 'member')`,
      [account.corporationId],
    );
    const work = passwordChecks();
    const failedSignIn = async (email: string) => {
      const before = work.count;
      const page = new PanelClient(url);
      expect(await page.signIn({ email, password: 'una contraseña equivocada' })).toMatchObject(wrong);
      expect(page.cookie).toBeUndefined();
      return { email, checks: work.count - before };
    };
    // The first attempt also makes the hash that unknown emails are checked against.
    await failedSignIn('otra@prueba.example');
    for (const email of [user.email, 'nadie@prueba.example', 'invitada@prueba.example']) {
      expect(await failedSignIn(email)).toEqual({ email, checks: 1 });
    }
    work.stop();
  });

  it.each([
    ['the user is deactivated', `UPDATE identity.panel_user SET status = 'deactivated' WHERE id = $1`],
    [
      'the corporation is suspended',
      `UPDATE identity.corporation SET status = 'suspended' WHERE id = (SELECT corporation_id FROM identity.panel_user WHERE id = $1)`,
    ],
  ])('is refused if %s, which only the right password learns', async (_what, statement) => {
    const { corporationId } = await gateways.operator.createAccount();
    const disabled = await createUser(system, { corporationId, role: 'admin' });
    await gateways.database.query(statement, [disabled.userId]);
    const page = new PanelClient(url);
    expect(await page.signIn(disabled)).toMatchObject({ status: 401, body: { message: 'credentials are disabled' } });
    expect(await page.signIn({ ...disabled, password: 'otra cosa' })).toMatchObject(wrong);
  });

  it('ends the previous session', async () => {
    const page = await signedIn(url, user);
    const before = page.cookie;
    await page.signIn(user);
    const old = new PanelClient(url);
    old.cookie = before;
    expect(await old.get('/session')).toMatchObject(noSession);
    expect((await page.get('/session')).status).toBe(200);
  });

  it('ends the session of another user in the same browser, which the record of that user tells', async () => {
    const { corporationId } = await gateways.operator.createAccount();
    const other = await createUser(system, { corporationId, role: 'admin' });
    const page = await signedIn(url, other);
    const { sessionId } = (await page.get('/session')).body.session;
    const before = page.cookie;
    expect((await page.signIn(user)).status).toBe(200);
    const old = new PanelClient(url);
    old.cookie = before;
    expect(await old.get('/session')).toMatchObject(noSession);
    expect((await page.get('/session')).body).toMatchObject({ user: { userId: user.userId } });

    const own = await signedIn(url, other);
    const entries = async () => (await own.get('/audit?action=session.end')).body.entries;
    const ended = { userId: other.userId, actor: other.email, address: '127.0.0.1', subject: sessionId, outcome: 'done' };
    expect(await entries()).toMatchObject([{ ...ended, detail: { cause: 'other_sign_in' } }]);
    // Nobody else is affected by a user's own next sign-in.
    expect((await own.signIn(other)).status).toBe(200);
    expect(await entries()).toHaveLength(1);
  });

  it.each([
    ['another origin', { origin: 'https://otro.example' }],
    ['no origin at all', { origin: '' }],
    ['the opaque origin', { origin: 'null' }],
    ['another scheme', { 'x-forwarded-proto': 'https' }],
    ['a page that the browser says is of another site', { 'sec-fetch-site': 'same-site' }],
    ['a form on another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s, and so is every other change', async (_what, headers) => {
    const page = await signedIn(url, user);
    expect(await page.call('POST', '/session', { body: user, headers })).toMatchObject(otherSite);
    // The cookie has another name where there is TLS.
    const withSession = { ...headers, cookie: `${page.cookie}; __Host-${page.cookie}` };
    expect(await page.call('PUT', '/password', { body: {}, headers: withSession })).toMatchObject(otherSite);
    expect(await page.call('DELETE', '/session', { headers: withSession })).toMatchObject(otherSite);
    expect((await page.get('/session')).status).toBe(200);
  });

  it('accepts only JSON', async () => {
    const body = JSON.stringify({ email: user.email, password: user.password });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const response = await fetch(`${url}/panel/v1/session`, { method: 'POST', headers: { origin: url, 'content-type': type }, body });
      expect(response.status).toBe(415);
    }
  });

  it('does not open the API, and a token of the API does not open the panel', async () => {
    const page = await signedIn(url, user);
    for (const [name, call] of callsWithToken) {
      expect({ name, ...said(await call(url, { cookie: String(page.cookie) })) }).toMatchObject({ name, status: 401 });
    }
    const headers = bearer(await obtainToken(url, account));
    expect(await new PanelClient(url).call('GET', '/session', { headers })).toMatchObject(noSession);
    expect(await new PanelClient(url).call('GET', '/webhooks', { headers })).toMatchObject(noSession);
    page.cookie = `vigia=${String(headers.authorization.split(' ')[1])}`;
    expect(await page.get('/session')).toMatchObject(noSession);
  });
});
