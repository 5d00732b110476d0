import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { ApiClient } from '@vigia/testing';
import { keepResults, resultsOf, type Result, type Round } from '../results.js';
import { describeMachine } from '../servers.js';
import { median, ratioText } from '../statistics.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { loadsDuring, nothingFor } from './beside-loads.js';
import { recordsOfThePackage, recordsPerSecond, writeCustomsWeek } from './customs-file.js';
import { bringIn, type MeasuredImport } from './importer.js';
import { rucAt, writePadron } from './padron-file.js';
import { rawCopy, type Measured } from './raw-copy.js';
import { zipped } from './zip-file.js';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '4' },
    records: { type: 'string', default: '200000' },
    taxpayers: { type: 'string', default: 'all' },
    lists: { type: 'string' },
    json: { type: 'string' },
  },
});
const [lines, rounds, records] = [Number(values.lines), Number(values.rounds), Number(values.records)];
const more = 6;
/** The version in force, with which each round compares its own, has fewer taxpayers. */
const shareBefore = 0.99;
const all: Result[] = [];
const lookUps = 2_000;
const padron = 'padron_reducido';
const importerFolder = fileURLToPath(new URL('../../../apps/data-importer', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'vigia-bench-import-'));
const system = await startProduct({
  environment: {
    VIGIA_RATE_PER_SECOND: '100000',
    VIGIA_RATE_BURST: '100000',
    VIGIA_DOCUMENTS_PER_MINUTE: '1000000',
    VIGIA_DATA_TAXPAYERS: values.taxpayers,
    VIGIA_DATA_DIR: folder,
  },
});
await system.start('data-importer');
const broker = await connectBroker({ url: system.brokerUrl, service: 'bench', logger: createLogger('bench', { level: 'silent' }) });
try {
  const messages = new Messages(broker);
  const say = (text: string) => console.log(text);
  const check = (path: string) => bringIn(system, messages, { dataset: padron, files: [path], dryRun: true, accept: 'bench' });
  say(await describeMachine(system.servers));

  const text = join(folder, 'padron_reducido_ruc.txt');
  const bytes = await writePadron(text, lines);
  const archive = await zipped(text);
  say(`\n${lines} lines of ${(bytes / lines).toFixed(0)} bytes, taxpayers ${values.taxpayers}`);
  const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('monthly'));
  await client.authorization();
  await loadsDuring(client, nothingFor(5_000));
  const streams = await takeTurns({
    contenders: [() => check(archive), nothingFor(6_000)],
    rounds,
    budgetMs: 120_000,
    measure: (work) => loadsDuring(client, work),
    onRound: () => process.stdout.write('.'),
  });
  const situations = [{ name: 'during one' }, { name: 'without' }];
  all.push(
    ...resultsOf(
      'loads beside an import',
      situations,
      streams.map((each) => each.map(({ perSecond }) => ({ perSecond }))),
    ),
  );
  const [during, alone] = streams.map((each) => each.map(({ perSecond }) => perSecond)) as [number[], number[]];
  say(
    `\n  loads one after the other: ${median(alone).toFixed(1)} a second, ${median(during).toFixed(1)} during an import; ratio ${ratioText(during, alone)}`,
  );

  // From here on only documents in the register can be loaded.
  const before = join(folder, 'before', 'padron_reducido_ruc.txt');
  await mkdir(join(folder, 'before'));
  await writePadron(before, Math.floor(lines * shareBefore));
  await bringIn(system, messages, { dataset: padron, files: [await zipped(before)], accept: 'bench' });
  const [ours, raw] = await takeTurns<() => Promise<Measured | MeasuredImport>, Measured | MeasuredImport>({
    contenders: [() => check(archive), () => rawCopy(system.servers.postgresUrl, text)],
    rounds,
    budgetMs: 240_000,
    measure: (contender) => contender(),
    onRound: () => process.stdout.write('.'),
  });
  const imports = ours as MeasuredImport[];
  const rate = (ms: number) => lines / (ms / 1000);
  const reading = imports.map(({ steps }) => rate(steps.read!));
  const whole = imports.map(({ ms }) => rate(ms));
  const bound = raw!.map(({ ms }) => rate(ms));
  const thousand = (rates: number[]) => `${(median(rates) / 1000).toFixed(0)} thousand rows/s`;
  const cpu = (each: Measured[]) => `${(median(each.map(({ busierMs }) => busierMs)) / 1000).toFixed(2)} s`;
  say(`\n  raw COPY: ${thousand(bound)}, processor time of the busier process ${cpu(raw!)}`);
  say(`  unpacked, read, checked and copied: ${thousand(reading)}, ours / raw COPY ${ratioText(reading, bound)}`);
  say(`  with its key, content and comparison: ${thousand(whole)}, ours / raw COPY ${ratioText(whole, bound)}`);
  say(`  processor time of the busier process ${cpu(imports)}; ${stepsOf(imports)}`);
  const copying = (each: Measured[]) =>
    each.map(({ ms, processorMs: both }): Round => ({ perSecond: rate(ms), processorMs: { 'both processes': both / lines } }));
  all.push(
    { what: 'rows of an import, until compared', contender: 'ours', rounds: copying(imports) },
    { what: 'rows of an import, until compared', contender: 'raw COPY', rounds: copying(raw!) },
  );
  const rawWork = raw!.map(({ processorMs }) => processorMs);
  const share = (work: number[]) => ratioText(rawWork, work);
  say(
    `  by processor time of both processes, raw COPY / ours: ${share(imports.map(({ processor }) => processor.read!))} copied, ${share(imports.map(({ processorMs }) => processorMs))} compared`,
  );

  const one = await bringIn(system, messages, { dataset: padron, files: [archive], accept: 'bench' });
  const timesMs: number[] = [];
  for (let i = 0; i < lookUps; i += 1) {
    const startedAt = performance.now();
    await system.database.query('SELECT name, status, condition, ubigeo, address FROM registry.current_taxpayer WHERE ruc = $1', [
      rucAt((i * 7_919) % lines),
    ]);
    timesMs.push(performance.now() - startedAt);
  }
  say(`  a look-up through the switch: ${median(timesMs).toFixed(2)} ms at p50`);
  const larger = join(folder, 'larger', 'padron_reducido_ruc.txt');
  await mkdir(join(folder, 'larger'));
  await writePadron(larger, lines * more);
  const six = await bringIn(system, messages, { dataset: padron, files: [await zipped(larger)], accept: 'bench' });
  say(
    `  resident memory of the importer at its highest: ${one.peakMB.toFixed(0)} MB at ${lines} lines, ${six.peakMB.toFixed(0)} MB at ${lines * more}`,
  );
  say(`  ${lines * more} lines to the switch: ${(six.ms / 1000).toFixed(1)} s (${stepsOf([six])})`);

  const week = join(folder, 'x31060926.dbf');
  await writeCustomsWeek(week, records);
  const [own, theirs] = [await recordsPerSecond(week, importerFolder), await recordsOfThePackage(week)];
  const read = 'records of customs, read';
  all.push(
    { what: read, contender: 'ours', rounds: [{ perSecond: own.perSecond }] },
    { what: read, contender: 'dbffile', rounds: [{ perSecond: theirs.perSecond }] },
  );
  if (own.records !== theirs.records) throw new Error(`${own.records} and ${theirs.records} records were read`);
  const imported = await bringIn(system, messages, { dataset: 'exportaciones', files: [week] });
  const perSecond = (each: number) => `${(each / 1000).toFixed(0)} thousand records/s`;
  say(
    `\n${records} records of customs: read ${perSecond(own.perSecond)}, by dbffile ${perSecond(theirs.perSecond)}; brought in ${perSecond(records / (imported.ms / 1000))}`,
  );

  if (values.lists) {
    let tookMs = 0;
    let peakMB = 0;
    for (const dataset of (await readdir(values.lists)).toSorted()) {
      const list = await bringIn(system, messages, { dataset, files: [join(values.lists, dataset)], accept: 'bench' });
      tookMs += list.ms;
      peakMB = Math.max(peakMB, list.peakMB);
      say(
        `${dataset}: ${list.version.state}, ${list.version.rows} entries in ${(list.ms / 1000).toFixed(2)} s, ${list.peakMB.toFixed(0)} MB`,
      );
    }
    say(`all lists: ${(tookMs / 1000).toFixed(2)} s, ${peakMB.toFixed(0)} MB at the highest`);
  }
  await keepResults(values.json, all);
} finally {
  await broker.close();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
}

function stepsOf(imports: MeasuredImport[]): string {
  const names = [...new Set(imports.flatMap(({ steps }) => Object.keys(steps)))].filter((name) => name !== 'wait');
  return names.map((name) => `${name} ${(median(imports.map(({ steps }) => steps[name] ?? 0)) / 1000).toFixed(2)} s`).join(', ');
}
