import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { watchedAdmissions } from './running/admissions.js';
import { openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { bearer, callsWithToken, readSummary, refreshToken, said } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { type OpenApiDocument, operationsOf } from './requests/openapi-document.js';
import { basic, forger, obtainToken, requestToken, type TokenKind } from './requests/tokens.js';

const invalid = { status: 401, message: 'invalid credentials' };
const noProfile = { status: 404, message: 'profile not found' };

describe('token authentication', () => {
  const { adapter, admitted } = watchedAdmissions();
  let gateways: Gateways;
  let url: string;
  let account: Account;

  beforeAll(async () => {
    gateways = await openGateways();
    url = await gateways.start({ adapter });
    account = await gateways.operator.createAccount();
  });

  afterAll(() => gateways?.stop());

  it.each(['/v1', '/v2', '/api/v1', '/api/v2'])('issues and refreshes a token for an hour under %s', async (prefix) => {
    const path = (name: string) => `${prefix}/autenticacion/${name}`;
    const given = await exchange(url, { method: 'POST', path: path('obtener-token'), headers: { authorization: basic(account) } });
    expect(given).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
    });
    const answer = JSON.parse(given.text);
    expect(answer).toEqual({ statusCode: 200, data: { token: expect.any(String), expiresIn: '1h', tokenType: 'Bearer' } });

    const headers = { authorization: `Bearer ${answer.data.token}` };
    const refreshed = JSON.parse((await exchange(url, { method: 'POST', path: path('refrescar-token'), headers })).text);
    expect(refreshed).toEqual({ statusCode: 200, data: { token: expect.any(String), expiresIn: '1h', tokenType: 'Bearer' } });
    expect(refreshed.data.token).not.toBe(answer.data.token);
    for (const token of [answer.data.token, refreshed.data.token]) {
      const { exp = 0, iat = 0 } = decodeJwt(token);
      expect(exp - iat).toBe(3600);
      expect(said(await readSummary(url, token, `${prefix}/perfiles/20990000019/resumen`))).toEqual(noProfile);
    }
  });

  it('writes only the identity of the caller into a token', async () => {
    const token = await obtainToken(url, account);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: 'k1', typ: 'at+jwt' });
    expect(decodeJwt(token)).toMatchObject({ sub: account.accessKey, corp: account.corporationId, iss: 'vigia', aud: 'vigia-api' });
    expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'corp', 'exp', 'iat', 'iss', 'jti', 'nbf', 'sub']);
  });

  it('refuses a token after its end, even if it was accepted before', async () => {
    // A token of two seconds that was accepted in time.
    const brief = await waitUntil(async () => {
      const made = forger(gateways.jwtKeys, account).brief;
      return (await readSummary(url, made)).status === noProfile.status && made;
    });
    const refused = await waitUntil(async () => {
      const answer = said(await readSummary(url, brief));
      return answer.status !== 404 && answer;
    });
    expect(refused).toEqual({ status: 401, message: 'expired token' });
  });

  it('does nothing with the body of a call whose credential was revoked while the body arrived', async () => {
    const revoked = await gateways.operator.createAccount();
    const token = await obtainToken(url, revoked);
    const key = 'revoked-while-the-body-arrives';
    const answer = await exchange(url, {
      method: 'POST',
      path: '/v2/perfiles/cargar',
      headers: { ...bearer(token), 'content-type': 'application/json', 'idempotency-key': key, 'x-test-call': key },
      body: JSON.stringify({ taxId: '20990000019', docType: 'RUC' }),
      async beforeBody() {
        await admitted(key);
        await gateways.operator.revoke(revoked.accessKey);
        await waitUntil(async () => (await readSummary(url, token)).status === 401, { what: 'the replica knows of the revocation' });
      },
    });
    expect(said(answer)).toEqual({ status: 401, message: 'credentials are disabled' });
    // The key is stored before anything is charged.
    expect(await gateways.database.query('SELECT key FROM identity.idempotency_key WHERE key = $1', [key])).toEqual([]);
  });

  it('answers an unknown access key and a wrong secret alike', async () => {
    const wrongSecret = await requestToken(url, { ...account, accessSecret: 'vs_wrong' });
    const unknownKey = await requestToken(url, { accessKey: 'vk_000000000000000000000000', accessSecret: account.accessSecret });
    expect(said(wrongSecret)).toEqual(invalid);
    expect(unknownKey.text).toBe(wrongSecret.text);
    expect(Object.keys(unknownKey.headers)).toEqual(Object.keys(wrongSecret.headers));
  });

  it('says what is missing, and reveals a suspension only to a client that knows its secret', async () => {
    const suspended = await gateways.operator.createAccount();
    await gateways.operator.suspend(suspended.corporationId);
    const path = '/v1/autenticacion/obtener-token';
    expect(said(await exchange(url, { method: 'POST', path }))).toEqual({ status: 401, message: 'missing Authorization header' });
    expect(said(await requestToken(url, suspended))).toEqual({ status: 401, message: 'credentials are disabled' });
    expect(said(await requestToken(url, { ...suspended, accessSecret: 'vs_wrong' }))).toEqual(invalid);
  });

  it('refuses the access key of one corporation with the secret of another', async () => {
    const other = await gateways.operator.createAccount();
    expect(said(await requestToken(url, { ...account, accessSecret: other.accessSecret }))).toEqual(invalid);
  });

  it('is tried with a call of every operation that takes a token', async () => {
    const operations = operationsOf(JSON.parse((await exchange(url, { path: '/openapi.json' })).text) as OpenApiDocument);
    const taking = operations.filter(({ security = [] }) => security.some((scheme) => 'bearer' in scheme));
    expect(callsWithToken.map(([operation]) => operation).toSorted()).toEqual(
      taking.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it.each(callsWithToken)('refuses a missing or malformed bearer header: %s', async (_, call) => {
    const malformed = { status: 401, message: 'the Authorization header is not a bearer token' };
    expect(said(await call(url, {}))).toEqual({ status: 401, message: 'missing Authorization header' });
    for (const authorization of ['', 'Bearer', 'Bearer abc', basic(account), 'Bearer a.b.c d', 'bearer a.b']) {
      expect({ authorization, ...said(await call(url, { authorization })) }).toEqual({ authorization, ...malformed });
    }
  });

  it('accepts a token that our own key has signed as the gateway does, after one or more spaces', async () => {
    const token = forger(gateways.jwtKeys, account).valid;
    for (const more of ['', '  ']) expect(said(await readSummary(url, `${more}${token}`))).toEqual(noProfile);
  });

  it.each<TokenKind>([
    ...(['nbf', 'aud', 'iss', 'noexp', 'nocorp', 'typ', 'crit'] as const),
    ...(['algnone', 'algNone2', 'hs512', 'rs256', 'nosig', 'kid', 'otherkey', 'jku', 'jwk'] as const),
  ])('refuses a forged token: %s', async (kind) => {
    const token = forger(gateways.jwtKeys, account)[kind];
    expect(said(await readSummary(url, token))).toEqual({ status: 401, message: 'invalid token' });
    expect(said(await refreshToken(url, token))).toEqual({ status: 401, message: 'invalid token' });
  });

  it('reports an expired token, and does not refresh it', async () => {
    const { expired } = forger(gateways.jwtKeys, account);
    for (const [, call] of callsWithToken) {
      expect(said(await call(url, { authorization: `Bearer ${expired}` }))).toEqual({ status: 401, message: 'expired token' });
    }
  });
});
