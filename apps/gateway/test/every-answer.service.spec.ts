import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, signedIn, waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { StoredProfiles } from './running/stored-profiles.js';
import { bearer } from './requests/calls.js';
import { exchange, type Exchange } from './requests/exchange.js';
import { operationsOf, type OpenApiDocument, type Operation } from './requests/openapi-document.js';
import { basic, forger, obtainToken } from './requests/tokens.js';

const json = { 'content-type': 'application/json' };
const summary = '/v2/perfiles/20990000019/resumen';
const load = { method: 'POST', path: '/v2/perfiles/cargar' };
const token = '/v1/autenticacion/obtener-token';
const signIn = { method: 'POST', path: '/panel/v1/session' };
const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

describe('an answer of the gateway', () => {
  let gateways: Gateways;
  let url: string;
  let account: Account;
  let program: { authorization: string };
  let person: { cookie: string; origin: string };
  let operations: Operation[];

  beforeAll(async () => {
    gateways = await openGateways();
    url = await gateways.start();
    account = await gateways.operator.createAccount();
    program = bearer(await obtainToken(url, account));
    const { corporationId } = account;
    const admin = await createUser({ brokerUrl: gateways.brokerUrl, baseUrl: url }, { corporationId, role: 'admin' });
    person = { cookie: String((await signedIn(url, admin)).cookie), origin: url };
    operations = operationsOf(JSON.parse((await exchange(url, { path: '/openapi.json' })).text) as OpenApiDocument);
  });

  afterAll(() => gateways?.stop());

  const ask = async (asked: Exchange, as: 'program' | 'person' | 'nobody') => {
    const who = { program: () => program, person: () => person, nobody: () => ({}) }[as]();
    return exchange(url, { ...asked, headers: { ...who, ...asked.headers } });
  };

  it.each<[number, 'program' | 'person' | 'nobody', Exchange]>([
    [200, 'program', { method: 'POST', path: '/v2/autenticacion/refrescar-token' }],
    [200, 'person', { path: '/panel/v1/session' }],
    [400, 'program', { ...load, headers: json, body: '{' }],
    [400, 'program', { path: `${summary}?fehca=2026-01-01` }],
    [400, 'program', { path: summary, body: '{}' }],
    [400, 'program', { path: '/v2/perfiles/%zz/resumen' }],
    [400, 'person', { path: '/panel/v1/deliveries/%ff/attempts' }],
    [401, 'nobody', { path: '/v2/perfiles/%zz/resumen' }],
    [401, 'nobody', { path: '/api/v2/perfiles/%zz/resumen' }],
    [401, 'nobody', { path: '/panel/v1/deliveries/%ff/attempts' }],
    [400, 'nobody', { ...signIn, headers: json, body: '{' }],
    [401, 'nobody', { path: summary }],
    [401, 'nobody', { method: 'POST', path: token }],
    [401, 'nobody', { path: '/panel/v1/session' }],
    [403, 'person', { method: 'POST', path: '/panel/v1/users', headers: { ...json, origin: 'https://otro.example' }, body: '{}' }],
    [404, 'program', { path: summary }],
    [404, 'program', { path: '/v2/nada' }],
    [404, 'nobody', { path: '/v1/nada' }],
    [404, 'person', { path: '/panel/v1/nada' }],
    [404, 'nobody', { path: '/api/v2/nada' }],
    [405, 'program', { method: 'PUT', path: summary }],
    [405, 'nobody', { path: '/v2/perfiles/cargar' }],
    [413, 'program', { ...load, headers: json, body: 'x'.repeat(40_000) }],
    [415, 'program', { ...load, headers: { 'content-type': 'text/plain' }, body: 'x' }],
    [417, 'program', { path: summary, headers: { expect: '200-ok' } }],
    [417, 'person', { ...signIn, headers: { ...json, expect: '200-ok' }, body: '{}' }],
  ])('says how many calls are left: %i to %s, %j', async (status, as, asked) => {
    const answer = await ask(asked, as);
    const told = limits.map((name) => Number(answer.headers[name]));
    expect({ status: answer.status, told }).toEqual({ status, told: [expect.any(Number), expect.any(Number), expect.any(Number)] });
    expect(told.every((number) => number >= 0)).toBe(true);
    expect(answer.headers).toMatchObject({ 'x-correlation-id': expect.any(String), 'x-content-type-options': 'nosniff' });
  });

  it.each<[string | undefined, 'program' | 'person' | 'nobody', Exchange]>([
    [undefined, 'program', { method: 'POST', path: '/v2/autenticacion/refrescar-token' }],
    ['parameter_unknown', 'program', { path: `${summary}?fehca=2026-01-01` }],
    ['body_not_json', 'program', { ...load, headers: json, body: '{' }],
    ['document_invalid', 'program', { ...load, headers: json, body: '{"taxId":"123","docType":"RUC"}' }],
    ['credentials_missing', 'nobody', { path: summary }],
    ['profile_not_found', 'program', { path: `/api${summary}` }],
    ['not_found', 'nobody', { path: '/v1/nada' }],
    ['method_not_allowed', 'nobody', { path: '/v2/perfiles/cargar' }],
    ['session_missing', 'nobody', { path: '/panel/v1/session' }],
  ])('names the code of an error in a header: %s to %s, %j', async (code, as, asked) => {
    expect((await ask(asked, as)).headers['x-error-code']).toBe(code);
  });

  it('about a profile that only another corporation has is 404, on every path that names one', async () => {
    const [taxId, stored] = ['20990000027', new StoredProfiles(gateways.database)];
    const { corporationId } = await gateways.operator.createAccount();
    await stored.profile(taxId, 'succeeded');
    await stored.access({ corporationId, taxId, periods: [[new Date(0), null]] });
    const reads = operations.filter(({ method, path }) => method === 'GET' && path.includes('{taxId}'));
    const answers = reads.map(async ({ path }) => {
      const asked = { path: path.replace('{docType}', 'RUC').replace('{taxId}', taxId) };
      const { status, text } = await ask(asked, path.startsWith('/panel/') ? 'person' : 'program');
      return { path, status, message: (JSON.parse(text) as { message?: string }).message };
    });
    expect(reads.length).toBeGreaterThan(7);
    expect(await Promise.all(answers)).toEqual(reads.map(({ path }) => ({ path, status: 404, message: 'profile not found' })));
  });

  it('to another method names those that the document has for the path, also where another path could be meant', async () => {
    const paths = new Map<string, Set<string>>();
    for (const { path, method } of operations) paths.set(path, (paths.get(path) ?? new Set()).add(method.toUpperCase()));
    const told = await Promise.all(
      [...paths].map(async ([path, methods]) => {
        const { status, headers } = await ask({ method: 'TRACE', path: path.replaceAll(/{[^}]+}/g, randomUUID()) }, 'person');
        const documented = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ');
        return { path, status, allow: headers.allow, documented };
      }),
    );
    expect(told.length).toBeGreaterThan(90);
    expect(told.filter(({ status, allow, documented }) => status !== 405 || allow !== documented)).toEqual([]);
  });

  it.each(['/v2/perfiles/%zz/resumen?a=%zz', '/panel/v1/deliveries/%ff/attempts', '/nowhere/%'])(
    'has its headers, and its line in the log, although the path cannot be decoded: %s',
    async (path) => {
      const { status, headers } = await ask({ path, headers: { accept: 'text/html' } }, 'nobody');
      expect({ status, ...headers }).toMatchObject({
        status: path === '/nowhere/%' ? 400 : 401,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-correlation-id': expect.any(String),
      });
      const lines = () =>
        gateways
          .log()
          .split('\n')
          .filter((line) => line.includes(String(headers['x-correlation-id'])));
      await waitUntil(() => lines().some((line) => line.includes('"msg":"request"')), { what: 'the line in the log' });
    },
  );

  it('counts for the limit, even if the call is refused before its body is read', async () => {
    const slow = await gateways.start({ environment: { VIGIA_RATE_PER_SECOND: '1', VIGIA_RATE_BURST: '1' } });
    const broken = {
      ...load,
      headers: { ...json, ...bearer(forger(gateways.jwtKeys, await gateways.operator.createAccount()).valid) },
      body: '{',
    };
    const statuses: number[] = [];
    while (statuses.length < 20 && statuses.at(-1) !== 429) statuses.push((await exchange(slow, broken)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]));
  });

  it('says how many calls are left even after an internal error', async () => {
    await gateways.database.query('ALTER VIEW profiles.stored_summary RENAME TO stored_summary_away');
    try {
      const { status, headers } = await ask({ path: summary }, 'program');
      expect({ status, told: limits.map((name) => headers[name] !== undefined) }).toEqual({ status: 500, told: [true, true, true] });
    } finally {
      await gateways.database.query('ALTER VIEW profiles.stored_summary_away RENAME TO stored_summary');
    }
  });

  it('to strangers takes no calls from a valid client at the same address', async () => {
    const own = await gateways.start({ environment: { VIGIA_RATE_PER_SECOND: '1', VIGIA_RATE_BURST: '2' } });
    const stranger = async () => (await exchange(own, { path: summary })).status;
    const statuses = [];
    while (statuses.length < 20 && statuses.at(-1) !== 429) statuses.push(await stranger());
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
    const newcomer = await gateways.operator.createAccount();
    expect((await exchange(own, { path: summary, headers: bearer(await obtainToken(own, newcomer)) })).status).toBe(404);
    // The other gateway shares the bucket of this address, which is empty now.
    await gateways.database.query(`DELETE FROM identity.rate_bucket WHERE key LIKE 'stranger %'`);
  });

  const invalid = 'Bearer realm="vigia", error="invalid_token"';
  it.each<[string, Exchange, string]>([
    ['no token', { path: summary }, 'Bearer realm="vigia"'],
    ['credentials of another scheme', { path: summary, headers: { authorization: 'Basic eDp5' } }, 'Bearer realm="vigia"'],
    ['a broken token', { path: summary, headers: { authorization: 'Bearer x' } }, invalid],
    ['a forged token', { path: summary, headers: bearer('a.b.c') }, invalid],
    ['no access key', { method: 'POST', path: token }, 'Basic realm="vigia", charset="UTF-8"'],
    [
      'a wrong access key',
      { method: 'POST', path: token, headers: { authorization: 'Basic eDp5' } },
      'Basic realm="vigia", charset="UTF-8"',
    ],
    ['no session', { path: '/panel/v1/session' }, 'Cookie realm="vigia"'],
    ['a token where a session is wanted', { path: '/panel/v1/users', headers: bearer('a.b.c') }, 'Cookie realm="vigia"'],
  ])('with status 401 says which credentials to send: %s', async (_what, asked, challenge) => {
    const { status, headers } = await exchange(url, asked);
    expect({ status, challenge: headers['www-authenticate'] }).toEqual({ status: 401, challenge });
  });

  it('with status 401 says which credentials to send after an expiry, a suspension and a wrong password', async () => {
    const tokens = forger(gateways.jwtKeys, account);
    const suspended = await gateways.operator.createAccount();
    await gateways.operator.suspend(suspended.corporationId);
    const challengeOf = async (asked: Exchange) => {
      const { status, headers } = await exchange(url, asked);
      return [status, headers['www-authenticate']];
    };
    expect(await challengeOf({ path: summary, headers: bearer(tokens.expired) })).toEqual([401, invalid]);
    expect(await challengeOf({ path: summary, headers: bearer(forger(gateways.jwtKeys, suspended).valid) })).toEqual([401, invalid]);
    const asSuspended = { method: 'POST', path: token, headers: { authorization: basic(suspended) } };
    expect(await challengeOf(asSuspended)).toEqual([401, 'Basic realm="vigia", charset="UTF-8"']);
    const body = JSON.stringify({ email: `${randomUUID()}@prueba.example`, password: 'no es esta' });
    expect(await challengeOf({ ...signIn, headers: { ...json, origin: url }, body })).toEqual([401, 'Cookie realm="vigia"']);
  });

  it('is a refusal if the query has an unknown parameter, on every path', async () => {
    const accepted: string[] = [];
    for (const { method, path } of operations.filter(({ path: one }) => !one.startsWith('/panel/'))) {
      const asked = { method, path: `${path.replaceAll(/\{[^}]+\}/g, '20990000019')}?nadie=1` };
      const { status, text } = await ask(asked, 'program');
      if (status !== 400 || !text.includes('unknown parameter nadie; ')) accepted.push(`${method} ${path}: ${status} ${text}`);
    }
    expect(accepted).toEqual([]);
  });

  it('is the example of the API reference if a parameter, a value or a field cannot be read', async () => {
    const differences: object[] = [];
    const isAsked = ({ path, tags }: Operation) => !path.startsWith('/panel/') || tags.some((tag) => /: (views|audit)$/.test(tag));
    for (const { method, path, parameters, requestBody, responses } of operations.filter(isAsked)) {
      const shown = responses['400']?.content?.['application/json']?.examples ?? {};
      const target = path.replaceAll(/\{[^}]+\}/g, path.startsWith('/panel/') ? randomUUID() : '20990000019');
      const [known] = parameters.filter((one) => one.in === 'query');
      const [body] = Object.values(requestBody?.content?.['application/json']?.examples ?? {});
      const withUnknownField = { method, path: target, headers: json, body: JSON.stringify({ ...Object(body?.value), monts: 3 }) };
      const asked: Record<string, Exchange> = {
        parameter_unknown: { method, path: `${target}?fehca=2026-01-01` },
        ...(known && { parameter_repeated: { method, path: `${target}?${known.name}=1&${known.name}=2` } }),
        ...(shown.bad_request && { bad_request: body ? withUnknownField : { method, path: `${target}?${known?.name}=%ff` } }),
      };
      for (const [code, exchanged] of Object.entries(asked)) {
        const { text } = await ask(exchanged, path.startsWith('/panel/') ? 'person' : 'program');
        const [answer, example] = [JSON.parse(text) as object, shown[code]?.value];
        if (!isDeepStrictEqual(answer, example)) differences.push({ method, path, answer, example });
      }
    }
    expect(differences).toEqual([]);
    const readsNoQuery = operations.find(({ path }) => path === '/v2/cuota/alertas')!;
    expect(Object.keys(readsNoQuery.responses['400']!.content!['application/json']!.examples!)).not.toContain('parameter_repeated');
  });

  it.each<[query: string, message: unknown, path?: string]>([
    ['fehca=2026-01-01', 'unknown parameter fehca; did you mean fecha?'],
    ['Fecha=2026-01-01', 'unknown parameter Fecha; did you mean fecha?'],
    ['DOCTYPE=RUC', 'unknown parameter DOCTYPE; did you mean docType?'],
    ['fecha[]=2026-01-01', 'unknown parameter fecha[]; did you mean fecha?'],
    ['utm_source=x', 'unknown parameter utm_source; this call takes docType, fecha'],
    ['__proto__=x', 'unknown parameter __proto__; this call takes docType, fecha'],
    ['=x', 'unknown parameter ; this call takes docType, fecha'],
    ['fecha=2026-01-01&fecha=2026-01-01', 'the parameter fecha is given twice'],
    ['before=x', expect.stringMatching(/^unknown parameter before; this call takes q, .*cursor/), '/v2/portafolio'],
  ])('names the unknown parameter and the nearest known one: %s', async (query, message, path = summary) => {
    const { status, text } = await ask({ path: `${path}?${query}` }, 'program');
    expect({ status, message: (JSON.parse(text) as { message: string }).message }).toEqual({ status: 400, message });
  });

  it('says that a call takes no parameters, but only to a caller with a token', async () => {
    const path = '/v2/cuota/alertas?desde=2026-01-01';
    expect((await ask({ path }, 'program')).text).toContain('unknown parameter desde; this call takes no parameters');
    expect((await ask({ path }, 'nobody')).status).toBe(401);
  });

  it('with a page allows any parameters', async () => {
    for (const path of ['/docs?utm_source=x', '/openapi.json?v=1']) expect((await exchange(url, { path })).status).toBe(200);
  });
});
