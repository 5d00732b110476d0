import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startSystem, waitUntil } from '@vigia/testing';
import { startTraceCollector } from './trace-collector.js';

describe('x', () => {
  it('y', async () => {
    const collector = await startTraceCollector();
    const system = await startSystem({ broker: 'postgres', environment: {
      NODE_OPTIONS: '--import ./libs/observability/dist/tracing/preload.js',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '600000'} });
    const corporation = await system.createCorporation('one_time');
    const client = new ApiClient(system.replicas('gateway')[0]!.url, corporation);
    expect((await client.load('20990000019')).status).toBe(200);
    await system.stop();
    console.log(collector.spans.length, collector.strayed);
    const byTrace = new Map<string, string[]>();
    for (const s of collector.spans) byTrace.set(s.traceId, [...(byTrace.get(s.traceId) ?? []), s.service + ' ' + s.name]);
    for (const [k, v] of byTrace) if (v.length > 8) console.log(k, v.length, v.filter((n) => !n.includes('pg')).join('\n'));
    await collector.close();
  }, 120000);
});
