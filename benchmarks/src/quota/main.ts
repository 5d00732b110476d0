import { parseArgs } from 'node:util';
import { migrate } from '@vigia/database';
import { describeMachine, startServers } from '../servers.js';
import { takeTurns } from '../turns.js';
import { bareUpdate, billing, oneRound } from './contenders.js';
import { report } from './report.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, reservations: { type: 'string', default: '50' } },
});
/** For each that is in flight. */
const reservationsEach = Number(values.reservations);
const connections = 10;
const budgetMs = 30_000;

const servers = await startServers();
try {
  await migrate(servers.postgresUrl);
  console.log(await describeMachine(servers));
  const contenders = [await billing(servers.postgresUrl, connections), await bareUpdate(servers.postgresUrl, connections)];
  for (const inFlight of [1, 40]) {
    const reservations = reservationsEach * inFlight;
    process.stdout.write(`\none contract, ${inFlight} in flight, ${reservations} reservations a round `);
    const [ours, bare] = await takeTurns({
      contenders,
      rounds: Number(values.rounds),
      budgetMs,
      measure: (contender) => oneRound(contender, reservations, inFlight),
      onRound: () => process.stdout.write('.'),
    });
    console.log(` ${ours!.length} rounds\n${report(ours!, bare!)}`);
  }
  await Promise.all(contenders.map((contender) => contender.close()));
} finally {
  await servers.stop();
}
