import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Document, SourceName } from '@vigia/contracts';
import { createHttpClient } from '@vigia/outbound-http';
import { HttpJsonConnector } from '../../src/sources/connector/http-json-connector.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const source: SourceName = 'deuda_vencida';
const secret = 'CANARY-4711';
const ruc: Document = { docType: 'RUC', taxId: '20990000019' };

/** The example of the documentation: the file, the answer of its bureau, and the data that is read from it. */
const documentation = readFileSync(new URL('../../../../docs/sources.md', import.meta.url), 'utf8');
const [file, bureauAnswer, expected] = [...documentation.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));

/** The same bureau, on this machine. */
const bureauAt = (url: string, timeoutMs: number) => ({
  ...file,
  defaults: { timeoutMs },
  sources: { [source]: { ...file.sources[source], url: `${url}/v3/debtors/{ruc}/bills?kind={docType}`, timeoutMs: undefined } },
});

const limits = { readyProviders: [], sourcesUrl: 'http://127.0.0.1:1', sourceTimeoutMs: 15_000, sourceConcurrency: 1, refreshHours: 24 };

describe('a provider with another format', () => {
  let provider: LoopbackProvider;
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  const client = createHttpClient();

  beforeAll(async () => {
    provider = await startProvider((request, response) => answer(request, response));
  });
  afterAll(async () => {
    provider?.stop();
    await client.close();
  });
  beforeEach(() => {
    provider.asked.length = 0;
  });

  const ask = (document = ruc, signal = new AbortController().signal, url = provider.url, timeoutMs = 15_000) => {
    const providers = readProviderFile(JSON.stringify(bureauAt(url, timeoutMs)), { BUREAU_TOKEN: secret });
    const configured = providersOf({ ...limits, providers })[source];
    if (configured.kind !== 'http') throw new Error('not over HTTP');
    return new HttpJsonConnector(client, source, configured).ask(document, signal);
  };
  const says = (status: number, body: string | object) => {
    answer = (_request, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  it('is asked and read as it is configured', async () => {
    says(200, bureauAnswer);
    expect(await ask()).toEqual({ outcome: 'data', data: expected, sourceVersion: 'bureau/7', observedAt: '2026-04-05T00:00:00.000Z' });
    const [{ path, headers }] = provider.asked as [LoopbackProvider['asked'][0]];
    expect(path).toBe('/v3/debtors/20990000019/bills?kind=RUC');
    expect(headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-plan': 'full', accept: 'application/json' });
  });

  it('is asked by the RUC of a person, and not asked about a document without a RUC', async () => {
    says(200, { ...bureauAnswer, bills: null });
    expect(await ask({ docType: 'DNI', taxId: '99990001' })).toMatchObject({ outcome: 'empty' });
    expect(provider.asked.map(({ path }) => path)).toEqual(['/v3/debtors/10999900017/bills?kind=DNI']);
    expect(await ask({ docType: 'CE', taxId: 'SIM000001' })).toEqual({ outcome: 'not_contracted' });
    expect(provider.asked).toHaveLength(1);
  });

  it.each([
    ['the RUC of a person', '/ruc/{ruc}', { docType: 'DNI', taxId: '99990002' }, { outcome: 'empty', sourceVersion: 'status 404' }],
    ['a RUC', '/ruc/{ruc}', ruc, { outcome: 'unknown_taxpayer' }],
    ['the DNI of a person', '/dni/{taxId}', { docType: 'DNI', taxId: '99990002' }, { outcome: 'unknown_taxpayer' }],
  ] as const)('has status 404 read by what was asked: %s', async (_whom, path, document, meaning) => {
    says(404, 'whatever');
    const file = JSON.stringify({ sources: { identificacion: { url: `${provider.url}${path}` } } });
    const registry = providersOf({ ...limits, providers: readProviderFile(file, {}) }).identificacion;
    if (registry.kind !== 'http') throw new Error('not over HTTP');
    const connector = new HttpJsonConnector(client, 'identificacion', registry);
    expect(await connector.ask(document, new AbortController().signal)).toMatchObject(meaning);
  });

  it.each([
    [404, { outcome: 'empty' }],
    [402, { outcome: 'not_contracted' }],
    [403, { outcome: 'failed', reason: 'source_error', detail: 'status 403' }],
    [401, { outcome: 'failed', reason: 'source_error', detail: 'status 401' }],
    [429, { outcome: 'failed', reason: 'rate_limited' }],
    [302, { outcome: 'failed', reason: 'source_error' }],
    [500, { outcome: 'failed', reason: 'source_error' }],
  ])('has status %d mapped to its outcome', async (status, meaning) => {
    says(status, 'whatever');
    expect(await ask()).toMatchObject(meaning);
  });

  it('is malformed when it answers in the wrong format', async () => {
    for (const body of ['<html>', '{}', { ...bureauAnswer, asOf: 'yesterday' }, { ...bureauAnswer, bills: [{ cents: 'x' }] }]) {
      says(200, body);
      expect(await ask()).toMatchObject({ outcome: 'failed', reason: 'malformed' });
    }
    says(200, `"${'x'.repeat(5 * 1024 * 1024)}"`);
    expect(await ask()).toMatchObject({ outcome: 'failed', reason: 'malformed' });
  });

  it('fails as timeout when it drips or is silent, and as unreachable when it breaks off or is away', async () => {
    const askBriefly = () => ask(ruc, undefined, provider.url, 1_000);
    answer = () => undefined;
    expect(await askBriefly()).toMatchObject({ reason: 'timeout' });
    answer = (_request, response) => response.write('{');
    expect(await askBriefly()).toMatchObject({ reason: 'timeout' });
    answer = (request) => request.socket.destroy();
    expect(await ask()).toMatchObject({ reason: 'unreachable' });
    expect(await ask(ruc, undefined, 'http://127.0.0.1:1')).toMatchObject({ reason: 'unreachable' });
  });

  it('is aborted with its task', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    expect(await ask(ruc, stop.signal)).toMatchObject({ reason: 'timeout' });
  });

  it('has failures without its secret, whatever it answers', async () => {
    for (const [status, body] of [
      [500, `no such key: ${secret}`],
      [200, `{"bills": "${secret}"`],
      [200, { release: secret, asOf: secret, bills: secret }],
    ] as const) {
      says(status, body);
      const failure = await ask();
      expect(failure.outcome).toBe('failed');
      expect(JSON.stringify(failure)).not.toContain('CANARY');
    }
  });
});
