import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import {
  ApiClient,
  createWebhook,
  receiversOnThisMachine,
  startSystem,
  startWebhookReceiver,
  waitUntil,
  type System,
} from '@vigia/testing';
import { startTraceCollector, type Span, type TraceCollector } from './trace-collector.js';

/** A process flushes its spans when it stops, but a starved one has too little time for many. */
const soon = { OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_BSP_MAX_QUEUE_SIZE: '8192' };
const onlyAtTheEnd = { ...soon, OTEL_BSP_SCHEDULE_DELAY: '3600000' };

/** The key of a provider, in each place where it can be sent. */
const secret = 'CANARY-4711';
const auths = {
  trabajadores: { bearer: { secretVariable: 'TRACED_KEY' } },
  deuda_coactiva: { body: { name: 'token', secretVariable: 'TRACED_KEY' } },
  protestos: { query: { name: 'key', secretVariable: 'TRACED_KEY' } },
};

/** What a load passes through in each service. */
const passed = {
  gateway: ['POST'],
  'profile-loader': ['process vigia-profile-loader-requests', ...sourceNames.map((source) => `source ${source}`), 'deliver access.settle'],
  billing: ['process vigia-billing-requests', 'process vigia-billing-events'],
};

describe('a trace', () => {
  let collector: TraceCollector;
  let system: System;
  let trace: Span[];
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
        ...soon,
        TRACED_KEY: secret,
        ...receiversOnThisMachine,
        VIGIA_WEBHOOK_RETRIES: '20ms',
        // Each provider is asked once.
        VIGIA_SOURCE_TIMEOUT_MS: '60000',
        VIGIA_PROVIDERS: JSON.stringify({ sources }),
      },
    });
    const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('one_time'));
    await client.load('20990000019');
    const isComplete = () => {
      const { traceId } = collector.spans.find(({ name }) => name === 'source identificacion')!;
      trace = collector.spans.filter((span) => span.traceId === traceId);
      expectAllPassed();
      return true;
    };
    await waitUntil(isComplete, { what: 'the trace is complete' });
  }, 300_000);

  afterAll(async () => {
    await system?.stop();
    await collector.close();
    provider?.close();
  });

  const inTrace = (service: string) => trace.filter((span) => span.service === service).map(({ name }) => name);
  const expectAllPassed = () => {
    for (const [service, names] of Object.entries(passed)) expect(inTrace(service)).toEqual(expect.arrayContaining(names));
  };

  it('of a load runs through every service, from the HTTP call to the settlement', () => {
    expect(trace.filter(({ parentSpanId }) => parentSpanId === '')).toEqual([
      expect.objectContaining({ service: 'gateway', name: 'POST' }),
    ]);
    expectAllPassed();
  });

  it('has the statements to the database, but not the polling', () => {
    expect(inTrace('profile-loader').some((name) => name.startsWith('pg.query:INSERT'))).toBe(true);
    expect(collector.spans.filter(({ name, parentSpanId }) => name.startsWith('pg.') && parentSpanId === '')).toEqual([]);
  });

  it('is sent when a process ends, and no other telemetry is', async () => {
    const isSentAtTheEnd = async () => {
      const OTEL_SERVICE_NAME = `ending ${randomUUID()}`;
      const sent = () => collector.spans.filter(({ service }) => service === OTEL_SERVICE_NAME).map(({ name }) => name);
      const ending = await system.start('gateway', { ...onlyAtTheEnd, OTEL_SERVICE_NAME });
      await (await fetch(`${ending.url}/openapi.json`)).text();
      expect(sent()).toEqual([]);
      await ending.kill();
      return sent().includes('GET');
    };
    // A process without a processor for two seconds ends without sending.
    await waitUntil(isSentAtTheEnd, { what: 'a gateway sends its span when it ends' });
    expect(collector.strayed).toEqual([]);
  });

  it('is its own, whatever trace the client names', async () => {
    const reads = () => collector.spans.filter(({ service, name }) => service === 'gateway' && name === 'GET');
    const before = reads().length;
    const theirs = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${theirs}-b7ad6b7169203331-01`, tracestate: 'a=b', baggage: 'a=b' };
    await (await fetch(`${system.replicas('gateway')[0]!.url}/openapi.json`, { headers })).text();
    await waitUntil(() => reads().length > before, { what: 'the span of the call' });
    expect(reads().at(-1)).toMatchObject({ parentSpanId: '' });
    expect(collector.spans.filter(({ traceId }) => traceId === theirs)).toEqual([]);
  });

  it('has no key of a provider in any span, whether the key goes in a header, the body or the address', () => {
    expect(asked.split(secret)).toHaveLength(1 + Object.keys(auths).length);
    expect(collector.spans.filter(({ text }) => text.includes('CANARY'))).toEqual([]);
  });

  it('of a trigger has the load that it starts, and every attempt of its delivery', async () => {
    const receiver = await startWebhookReceiver((response) => void response.writeHead(receiver.received.length === 1 ? 500 : 200).end());
    try {
      const corporation = await system.createCorporation('monthly');
      await createWebhook(system.brokerUrl, corporation.corporationId, { url: receiver.url });
      await new ApiClient(system.replicas('gateway')[0]!.url, corporation).trigger('20990000027');
      const attempts = () => collector.spans.filter(({ name }) => name === 'attempt');
      await waitUntil(() => attempts().length === 2, { what: 'the spans of both attempts' });
      const [{ traceId }, second] = attempts() as [Span, Span];
      expect(second.traceId).toBe(traceId);
      const isComplete = () => {
        trace = collector.spans.filter((span) => span.traceId === traceId);
        expect(inTrace('gateway')).toContain('POST');
        expect(inTrace('webhook-dispatcher')).toEqual(expect.arrayContaining(['start load', 'dispatch event']));
        expect(inTrace('profile-loader')).toEqual(expect.arrayContaining(sourceNames.map((source) => `source ${source}`)));
        return true;
      };
      await waitUntil(isComplete, { what: 'the trace of the trigger is complete' });
    } finally {
      receiver.close();
    }
  });
});
