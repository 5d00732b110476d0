import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '@vigia/testing';
import { databasePid } from '../processor-time.js';
import { report } from '../report.js';
import { keepResults, resultsOf, type Result } from '../results.js';
import { describeMachine } from '../servers.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { assertSameBytes, generator, oneRound, type Contender } from './contenders.js';
import { findPgbench, queriesPerSecond } from './pgbench.js';
import { diskUse, fill, loadTemplates, taxIdOf } from './profiles.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const inFlight = 32;
const budgetMs = 120_000;
const connections = 10;
const pathsARun = 50_000;
const bareServer = 'bare node:http';
const seconds = Number(values.seconds);

const key = randomBytes(32).toString('base64url');
const folder = await mkdtemp(join(tmpdir(), 'vigia-reads-'));
const product = await startProduct({
  environment: {
    VIGIA_JWT_KEYS: `k1:${key}`,
    VIGIA_DATABASE_POOL: String(connections),
    VIGIA_RATE_PER_SECOND: '1000000',
    VIGIA_RATE_BURST: '1000000',
    VIGIA_TOKEN_RATE_BURST: '1000',
  },
});
const databaseUrl = product.database.url;
const bare = await startServiceProcess(
  'bare-server',
  { DATABASE_URL: databaseUrl, BENCH_JWT_KEY: key, BENCH_POOL: String(connections) },
  { command: ['benchmarks/dist/summary/bare-server.js'] },
);
const gateway = product.replicas('gateway')[0]!;
const contenders: Contender[] = [
  { name: 'gateway', url: gateway.url, pid: gateway.pid },
  { name: bareServer, url: bare.url, pid: bare.pid },
];
const pgbench = findPgbench();
try {
  console.log(`${await describeMachine(product.servers)}; requests are sent by ${generator}`);
  const { corporationId, ...corporation } = await product.createCorporation('monthly');
  const client = await loadTemplates(gateway.url, { corporationId, ...corporation });
  const { authorization } = await client.authorization();
  const postgresPid = await databasePid((sql) => product.database.query(sql));
  const all: Result[] = [];
  let stored = 0;
  for (const size of values.sizes.split(',').map(Number)) {
    process.stdout.write(`\nstoring ${size} profiles `);
    await fill(product, corporationId, stored, size, () => process.stdout.write('.'));
    stored = size;
    console.log(` ${await diskUse(product)}`);
    for (const version of ['v1', 'v2'] as const) {
      const path = () => `/${version}/perfiles/${taxIdOf(Math.floor(Math.random() * size))}/resumen`;
      await assertSameBytes(contenders, path(), authorization);
      const what = `reads of ${version}, ${size} profiles, ${inFlight} in flight`;
      process.stdout.write(`\n${what}, ${seconds} s a turn `);
      const measured = await takeTurns({
        contenders,
        rounds: Number(values.rounds),
        budgetMs,
        measure: (contender) => {
          const paths = Array.from({ length: pathsARun }, path);
          return oneRound(contender, { paths, authorization, connections: inFlight, seconds, postgresPid, folder });
        },
        onRound: () => process.stdout.write('.'),
      });
      const results = resultsOf(what, contenders, measured, { goal: '0.85', beside: bareServer });
      console.log(` ${measured[0]!.length} rounds\n${report(results)}`);
      all.push(...results);
      if (!pgbench) continue;
      const asked = { databaseUrl, corporationId, version, profiles: size, connections, seconds };
      const perSecond = await queriesPerSecond(pgbench, folder, asked);
      console.log(`  the query alone, by pgbench: ${perSecond.toFixed(0)}/s`);
      all.push({ what, contender: 'the query alone, by pgbench', rounds: [{ perSecond }] });
    }
  }
  await keepResults(values.json, all);
  if (!pgbench) console.log('  no pgbench on this machine: the limit of PostgreSQL was not measured');
} finally {
  await bare.kill();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
