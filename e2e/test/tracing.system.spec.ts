import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { ApiClient, startSystem, waitUntil, type System } from '@vigia/testing';
import { startTraceCollector, type Span, type TraceCollector } from './trace-collector.js';

/** No span is sent by the clock: each process flushes its spans when it stops. */
const onlyAtTheEnd = { OTEL_BSP_SCHEDULE_DELAY: '3600000', OTEL_BSP_MAX_QUEUE_SIZE: '8192', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '8192' };

/** The key of a provider, in each place where it can be sent. */
const secret = 'CANARY-4711';
const auths = {
  trabajadores: { bearer: { secretVariable: 'TRACED_KEY' } },
  deuda_coactiva: { body: { name: 'token', secretVariable: 'TRACED_KEY' } },
  protestos: { query: { name: 'key', secretVariable: 'TRACED_KEY' } },
};

describe('the trace of one load', () => {
  let collector: TraceCollector;
  let system: System | undefined;
  let trace: Span[];
  let sentBeforeTheEnd: number;
  let provider: Server;
  let asked: string;

  beforeAll(async () => {
    collector = await startTraceCollector();
    asked = '';
    provider = createServer((request, response) => {
      asked += `${request.url} ${request.headers.authorization} `;
      request.on('data', (chunk: Buffer) => (asked += chunk.toString()));
      request.on('end', () => response.writeHead(403).end());
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/{ruc}`;
    const sources = Object.fromEntries(Object.entries(auths).map(([source, auth]) => [source, { method: 'POST', url, body: {}, auth }]));
    system = await startSystem({
      broker: 'postgres',
      environment: {
        NODE_OPTIONS: '--import ./libs/observability/dist/preload.js',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...onlyAtTheEnd,
        TRACED_KEY: secret,
        VIGIA_PROVIDERS: JSON.stringify({ sources }),
      },
    });
    const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('one_time'));
    await client.load('20990000019');
    const { database } = system;
    await waitUntil(async () => (await database.query('SELECT 1 FROM profiles.outbox')).length === 0, { what: 'everything is delivered' });
    sentBeforeTheEnd = collector.spans.length;
    await system.stop();
    system = undefined;
    const { traceId } = collector.spans.find(({ name }) => name === 'source identificacion')!;
    trace = collector.spans.filter((span) => span.traceId === traceId);
  }, 300_000);

  afterAll(async () => {
    await system?.stop();
    await collector.close();
    provider?.close();
  });

  const inTrace = (service: string) => trace.filter((span) => span.service === service).map(({ name }) => name);

  it('runs through every service, from the HTTP call to the settlement', () => {
    expect(trace.filter(({ parentSpanId }) => parentSpanId === '')).toEqual([
      expect.objectContaining({ service: 'gateway', name: 'POST' }),
    ]);
    expect(inTrace('profile-loader')).toContain('process vigia-profile-loader-requests');
    expect(inTrace('profile-loader')).toEqual(expect.arrayContaining(sourceNames.map((source) => `source ${source}`)));
    expect(inTrace('profile-loader')).toContain('deliver access.settle');
    expect(inTrace('billing')).toEqual(expect.arrayContaining(['process vigia-billing-requests', 'process vigia-billing-events']));
  });

  it('has the statements to the database, but not the polling', () => {
    expect(inTrace('profile-loader').some((name) => name.startsWith('pg.query:INSERT'))).toBe(true);
    expect(collector.spans.filter(({ name, parentSpanId }) => name.startsWith('pg.') && parentSpanId === '')).toEqual([]);
  });

  it('is sent when the processes end, and no other telemetry is', () => {
    expect(sentBeforeTheEnd).toBe(0);
    expect(collector.strayed).toEqual([]);
  });

  it('has no key of a provider in any span, whether the key goes in a header, the body or the address', () => {
    expect(asked.split(secret)).toHaveLength(1 + Object.keys(auths).length);
    expect(collector.spans.filter(({ text }) => text.includes('CANARY'))).toEqual([]);
  });
});
