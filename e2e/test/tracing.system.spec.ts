import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { ApiClient, startSystem, waitUntil, type System } from '@vigia/testing';
import { startTraceCollector, type Span, type TraceCollector } from './trace-collector.js';

/** Nothing is sent by the clock: what arrives was flushed when its process was told to stop. */
const onlyAtTheEnd = { OTEL_BSP_SCHEDULE_DELAY: '3600000', OTEL_BSP_MAX_QUEUE_SIZE: '8192', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '8192' };

describe('one load, with tracing switched on', () => {
  let collector: TraceCollector;
  let system: System | undefined;
  let trace: Span[];
  let sentBeforeTheEnd: number;

  beforeAll(async () => {
    collector = await startTraceCollector();
    system = await startSystem({
      broker: 'postgres',
      environment: {
        NODE_OPTIONS: '--import ./libs/observability/dist/tracing/preload.js',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...onlyAtTheEnd,
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
  });

  const inTrace = (service: string) => trace.filter((span) => span.service === service).map(({ name }) => name);

  it('is one trace through every service, from the HTTP call to the settlement', () => {
    expect(trace.filter(({ parentSpanId }) => parentSpanId === '')).toEqual([
      expect.objectContaining({ service: 'gateway', name: 'POST' }),
    ]);
    expect(inTrace('profile-loader')).toContain('process vigia-profile-loader-requests');
    expect(inTrace('profile-loader')).toEqual(expect.arrayContaining(sourceNames.map((source) => `source ${source}`)));
    expect(inTrace('profile-loader')).toEqual(expect.arrayContaining(['deliver access.settle', 'deliver loads.finished']));
    expect(inTrace('billing')).toEqual(expect.arrayContaining(['process vigia-billing-requests', 'process vigia-billing-events']));
    expect(inTrace('webhook-dispatcher')).toContain('process vigia-webhook-dispatcher-events');
  });

  it('shows what the database was asked, and nothing of the polling', () => {
    expect(inTrace('profile-loader').some((name) => name.startsWith('pg.query:INSERT'))).toBe(true);
    expect(collector.spans.filter(({ name, parentSpanId }) => name.startsWith('pg.') && parentSpanId === '')).toEqual([]);
  });

  it('is sent when the processes end, and nothing but traces is', () => {
    expect(sentBeforeTheEnd).toBe(0);
    expect(collector.strayed).toEqual([]);
  });
});
