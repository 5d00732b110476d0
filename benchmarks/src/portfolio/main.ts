import { parseArgs } from 'node:util';
import { createUser, signedIn, startServiceProcess } from '@vigia/testing';
import { Pool } from 'undici';
import { serversOf } from '../processes.js';
import { report } from '../report.js';
import { keepResults, resultsOf, type Result, type Round } from '../results.js';
import { describeMachine } from '../servers.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { oneRound, read, type Contender } from './contenders.js';
import { questionsFor } from './questions.js';
import { heading, line, slowest } from './report.js';
import { bytesPerRow, fillPortfolio } from './rows.js';
import { measureWrites } from './writes.js';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    beside: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const size = Number(values.size);
const rounds = Number(values.rounds);
const connections = 10;
const inFlight = 16;
const budgetMs = 8_000;

const product = await startProduct({
  environment: { VIGIA_DATABASE_POOL: String(connections), VIGIA_RATE_PER_SECOND: '1000000', VIGIA_RATE_BURST: '1000000' },
});
const [gateway] = product.replicas('gateway');
const { corporationId } = await product.createCorporation('monthly');
const user = await createUser({ brokerUrl: product.brokerUrl, baseUrl: gateway!.url }, { corporationId, role: 'analyst' });
const { cookie } = await signedIn(gateway!.url, user);
const bare = await startServiceProcess(
  'bare-server',
  { DATABASE_URL: product.database.url, BENCH_CORPORATION: corporationId, BENCH_SIZE: String(size), BENCH_POOL: String(connections) },
  { command: ['benchmarks/dist/portfolio/bare-server.js'] },
);
const { PostgreSQL } = (await serversOf(product.servers)) as { PostgreSQL: number[] };
const contenders = [
  {
    name: 'gateway',
    pool: poolOf(gateway!.url),
    prefix: '/panel/v1',
    headers: { cookie: cookie! },
    processes: { gateway: [gateway!.pid], PostgreSQL },
  },
  { name: 'bare node:http', pool: poolOf(bare.url), prefix: '', headers: {}, processes: { server: [bare.pid], PostgreSQL } },
] satisfies [Contender, Contender];
const all: Result[] = [];
try {
  console.log(await describeMachine(product.servers));
  const other = await product.createCorporation('monthly');
  await fillPortfolio(product, other.corporationId, size + 1, size + Number(values.beside));
  await fillPortfolio(product, corporationId, 1, size);
  console.log(
    `\na portfolio of ${size} beside ${values.beside} rows of others, ${await bytesPerRow(product)} bytes a row with its indexes`,
  );
  console.log(`one request at a time, ${values.requests} a round\n${heading}`);
  for (const { name, path } of questionsFor(size)) {
    await assertSameProfiles(path);
    const oneAtATime = (await turns(path, Number(values.requests), 1)).map((rounds) =>
      rounds.map(({ perSecond: _, ...round }): Round => round),
    );
    const results = resultsOf(`portfolio, ${name}`, contenders, oneAtATime);
    all.push(...results);
    console.log(line(name, results as [Result, Result]));
  }
  console.log(slowest(all.filter(({ contender }) => contender === contenders[0].name)));

  const what = `portfolio, first page by alert, ${inFlight} in flight`;
  const together = resultsOf(what, contenders, await turns('/portfolio', Number(values.requests) * inFlight, inFlight));
  console.log(`\n${what}\n${report(together)}`);
  await keepResults(values.json, [...all, ...together]);

  console.log(`\nwhat entries add to a load, µs of processor time            loader  PostgreSQL\n${await measureWrites(product)}`);
} finally {
  await Promise.all(contenders.map(({ pool }) => pool.destroy()));
  await bare.kill();
  await product.stop();
}

function poolOf(url: string): Pool {
  return new Pool(url, { connections: inFlight });
}

function turns(path: string, requests: number, together: number): Promise<Round[][]> {
  const measure = (contender: Contender) => oneRound(contender, path, requests, together);
  return takeTurns({ contenders, rounds, budgetMs, measure, onRound: () => undefined });
}

/** The compared profiles must be the same; figures have no rows. */
async function assertSameProfiles(path: string): Promise<void> {
  const bodies = await Promise.all(contenders.map((contender) => read(contender, path)));
  const [ours, theirs] = bodies.map((body) => JSON.parse(body).entries as Record<string, string>[] | undefined);
  const named = ours?.map(({ taxId }) => taxId);
  const bareNamed = named && theirs!.map((entry) => entry.tax_id);
  if (JSON.stringify(named) !== JSON.stringify(bareNamed)) throw new Error(`${path}: the contenders answer differently`);
}
