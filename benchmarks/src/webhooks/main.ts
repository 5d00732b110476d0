import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasWrk } from '../http/wrk.js';
import { report } from '../report.js';
import { keepResults, resultsOf, type Result } from '../results.js';
import { describeMachine } from '../servers.js';
import { takeTurns } from '../turns.js';
import { Arrivals } from './arrivals.js';
import { deliveriesPerSecond, ourBacklog, plainBacklog } from './backlog.js';
import { fullSpeed } from './full-speed.js';
import { healthyP99Ms, settleDebts } from './hanging-sibling.js';
import { commandsDuring } from './redis-commands.js';
import { openSetting } from './setting.js';
import { steadyRound, type SteadyRound } from './steady-rate.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '4' },
    backlog: { type: 'string', default: '1500' },
    steady: { type: 'string', default: '50,10' },
    rate: { type: 'string', default: '15' },
    'per-receiver': { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const perReceiver = Number(values['per-receiver']);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const inFlight = 24;
const isWrkHere = hasWrk();
const onRound = () => process.stdout.write('.');
const all: Result[] = [];
const show = (results: Result[]) => {
  console.log(`\n${report(results)}`);
  all.push(...results);
};

const folder = await mkdtemp(join(tmpdir(), 'vigia-webhooks-'));
await chmod(folder, 0o711);
const arrivals = await Arrivals.open();
const setting = await openSetting(arrivals, folder, perReceiver);
const { system, contenders, corporationId, body, redisUrl } = setting;
const [ours, durable] = contenders;
try {
  const sentBy = isWrkHere ? 'wrk, one thread' : 'undici in this process: no wrk on this machine';
  console.log(`${await describeMachine(system.servers)}; ${perReceiver} attempts at once per receiver; at full speed sent by ${sentBy}`);

  const deliveries = `webhook deliveries, ${inFlight} calls under way`;
  process.stdout.write(`\n${deliveries}, ${seconds} s a turn, ${body.length} bytes to each of 3 `);
  const speed = { inFlight, seconds, folder, isWrkHere };
  const measured = await takeTurns({
    contenders,
    rounds,
    budgetMs: 240_000,
    measure: (one) => fullSpeed(one, arrivals, speed),
    onRound,
  });
  show(resultsOf(deliveries, contenders, measured, { goal: '0.8', beside: durable.name }));

  for (const perSecond of values.steady.split(',').map(Number)) {
    const rate = { perSecond, seconds: Math.max(seconds, Math.ceil(100 / perSecond)) };
    process.stdout.write(`\n${perSecond} events × 3 a second, ${rate.seconds} s a turn `);
    const turns = { contenders, rounds, budgetMs: 240_000, measure: (one: typeof ours) => steadyRound(one, arrivals, rate), onRound };
    const steady = await takeTurns(turns);
    const part = (of: keyof SteadyRound) => steady.map((each) => each.map((round) => round[of]));
    const goal = { goal: '≤ 1.5', beside: durable.name };
    show(resultsOf(`webhook, call to receiver at ${perSecond} events/s`, contenders, part('arrival'), goal));
    show(resultsOf(`webhook, call to answer at ${perSecond} events/s`, contenders, part('answer'), { beside: durable.name }));
    const commands = await commandsDuring(redisUrl, () => steadyRound(ours, arrivals, rate));
    const each = (count: number) => (count / (perSecond * rate.seconds)).toFixed(1);
    console.log(`  Redis, for one of ours: ${each(commands.all)} commands, ${each(commands.scripts)} of them scripts that give the others`);
  }

  const backlogs = [ourBacklog(system, corporationId, body), plainBacklog(redisUrl, body)];
  process.stdout.write(`\na backlog: ${values.backlog} accepted events × 3 a round `);
  const drained = await takeTurns({
    contenders: backlogs,
    rounds,
    budgetMs: 90_000,
    measure: async (backlog) => ({ perSecond: await deliveriesPerSecond(backlog, arrivals, Number(values.backlog)) }),
    onRound,
  });
  show(resultsOf('webhook deliveries of a backlog', backlogs, drained));
  await Promise.all(backlogs.map((backlog) => backlog.close()));

  const rate = { perSecond: Number(values.rate), seconds: 10 };
  process.stdout.write(`\none of three hangs: ${rate.perSecond} events a second for ${rate.seconds} s a round `);
  const states = [
    { name: 'one of three hangs', hangs: true },
    { name: 'none hangs', hangs: false },
  ];
  const latencies = await takeTurns({
    contenders: states,
    rounds,
    budgetMs: 240_000,
    measure: async ({ hangs }) => {
      const p99Ms = await healthyP99Ms(ours, arrivals, { hangs, ...rate });
      await settleDebts(system, arrivals);
      return { p99Ms };
    },
    onRound,
  });
  show(resultsOf('webhook, call to the healthy receivers', states, latencies));
  await keepResults(values.json, all);
} finally {
  arrivals.close();
  await setting.close();
  await rm(folder, { recursive: true, force: true });
}
