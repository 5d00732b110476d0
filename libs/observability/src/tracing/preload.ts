/**
 * Loaded by `node --import` before anything else, because HTTP and Postgres can only be traced if their modules are wrapped before their
 * first import. Without an OTLP endpoint it does nothing and costs nothing.
 */
import { register } from 'node:module';

/** Without this list the hook would rewrite every module and triple the startup time. */
const include = ['http', 'https', 'pg', 'pg-pool'];

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, { data: { include } });
  const { startTracing } = await import('./start-tracing.js');
  startTracing();
}
