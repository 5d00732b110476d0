import { parseArgs } from 'node:util';
import { sourcesFor, type SourceName } from '@vigia/contracts';
import { ApiClient, startServiceProcess } from '@vigia/testing';
import { processesOf } from '../processes.js';
import { report } from '../report.js';
import { keepResults, resultsOf, type Result, type Round } from '../results.js';
import { describeMachine } from '../servers.js';
import { spentBy } from '../spent.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { bestScheduleMs, bulkDelaysMs, loadInBulk } from './bulk.js';
import { bareFanout, oneRound, product } from './contenders.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    loads: { type: 'string', default: '60' },
    bulks: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
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
  const { PostgreSQL, Redis, simulator, ...services } = await processesOf(system);
  const servers = { PostgreSQL: PostgreSQL!, Redis: Redis!, simulator: simulator! };
  const contenders = [product(client, { ...services, ...servers }), bareFanout(bare.url, { loader: [bare.pid], ...servers })];
  const all: Result[] = [];
  const compare = async (what: string, loads: number, inFlight: number, asShown: (round: Round) => Round, goal: { goal: string }) => {
    process.stdout.write(`\n${what}, ${loads} a round `);
    const measured = await takeTurns({
      contenders,
      rounds,
      budgetMs: 60_000,
      measure: async (contender) => asShown(await oneRound(contender, loads, inFlight)),
      onRound: () => process.stdout.write('.'),
    });
    const results = resultsOf(what, contenders, measured, goal);
    console.log(`\n${report(results)}`);
    all.push(...results);
  };

  // Long enough for both to run compiled code and prepared statements.
  for (const contender of contenders) await oneRound(contender, warmUpLoads, 16);
  await compare('loads, 16 in flight', Number(values.loads), 16, (round) => round, { goal: '1.0' });

  await delaySources(Object.fromEntries(sourcesFor('RUC').map((source) => [source, source === 'listas_compliance' ? 0 : slowestMs])));
  const overhead = ({ perSecond: _, p50Ms, ...spent }: Round): Round => ({ ...spent, p50Ms: p50Ms! - slowestMs });
  await compare(`one load, beyond its sources of ${slowestMs} ms`, 5, 1, overhead, { goal: '≤ 1.2' });

  await delaySources(bulkDelaysMs);
  const bestMs = bestScheduleMs(
    concurrency,
    sourcesFor('RUC').filter((source) => source !== 'listas_compliance'),
  );
  const what = 'bulk of 100, sources of 300 to 1000 ms';
  console.log(`\n${what}, ${concurrency} questions at once to each`);
  const bulks: Round[] = [];
  while (bulks.length < Number(values.bulks)) {
    const { result: p50Ms, ...spent } = await spentBy(contenders[0]!.processes, () => loadInBulk(client));
    bulks.push({ p50Ms, ...spent });
  }
  const results: Result[] = [
    { what, contender: 'ours', goal: '≤ 1.05', rounds: bulks },
    { what, contender: 'the best schedule', rounds: bulks.map(() => ({ p50Ms: bestMs })) },
  ];
  console.log(report(results));
  await keepResults(values.json, [...all, ...results]);
} catch (error) {
  console.error(bare.output());
  throw error;
} finally {
  await bare.kill();
  await system.stop();
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
