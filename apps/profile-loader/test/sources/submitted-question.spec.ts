import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { createHttpClient } from '@vigia/outbound-http';
import { HttpJsonConnector } from '../../src/sources/connector/http-json-connector.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const secret = 'CANARY-4711';
const limits = { readyProviders: [], sourcesUrl: undefined, sourceTimeoutMs: 15_000, sourceConcurrency: 1, refreshHours: 24 };
const client = createHttpClient();
let provider: LoopbackProvider;
/** The answers to the questions in turn; the last one repeats. */
let answers: [status: number, body: unknown][];

beforeAll(async () => {
  provider = await startProvider((_request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = answers[Math.min(provider.asked.length, answers.length) - 1]!;
    if (status === silent[0]) return;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
afterAll(async () => {
  provider?.stop();
  await client.close();
});

/** A provider that takes a question under a ticket, and answers it later. */
function ask(given: typeof answers, signal = new AbortController().signal) {
  answers = given;
  provider.asked.length = 0;
  const entry = {
    method: 'POST',
    url: `${provider.url}/requests`,
    body: { document: '{ruc}' },
    auth: { query: { name: 'key', secretVariable: 'LATER_KEY' } },
    poll: { ticket: 'id', url: `${provider.url}/requests/{ticket}`, ready: "state = 'done'", everyMs: 100 },
    answer: { data: '{ "periodos": [] }', sourceVersion: '"later"', observedAt: '"2026-11-20T00:00:00Z"' },
    timeoutMs: 15_000,
  };
  return askBy(entry, signal);
}

function askBy(entry: object, signal = new AbortController().signal) {
  const providers = readProviderFile(JSON.stringify({ sources: { trabajadores: entry } }), { LATER_KEY: secret, APITUDE_KEY: secret });
  const configured = providersOf({ ...limits, providers }).trabajadores;
  if (configured.kind !== 'http') throw new Error('not over HTTP');
  return new HttpJsonConnector(client, 'trabajadores', configured).ask({ docType: 'RUC', taxId: '20990000019' }, signal);
}
const questions = () => provider.asked.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
const taken: [number, unknown] = [202, { id: 'a/1' }];
const later: [number, unknown] = [200, { state: 'working' }];
const silent: [number, unknown] = [0, undefined];

it('a submitted question is sent once and polled until its answer is ready, with the key each time', async () => {
  expect(await ask([taken, later, later, [200, { state: 'done' }]])).toEqual({
    outcome: 'data',
    data: { periodos: [] },
    sourceVersion: 'later',
    observedAt: '2026-11-20T00:00:00Z',
  });
  const look = `GET /requests/a%2F1?key=${secret}`;
  expect(questions()).toEqual([`POST /requests?key=${secret} {"document":"20990000019"}`, look, look, look]);
});

it.each([
  ['is not ready', later],
  ['does not answer', silent],
])('a submitted question fails as timeout when the provider %s in time', async (_what, answer) => {
  // However long the machine takes: 600 ms are left when the provider has taken the question, and none once it is polled.
  const [begun, passedMs] = [performance.now(), [0, 14_400, 15_000]];
  const clock = mock.method(performance, 'now', () => begun + passedMs[Math.min(questions().length, 2)]!);
  try {
    const late = { outcome: 'failed', reason: 'timeout', detail: 'what was submitted is not ready' };
    expect(await ask([taken, answer])).toMatchObject(late);
    expect(questions()).toHaveLength(2);
  } finally {
    clock.mock.restore();
  }
});

it('a submitted question has the outcome of the status when its answer is refused', async () => {
  expect(await ask([taken, [403, 'no']])).toMatchObject({ outcome: 'not_contracted' });
  expect(await ask([taken, [500, `who is ${secret}?`]])).toMatchObject({ outcome: 'failed', reason: 'source_error' });
});

it('a submitted question is not polled when it was refused', async () => {
  expect(await ask([[402, 'no']])).toMatchObject({ outcome: 'not_contracted' });
  expect(await ask([[200, '<html>guard</html>']])).toMatchObject({ outcome: 'failed', reason: 'malformed', detail: 'no ticket' });
  expect(await ask([[200, { id: null }]])).toMatchObject({ outcome: 'failed', reason: 'malformed' });
  expect(questions()).toHaveLength(1);
});

it('a submitted question ends with its task', async () => {
  const stop = new AbortController();
  const asked = ask([taken, later], stop.signal);
  stop.abort();
  expect(await asked).toMatchObject({ outcome: 'failed', reason: 'timeout' });
});

it('a submitted question works as documented, with its status inside the answer', async () => {
  const documentation = readFileSync(new URL('../../../../docs/sources.md', import.meta.url), 'utf8');
  const [, text = ''] = documentation.split('## A provider that answers later');
  const [file, found] = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));
  const { url, poll, ...entry } = file.sources.trabajadores;
  const here = (address: string) => address.replace('https://apitude.co', provider.url);
  const documented = () => askBy({ ...entry, url: here(url), poll: { ...poll, url: here(poll.url), everyMs: 100 } });
  provider.asked.length = 0;
  answers = [
    [200, { request_id: 'e0606c19' }],
    [200, { message: 'in progress' }],
    [200, found],
  ];
  const month = { periodo: '2026-09', trabajadores: 34, pensionistas: 0, prestadores_servicio: null };
  expect(await documented()).toMatchObject({ outcome: 'data', data: { periodos: [month] }, sourceVersion: 'apitude' });
  expect(provider.asked[0]!.headers).toMatchObject({ 'x-api-key': secret });
  const look = 'GET /api/v1.0/requests/sunat-pe/e0606c19/';
  expect(questions()).toEqual(['POST /api/v1.0/requests/sunat-pe/ {"ruc":"20990000019"}', look, look]);
  for (const [status, outcome] of [
    [404, 'empty'],
    [400, 'failed'],
  ] as const) {
    provider.asked.length = 0;
    answers = [
      [200, { request_id: 'e0606c19' }],
      [200, { result: { status, data: { found: false } } }],
    ];
    expect(await documented()).toMatchObject({ outcome });
  }
});
