import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';

type Spans = Parameters<OTLPTraceExporter['export']>[0];
type Span = Spans[number];

/** What names things: methods, routes, statements, queues. Paths, queries, addresses of clients and texts of errors hold what came in. */
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
  // The name of the statement, which is how it begins.
  'db.postgresql.plan',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.id',
  'bullmq.job.name',
  'bullmq.worker.name',
]);

/** Sends spans without anything that came in from outside. */
export class NamedSpansExporter extends OTLPTraceExporter {
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
