import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { Messages } from '../src/index.js';
import { Opened, waitUntil } from './harness.js';
import { reservation, serveSample, reserved } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

const spans = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });

beforeAll(() => provider.register());
afterAll(async () => {
  await provider.shutdown();
  for (const api of [trace, context, propagation]) api.disable();
});

describe.each(availableBrokers)('a trace over $kind', ({ start }) => {
  let server: TestBroker;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  it('spans the caller, the queue and the handler of the owner', async () => {
    const opened = new Opened(() => server.url, 'tracing');
    const tracer = trace.getTracer('test');
    let insideTraceId: string | undefined;
    opened.add(
      await serveSample(await opened.broker('billing'), {
        reserve: async () => {
          insideTraceId = trace.getActiveSpan()?.spanContext().traceId;
          return reserved;
        },
      }),
    );
    const messages = new Messages(await opened.broker('gateway'));
    const traceId = await tracer.startActiveSpan('call', async (span) => {
      await messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
      span.end();
      return span.spanContext().traceId;
    });
    const inTrace = () => spans.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
    await waitUntil('the job is closed', () => inTrace().some(({ name }) => name.startsWith('process ')));
    await opened.close();
    expect(insideTraceId).toBe(traceId);
    expect(inTrace().map(({ name }) => name.split(' ')[0])).toEqual(expect.arrayContaining(['call', 'add', 'process']));
  });
});
