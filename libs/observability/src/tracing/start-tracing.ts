import { diag, DiagConsoleLogger } from '@opentelemetry/api';
import { diagLogLevelFromString, getBooleanFromEnv, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, detectResources, envDetector, hostDetector, processDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { IncomingMessage } from 'node:http';

/**
 * Endpoint, service name and sampling come from the standard OTEL_* variables. `@opentelemetry/sdk-node` would also bring what sends metrics and
 * logs, in every protocol: those are read from `/metrics` and standard output.
 */
export function startTracing(): void {
  if (getBooleanFromEnv('OTEL_SDK_DISABLED')) return;
  const logLevel = diagLogLevelFromString(getStringFromEnv('OTEL_LOG_LEVEL'));
  if (logLevel !== undefined) diag.setLogger(new DiagConsoleLogger(), { logLevel });
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(detectResources({ detectors: [envDetector, processDetector, hostDetector] })),
    spanProcessors: [new BatchSpanProcessor(new NamedSpansExporter())],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => url?.startsWith('/health/') === true || url === '/metrics',
        startIncomingSpanHook: beginOwnTrace,
      }),
      // Polling loops query the database all the time; only queries within a call get a span.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
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
