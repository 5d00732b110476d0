/** `npm run dev`: the product and the dashboard, both as they are in the sources now. */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { compiledFile, compileOnChange } from './compile.mjs';
import { Product } from './product.mjs';

const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } });
const inspectPort = values.inspect ? 9229 : undefined;
const port = process.env.VIGIA_PORT || '3000';
const url = `http://127.0.0.1:${port}`;

const say = (line) => process.stdout.write(`${line}\n`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const names = (files) => files.map((file) => relative('.', file)).join(', ');

let servers;
let product;
let dashboard;
let stopping;
/** Compilations are run one after the other, and of those that wait only the newest. */
let newest;
let work = Promise.resolve();

const watcher = compileOnChange({
  onCompiled: (compilation) => {
    newest = compilation;
    work = work.then(run).catch(stopAfter);
  },
  onFailed: ({ changed, error }) => {
    const kept = product ? 'what ran before runs on' : 'nothing runs yet';
    say(`\n${names(changed) || 'the sources'}: not compiled, ${kept}\n${error.message}`);
  },
});

async function run() {
  if (!newest || stopping) return;
  const { changed, changedAt, packages } = newest;
  newest = undefined;
  const isFirst = !product;
  product ??= await open();
  if (!isFirst) say(`\n${names(changed)} changed, compiled after ${seconds(changedAt)}`);
  const answers = await product.restart({ entry: compiledFile('product'), packages, inspectPort });
  if (stopping) return;
  say(answers ? `the product runs after ${seconds(changedAt)}` : 'the product did not start; it is tried again after the next change');
  if (isFirst) await welcome();
}

async function open() {
  say('Starting the database…');
  const [{ homeFolder }, { assertPortIsFree, openServers }] = await Promise.all([
    import(compiledFile('home')),
    import(compiledFile('servers')),
  ]);
  await assertPortIsFree({ host: process.env.VIGIA_HOST || '127.0.0.1', port: Number(port), setting: 'VIGIA_PORT' });
  servers = await openServers(homeFolder(process.env), { databaseUrl: process.env.DATABASE_URL });
  const environment = { VIGIA_SHUTDOWN_GRACE_MS: '1000', ...process.env, VIGIA_PORT: port, DATABASE_URL: servers.databaseUrl };
  // The built page would be an old one; Vite serves the sources.
  return new Product({ url, environment: { ...environment, VIGIA_DASHBOARD_DIR: '' } });
}

async function welcome() {
  const ours = process.listeners('SIGTERM');
  dashboard = await createServer({ configFile: 'apps/dashboard/vite.config.ts', clearScreen: false });
  // Vite would end this process at SIGTERM before everything else has stopped.
  for (const listener of process.listeners('SIGTERM')) if (!ours.includes(listener)) process.off('SIGTERM', listener);
  await dashboard.listen();
  say(`
  API         ${url}   (docs at /docs; credentials in ${process.env.VIGIA_HOME || '.vigia'}/demo.json)
  Dashboard   ${dashboard.resolvedUrls.local[0]}   (a change is seen at once)${inspectPort ? `\n  Debugger    127.0.0.1:${inspectPort}` : ''}

  Change a line anywhere. Ctrl-C stops everything.
`);
}

/** Everybody waits for the same stop. */
const stop = () => (stopping ??= stopAll());

async function stopAll() {
  say('\nStopping…');
  await watcher.close();
  await dashboard?.close();
  await product?.stop();
  await work;
  await product?.stop();
  await servers?.stop();
}

async function stopAfter(error) {
  process.exitCode = 1;
  process.stderr.write(`\n${error.message}\n`);
  // That stop waits for this work, and ends the process.
  if (stopping) return;
  work = Promise.resolve();
  await stop();
  process.exit();
}

/** At one Ctrl-C under npm, the terminal signals this process, and npm signals it again a moment later. */
const sameSignalMs = 1_000;
let signalledAt;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    signalledAt ??= performance.now();
    if (performance.now() - signalledAt > sameSignalMs) process.exit(1);
    void stop().then(() => process.exit());
  });
}
