import { parseArgs } from 'node:util';
import { contenders, goalOf } from './contenders/all.js';
import { oneRound } from './rounds.js';
import { Running } from './running.js';
import { serversOf, type Processes } from '../processes.js';
import { report } from '../report.js';
import { keepResults, resultsOf, type Result } from '../results.js';
import { describeMachine, startServers, type Servers } from '../servers.js';
import { takeTurns } from '../turns.js';

/** There are four comparisons; with the time to start and stop, a run stays under 90 seconds. */
const budgetMs = 13_000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, messages: { type: 'string', default: '50' }, json: { type: 'string' } },
});
const rounds = atLeastOne('rounds');
const messages = atLeastOne('messages');
/** With many in flight, a round starts and ends with fewer, which must not affect the result. */
const loads = [
  { inFlight: 1, messages },
  { inFlight: 32, messages: 4 * messages },
];
const all: Result[] = [];

const servers = await startServers();
try {
  console.log(await describeMachine(servers));
  for (const broker of servers.brokers) {
    await compareOn(broker);
  }
  await keepResults(values.json, all);
} finally {
  await servers.stop();
}

async function compareOn({ kind, url }: Servers['brokers'][number]): Promise<void> {
  const entered = contenders.filter(({ brokers }) => brokers.includes(kind));
  const { PostgreSQL, Redis } = await serversOf(servers);
  const processes: Processes = kind === 'redis' ? { Redis: Redis! } : { PostgreSQL: PostgreSQL! };
  const running = await Promise.all(entered.map((contender) => Running.start(contender, url, processes)));
  try {
    for (const load of loads) {
      const what = `message and reply on ${kind}, ${load.inFlight} in flight`;
      process.stdout.write(`\n${what}, ${load.messages} a round `);
      const measured = await takeTurns({
        contenders: running,
        rounds,
        budgetMs,
        measure: (contender) => oneRound(contender, load),
        onRound: () => process.stdout.write('.'),
      });
      const results = resultsOf(what, running, measured, goalOf(kind, load.inFlight));
      console.log(` ${measured[0]?.length} rounds\n${report(results)}`);
      all.push(...results);
    }
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

function atLeastOne(option: 'rounds' | 'messages'): number {
  const value = Number(values[option]);
  if (!Number.isInteger(value) || value < 1) {
    throw new TypeError(`--${option} is a whole number from 1 on`);
  }
  return value;
}
