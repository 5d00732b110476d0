import { parseArgs } from 'node:util';
import { sourcesFor, type SourceName } from '@vigia/contracts';
import { ApiClient, startServiceProcess } from '@vigia/testing';
import { describeMachine } from '../servers.js';
import { median, ratioText } from '../statistics.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { compareWith } from './beside.js';
import { bestScheduleMs, bulkDelaysMs, loadInBulk } from './bulk.js';
import { bareFanout, oneRound, product, type Round } from './contenders.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, loads: { type: 'string', default: '60' }, beside: { type: 'string' } },
});
const rounds = Number(values.rounds);
if (values.beside) {
  console.log(await compareWith(values.beside, { rounds, loads: Number(values.loads) }));
  process.exit(0);
}
const concurrency = 10;
const slowestMs = 300;
const warmUpLoads = 300;

const system = await startProduct({
  environment: { VIGIA_RATE_PER_SECOND: '100000', VIGIA_RATE_BURST: '100000', VIGIA_DOCUMENTS_PER_MINUTE: '1000000' },
});
const [broker] = system.servers.brokers;
if (broker?.kind !== 'redis') throw new Error('the bare fan-out needs a redis-server on this machine');
const bare = await startServiceProcess(
  'bare-loader',
  {
    DATABASE_URL: system.database.url,
    BENCH_REDIS_URL: `${broker.url}/1`,
    BENCH_SOURCES_URL: system.simulator.url,
    BENCH_CONCURRENCY: String(concurrency),
  },
  { command: ['benchmarks/dist/load/bare-loader.js'] },
);
try {
  console.log(await describeMachine(system.servers));
  const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('monthly'));
  await client.authorization();
  const contenders = [product(client), bareFanout(bare.url)];
  const compare = async (title: string, loads: number, inFlight: number) => {
    process.stdout.write(`\n${title} `);
    const measured = await takeTurns({
      contenders,
      rounds,
      budgetMs: 60_000,
      measure: (contender) => oneRound(contender, loads, inFlight),
      onRound: () => process.stdout.write('.'),
    });
    return measured as [Round[], Round[]];
  };

  // Long enough for both to run compiled code and prepared statements.
  for (const contender of contenders) await oneRound(contender, warmUpLoads, 16);
  const [ours, theirs] = await compare(`throughput: ${values.loads} loads a round, 16 in flight`, Number(values.loads), 16);
  const perSecond = (round: Round) => round.loadsPerSecond;
  console.log(
    `\n  ours ${line(ours, perSecond)} loads/s, bare ${line(theirs, perSecond)} loads/s, ours / bare ${ratio(ours, theirs, perSecond)}`,
  );

  await delaySources(Object.fromEntries(sourcesFor('RUC').map((source) => [source, source === 'listas_compliance' ? 0 : slowestMs])));
  const [oursSlow, theirsSlow] = await compare(`overhead: one load at a time, sources of ${slowestMs} ms`, 5, 1);
  const overhead = (round: Round) => round.medianMs - slowestMs;
  console.log(`\n  ours ${line(oursSlow, overhead)} ms over the slowest source, bare ${line(theirsSlow, overhead)} ms`);

  await delaySources(bulkDelaysMs);
  const best = bestScheduleMs(
    concurrency,
    sourcesFor('RUC').filter((source) => source !== 'listas_compliance'),
  );
  process.stdout.write(`\nbulk of 100, sources of 300 to 1000 ms, ${concurrency} at once each: `);
  const tookMs = [await loadInBulk(client), await loadInBulk(client), await loadInBulk(client)];
  console.log(
    `${(median(tookMs) / 1000).toFixed(1)} s; best schedule ${(best / 1000).toFixed(1)} s; ratio ${(median(tookMs) / best).toFixed(2)}`,
  );
} catch (error) {
  console.error(bare.output());
  throw error;
} finally {
  await bare.kill();
  await system.stop();
}

function line(measured: Round[], of: (round: Round) => number): string {
  return median(measured.map(of)).toFixed(1);
}

function ratio(ours: Round[], theirs: Round[], of: (round: Round) => number): string {
  return ratioText(ours.map(of), theirs.map(of));
}

async function delaySources(delaysMs: Partial<Record<SourceName, number>>): Promise<void> {
  for (const [source, delayMs] of Object.entries(delaysMs)) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${system.simulator.url}/control/${source}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ delayMs }),
    });
    if (!response.ok) throw new Error(`the simulator refused: ${await response.text()}`);
  }
}
