import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { bearer, said } from './requests/calls.js';
import { exchange, type Answer, type Exchange } from './requests/exchange.js';
import { basic, obtainToken } from './requests/tokens.js';

const burst = 20;
const notFound = { status: 404, text: '{"statusCode":404,"error":"Not Found","message":"not found"}' };
const json = { 'content-type': 'application/json' };

describe('a request path', () => {
  let gateways: Gateways;
  let url: string;
  let narrow: string;
  let account: Account;
  let token: string;

  beforeAll(async () => {
    gateways = await openGateways();
    url = await gateways.start();
    const limits = ['RATE', 'TOKEN_RATE'].flatMap((name) => [
      [`VIGIA_${name}_PER_SECOND`, '1'],
      [`VIGIA_${name}_BURST`, String(burst)],
    ]);
    narrow = await gateways.start({ environment: Object.fromEntries(limits) });
    account = await gateways.operator.createAccount();
    token = await obtainToken(url, account);
  });

  afterAll(() => gateways?.stop());

  const get = (path: string): Exchange => ({ path, headers: bearer(token) });
  const tokenCall = (path: string): Exchange => ({ method: 'POST', path, headers: { authorization: basic(account) } });
  /** Counted and then refused for its origin: no password is checked. */
  const signInCall = (path: string): Exchange => ({ method: 'POST', path, headers: json, body: '{}' });
  const isCounted = ({ headers }: Answer) => headers['ratelimit-remaining'] !== undefined;

  it.each([
    ['a token', () => tokenCall('/%761/autenticacion/obtener-token')],
    ['a token', () => tokenCall('/v1/autenticacion/%6Fbtener-token')],
    ['a session', () => signInCall('/%70anel/v1/session')],
    ['a summary', () => get('/%761/perfiles/20990000019/resumen')],
    ['a summary', () => get('/v1/perfiles/20990000019/%72esumen')],
    ['a summary', () => get('/v1/perfiles/20990000019/resumen#')],
    ['a summary', () => get('http://x.example/%761/perfiles/20990000019/resumen')],
    ['a summary, without a token', () => ({ path: '/%761/perfiles/20990000019/resumen' })],
    ['a summary, without a token', () => ({ path: '/v1/%70erfiles/20990000019/resumen' })],
  ])('in another spelling is not found, and counts for the limit: %s', async (_what, asked) => {
    const answer = await exchange(url, asked());
    expect(answer).toMatchObject(notFound);
    expect(isCounted(answer)).toBe(true);
  });

  it.each([
    '/%6detrics',
    '/metric%73',
    '/metrics#',
    'http://x.example/%6detrics',
    '//metrics',
    '/metrics/',
    '/metrics;',
    '/METRICS',
    '/%68ealth/ready',
    '/health/%72eady',
    '/health%2Fready',
    '/health//ready',
    '/health/./ready',
    '/%6fpenapi.json',
    '/doc%73',
  ])('that disguises a known path is not found, and is logged: %s', async (path) => {
    const { status, text, headers } = await exchange(url, { path });
    expect({ status, text }).toEqual(notFound);
    const isLogged = (line: string) => line.includes(`"correlationId":"${headers['x-correlation-id']}"`) && line.includes('"status":404');
    await waitUntil(() => gateways.log().split('\n').some(isLogged), { what: 'a line of the log' });
  });

  it.each([12, 101, 5_000])('with a parameter of %i letters is handled like any other', async (letters) => {
    const answer = await exchange(url, get(`/v2/perfiles/${'x'.repeat(letters - 1)}-/resumen`));
    expect(said(answer)).toEqual({ status: 400, message: 'taxId is not a valid RUC, DNI or CE' });
    expect([isCounted(answer), answer.headers['x-correlation-id']]).toEqual([true, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('may have percent-encoded parameters', async () => {
    const plain = await exchange(url, get('/v2/perfiles/20990000019/resumen?docType=RUC'));
    const encoded = await exchange(url, get('/v2/perfiles/%32%30990000019/resumen?doc%54ype=%52UC'));
    expect([encoded.status, encoded.text]).toEqual([plain.status, plain.text]);
    expect(plain.text).toContain('profile not found');
  });

  it.each(['http://x.example', 'HTTPS://x.example:8443', 'http://ana@[::1]:1'])('may have scheme and host before it: %s', async (site) => {
    const asked = [
      tokenCall('/v1/autenticacion/refrescar-token'),
      signInCall('/panel/v1/session'),
      get('/v1/perfiles/20990000019/resumen'),
      get('/api/v2/perfiles/20990000019/resumen'),
      get('/v2/perfiles/20990000019/resumen?fehca=2026-01-01'),
      get('/v2/nada'),
      { path: '/v1/perfiles/20990000019/resumen' },
      { path: '/panel/v1/session' },
    ];
    for (const one of asked) {
      const [plain, absolute] = [await exchange(url, one), await exchange(url, { ...one, path: `${site}${one.path}` })];
      expect([absolute.status, absolute.text, isCounted(absolute)]).toEqual([plain.status, plain.text, true]);
    }
    for (const path of ['', '?utm_source=x', '/health/live', '/metrics']) {
      const plain = await exchange(url, { path: path.startsWith('/') ? path : `/${path}` });
      expect((await exchange(url, { path: `${site}${path}` })).status).toBe(plain.status);
    }
  });

  it.each([
    ['token requests', () => tokenCall('http://x.example/v1/autenticacion/obtener-token')],
    ['sign-ins', () => signInCall('http://x.example/panel/v1/session')],
    ['summaries', () => get('http://x.example/v1/perfiles/20990000019/resumen')],
  ])('with scheme and host counts for the rate limit: %s', async (_what, asked) => {
    const answers = await Promise.all(Array.from({ length: 3 * burst }, () => exchange(narrow, asked())));
    expect(answers.map(({ status }) => status)).toContain(429);
  });
});
