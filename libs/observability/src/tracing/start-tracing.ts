import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { core, NodeSDK } from '@opentelemetry/sdk-node';
import type { IncomingMessage } from 'node:http';

/** Endpoint, service name and sampling come from the standard OTEL_* variables. */
export function startTracing(): void {
  const sdk = new NodeSDK({
    traceExporter: new NamedSpansExporter(),
    textMapPropagator: new core.W3CTraceContextPropagator(),
    // The SDK would also send metrics and logs, but those are read from `/metrics` and standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => url?.startsWith('/health/') === true || url === '/metrics',
        startIncomingSpanHook: beginOwnTrace,
      }),
      // Polling loops query the database all the time; only queries within a call get a span.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  sdk.start();
}

/**
 * Services talk by the broker, so a call by HTTP comes from a client. Its headers would decide whether it is sampled, and could put it into
 * the trace of another call. The instrumentation reads them after this.
 */
function beginOwnTrace({ headers }: IncomingMessage): Record<string, never> {
  for (const name of ['traceparent', 'tracestate']) delete headers[name];
  return {};
}

type Spans = Parameters<OTLPTraceExporter['export']>[0];
type Span = Spans[number];

/**
 * Names of methods, routes, statements and queues. Paths, queries, client addresses and error texts are left out because they hold input.
 */
const told = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'server.address',
  'server.port',
  'network.protocol.version',
  'error.type',
  'db.system.name',
  'db.namespace',
  'db.response.status_code',
  // The name of the statement: its beginning.
  'db.postgresql.plan',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.id',
  'bullmq.job.name',
  'bullmq.worker.name',
]);

/** Sends spans without any input from outside. */
class NamedSpansExporter extends OTLPTraceExporter {
  override export(spans: Spans, ...done: [Parameters<OTLPTraceExporter['export']>[1]]): void {
    super.export(spans.map(onlyNames), ...done);
  }
}

function onlyNames(span: Span): Span {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => told.has(name)));
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: span.events.map(({ name, time }) => ({ name, time })) },
    status: { value: { code: span.status.code } },
  }) as Span;
}
