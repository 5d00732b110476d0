/**
 * Loaded by `node --import` before anything else, because Node keeps the source maps only of modules that it loads afterwards, and HTTP and
 * Postgres can only be traced if their modules are wrapped before their first import. Without an OTLP endpoint tracing does nothing and costs
 * nothing.
 */
import { register } from 'node:module';

/** `--enable-source-maps` would do the same, but pino asks for its callers, and Node then reads the maps of the files in that stack at every start. */
process.setSourceMapsEnabled(true);

/** Without this list the hook would rewrite every module and triple the startup time. */
const include = ['http', 'https', 'pg', 'pg-pool'];

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, { data: { include } });
  const { startTracing } = await import('./tracing/start-tracing.js');
  startTracing();
}
