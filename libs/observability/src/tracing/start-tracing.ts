import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { NamedSpansExporter } from './named-spans.js';

/** Endpoint, service name and sampling come from the standard OTEL_* variables. */
export function startTracing(): void {
  const sdk = new NodeSDK({
    traceExporter: new NamedSpansExporter(),
    // Only traces go there, though the SDK would send all three: metrics are read from `/metrics`, logs from standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => url?.startsWith('/health/') === true || url === '/metrics' }),
      // Polling loops ask the database all the time; only what belongs to a call is worth a span.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  sdk.start();
}
