import { defineConfig } from 'rolldown';

/** What is started on its own. Reading a thousand small files is most of what a start of it would cost. */
const services = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'source-simulator', 'operator'];

/** Packages that have to be found as such: native code, files that are served, worker threads, and what tracing wraps. */
const kept = [/^@node-rs\//, /^swagger-ui-dist/, /^pino/, /^thread-stream/, /^pg(-|$)/, /^@opentelemetry\//];

/** What is left out is read at every start and by nobody. Names stay: logs and injection go by them. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

export default defineConfig({
  input: Object.fromEntries(services.map((service) => [service, `apps/${service}/dist/main.js`])),
  platform: 'node',
  external: kept,
  output: { dir: 'dist/services', format: 'esm', sourcemap: true, cleanDir: true, minify, comments: { legal: false } },
  onLog(level, log, report) {
    // Packages for databases and transports that are not ours are asked for, and are rightly absent.
    if (log.code !== 'UNRESOLVED_IMPORT' || !log.message.includes('node_modules/')) report(level, log);
  },
});
