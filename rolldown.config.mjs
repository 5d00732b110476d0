import { defineConfig } from 'rolldown';

/** What is started on its own. Reading a thousand small files is most of what a start of it would cost. */
const services = ['gateway', 'profile-loader', 'billing', 'webhook-dispatcher', 'data-importer', 'operator'];
/** It has so little in common with the services that their shared files would be most of what it reads. */
const simulator = ['source-simulator'];

/** Packages that have to be found as such: native code, files that are served, worker threads, and what tracing wraps. */
const kept = [/^@node-rs\//, /^swagger-ui-dist/, /^pino/, /^thread-stream/, /^pg(-|$)/, /^@opentelemetry\//];

/** What is left out is read at every start and by nobody. Names stay: logs and injection go by them. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

const bundle = (names, cleanDir) => ({
  input: Object.fromEntries(names.map((name) => [name, `apps/${name}/dist/main.js`])),
  platform: 'node',
  external: kept,
  // A module of ours does something when it is used, and nothing by being there.
  treeshake: { moduleSideEffects: [{ test: /\/(apps|libs)\/[^/]+\/dist\/(?!main\.js)/, sideEffects: false }] },
  output: { dir: 'dist/services', format: 'esm', sourcemap: true, cleanDir, minify, comments: { legal: false } },
  onLog(level, log, report) {
    // Packages for databases and transports that are not ours are asked for, and are rightly absent.
    if (log.code !== 'UNRESOLVED_IMPORT' || !log.message.includes('node_modules/')) report(level, log);
  },
});

export default defineConfig([bundle(services, true), bundle(simulator, false)]);
