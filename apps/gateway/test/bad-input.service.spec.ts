import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isErrorCode } from '@vigia/contracts';
import { createUser, createWebhook, livingSystem, signedIn } from '@vigia/testing';
import { gatewayAdapter } from '../src/http/adapter.js';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';
import { calendar } from './bad-input/calendar.js';
import { impossibleDocuments, numbers, webhookHeaders } from './bad-input/numbers-and-documents.js';
import { unkeepableText } from './bad-input/text.js';
import { people } from './bad-input/people.js';
import { screens } from './bad-input/screens.js';
import { secretSteps } from './bad-input/secrets.js';
import { wholeBodies } from './bad-input/whole-bodies.js';
import { exchangeOf, pathOf, readBadInput, writtenOut, type BadInput } from './requests/bad-input.js';
import { exchange, type Answer } from './requests/exchange.js';
import { rawExchange } from './requests/raw-exchange.js';
import { forger, obtainToken } from './requests/tokens.js';

/** For requests that never end. Other requests could be late by that much on a busy machine. */
const hurriedLimits = { headersMs: 1_000, requestMs: 1_500, checkEveryMs: 100 };
const inTables = [unkeepableText, calendar, numbers, impossibleDocuments, webhookHeaders, wholeBodies, secretSteps, people, screens].flat();
const cases = [...readBadInput().flatMap(writtenOut), ...inTables];

describe('the gateway', () => {
  let gateways: Gateways;
  let url: string;
  let hurried: string;
  let tokens: Record<string, string>;
  let served: RegExp[];
  let cookie: string;
  /** Values that a case can only name. */
  let known: Record<string, string>;

  beforeAll(async () => {
    gateways = await openGateways(await livingSystem(import.meta.url));
    url = await gateways.start({ environment: waitingForLoads });
    hurried = await gateways.start({ environment: waitingForLoads, adapter: (settings) => gatewayAdapter(settings, hurriedLimits) });
    const [account, suspended] = [await gateways.operator.createCustomer('monthly'), await gateways.operator.createAccount()];
    await gateways.operator.suspend(suspended.corporationId);
    const { configurationId: webhook } = await createWebhook(gateways.brokerUrl, account.corporationId, {
      url: 'https://receiver.invalid/hook',
    });
    // Other specs guess the same key from the same address.
    await gateways.database.query(`DELETE FROM identity.failed_attempts WHERE key LIKE '% ak'`);
    await gateways.database.query(
      `INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
       VALUES ($1, 'RUC', '20990000019', 'active', 'monitoring', gen_random_uuid())`,
      [account.corporationId],
    );
    const admin = await createUser(
      { brokerUrl: gateways.brokerUrl, baseUrl: url },
      { corporationId: account.corporationId, role: 'admin' },
    );
    cookie = String((await signedIn(url, admin)).cookie);
    known = { origin: url, password: admin.password, user: admin.userId, webhook, unknown: randomUUID() };
    tokens = {
      ...forger(gateways.jwtKeys, account),
      valid: await obtainToken(url, account),
      suspended: forger(gateways.jwtKeys, suspended).valid,
      nohooks: await obtainToken(url, await gateways.operator.createAccount()),
    };
    const { paths } = JSON.parse((await exchange(url, { path: '/openapi.json' })).text) as { paths: Record<string, object> };
    served = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`));
  });

  afterAll(() => gateways?.stop());

  const isServed = (one: BadInput) => !one.versions || served.some((path) => path.test(pathOf(one)));

  const send = (one: BadInput): Promise<Answer | undefined> => {
    if (one.raw)
      return rawExchange(isLeftUnfinished(one) ? hurried : url, one.raw.replace('{VALID}', String(tokens.valid)), {
        end: one.fin === true,
      });
    const { headers, ...rest } = exchangeOf(withKnown(one));
    // A broken connection is reported with the other problems.
    return exchange(url, { ...rest, headers: { ...headers, ...authorization(one.auth ?? 'none') } }).catch(() => undefined);
  };

  const withKnown = (one: BadInput): BadInput =>
    JSON.parse(
      JSON.stringify(one).replaceAll(/\{(origin|password|user|webhook|unknown)\}/g, (_, name: string) => String(known[name])),
    ) as BadInput;

  const authorization = (kind: string): Record<string, string | string[]> => {
    if (kind === 'none') return {};
    if (kind === 'session') return { cookie };
    if (kind.startsWith('raw:')) return { authorization: kind.slice('raw:'.length) };
    if (kind === 'two') return { authorization: [`Bearer ${tokens.valid}`, `Bearer ${tokens.valid}`] };
    if (!tokens[kind]) throw new Error(`no such kind of token: ${kind}`);
    return { authorization: `Bearer ${tokens[kind]}` };
  };

  it('answers every bad request with the expected status, in the one error shape', async () => {
    const chosen = cases.filter(isServed);
    const found: (string | undefined)[] = [];
    const inTurn = chosen.values();
    const client = async () => {
      for (const one of inTurn) found.push(problemWith(one, await send(one)));
    };
    await Promise.all(Array.from({ length: 10 }, client));
    expect(found.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('is tested with bad input on every path that it serves', () => {
    const unasked = served.filter((path) => !cases.some((one) => path.test(pathOf(one))));
    expect(unasked.map(String)).toEqual([]);
  });
});

function isLeftUnfinished({ expect: expected }: BadInput): boolean {
  return expected === 'close-or-4xx' || [expected].flat().includes(408);
}

/** What is wrong with an answer, in one line. */
function problemWith(one: BadInput, answer: Answer | undefined): string | undefined {
  const { id, name, expect: expected, messageContains = '' } = one;
  const said = `${id}, ${name}: ${answer?.status ?? 'closed'} ${answer?.text.slice(0, 200) ?? ''}`;
  const hasShape = (of: Answer) => hasErrorShape(of, !one.raw && pathOf(one).startsWith('/panel/'));
  if (expected === 'close-or-4xx') return answer === undefined || hasShape(answer) ? undefined : said;
  if (!answer || ![expected].flat().includes(answer.status)) return `${said} instead of ${String(expected)}`;
  if (answer.status >= 400 && !hasShape(answer)) return `${said} has another shape`;
  return answer.text.includes(messageContains) ? undefined : `${said} does not say ${messageContains}`;
}

function hasErrorShape({ status, headers, text }: Answer, isOfPanel: boolean): boolean {
  const body = JSON.parse(text) as Record<string, unknown>;
  return (
    headers['content-type'] === 'application/json; charset=utf-8' &&
    isErrorCode(headers['x-error-code'] ?? '') &&
    body.code === (isOfPanel ? headers['x-error-code'] : undefined) &&
    Object.keys(body).sort().join() === (isOfPanel ? 'code,error,message,params,statusCode' : 'error,message,statusCode') &&
    body.statusCode === status &&
    status >= 400 &&
    typeof body.error === 'string' &&
    typeof body.message === 'string' &&
    body.message.length > 0 &&
    text.length < 1_000
  );
}
