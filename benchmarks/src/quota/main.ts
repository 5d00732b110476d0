import { parseArgs } from 'node:util';
import { migrate } from '@vigia/database';
import { serversOf } from '../processes.js';
import { report } from '../report.js';
import { keepResults, resultsOf, type Result } from '../results.js';
import { describeMachine, startServers } from '../servers.js';
import { takeTurns } from '../turns.js';
import { bareTransaction } from './bare-transaction.js';
import { bareUpdate, billing, oneRound } from './contenders.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, reservations: { type: 'string', default: '50' }, json: { type: 'string' } },
});
/** For each one in flight. */
const reservationsEach = Number(values.reservations);
const connections = 10;
const budgetMs = 30_000;

const servers = await startServers();
try {
  await migrate(servers.postgresUrl);
  console.log(await describeMachine(servers));
  const { postgresUrl } = servers;
  const contenders = [
    await billing(postgresUrl, connections),
    await bareTransaction(postgresUrl, connections),
    await bareUpdate(postgresUrl, connections),
  ];
  const { PostgreSQL } = await serversOf(servers);
  const all: Result[] = [];
  for (const inFlight of [1, 40]) {
    const reservations = reservationsEach * inFlight;
    const what = `reservations of one contract, ${inFlight} in flight`;
    process.stdout.write(`\n${what}, ${reservations} a round `);
    const measured = await takeTurns({
      contenders,
      rounds: Number(values.rounds),
      budgetMs,
      measure: (contender) => oneRound(contender, { PostgreSQL: PostgreSQL! }, reservations, inFlight),
      onRound: () => process.stdout.write('.'),
    });
    const results = resultsOf(what, contenders, measured, inFlight === 1 ? { goal: '≤ 2 ms more', beside: 'bare transaction' } : {});
    console.log(` ${measured[0]!.length} rounds\n${report(results)}`);
    all.push(...results);
  }
  await keepResults(values.json, all);
  await Promise.all(contenders.map((contender) => contender.close()));
} finally {
  await servers.stop();
}
