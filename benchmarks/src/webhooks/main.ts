import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasWrk } from '../http/wrk.js';
import { describeMachine } from '../servers.js';
import { median, ratioText } from '../statistics.js';
import { takeTurns } from '../turns.js';
import { Arrivals } from './arrivals.js';
import { deliveriesPerSecond, ourBacklog, plainBacklog } from './backlog.js';
import { fullSpeed } from './full-speed.js';
import { healthyP99Ms, settleDebts } from './hanging-sibling.js';
import { commandsDuring } from './redis-commands.js';
import { reportFullSpeed, reportSteady } from './report.js';
import { openSetting } from './setting.js';
import { steadyRound } from './steady-rate.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '4' },
    backlog: { type: 'string', default: '1500' },
    steady: { type: 'string', default: '50,10' },
    rate: { type: 'string', default: '15' },
    'per-receiver': { type: 'string', default: '20' },
  },
});
const perReceiver = Number(values['per-receiver']);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const inFlight = 24;
const isWrkHere = hasWrk();
const onRound = () => process.stdout.write('.');

const folder = await mkdtemp(join(tmpdir(), 'vigia-webhooks-'));
await chmod(folder, 0o711);
const arrivals = await Arrivals.open();
const setting = await openSetting(arrivals, folder, perReceiver);
const { system, contenders, corporationId, body, redisUrl } = setting;
const [ours] = contenders;
try {
  const sentBy = isWrkHere ? 'wrk, one thread' : 'undici in this process: no wrk on this machine';
  console.log(`${await describeMachine(system.servers)}; ${perReceiver} attempts at once per receiver; at full speed sent by ${sentBy}`);

  process.stdout.write(`\nfull speed: ${inFlight} calls under way for ${seconds} s a turn, ${body.length} bytes to each of 3 `);
  const speed = { inFlight, seconds, folder, isWrkHere };
  const measured = await takeTurns({
    contenders,
    rounds,
    budgetMs: 240_000,
    measure: (one) => fullSpeed(one, arrivals, speed),
    onRound,
  });
  console.log(`\n${reportFullSpeed(contenders, measured)}`);

  for (const perSecond of values.steady.split(',').map(Number)) {
    const rate = { perSecond, seconds: Math.max(seconds, Math.ceil(100 / perSecond)) };
    process.stdout.write(`\na steady rate: ${perSecond} events × 3 a second, ${rate.seconds} s a turn `);
    const turns = { contenders, rounds, budgetMs: 240_000, measure: (one: typeof ours) => steadyRound(one, arrivals, rate), onRound };
    console.log(`\n${reportSteady(contenders, await takeTurns(turns))}`);
    const commands = await commandsDuring(redisUrl, () => steadyRound(ours, arrivals, rate));
    const each = (count: number) => (count / (perSecond * rate.seconds)).toFixed(1);
    console.log(`  Redis, for one of ours: ${each(commands.all)} commands, ${each(commands.scripts)} of them scripts that give the others`);
  }

  const backlogs = [ourBacklog(system, corporationId, body), plainBacklog(redisUrl, body)];
  process.stdout.write(`\na backlog: ${values.backlog} accepted events × 3 a round `);
  const [drained, drainedPlain] = (await takeTurns({
    contenders: backlogs,
    rounds,
    budgetMs: 90_000,
    measure: (backlog) => deliveriesPerSecond(backlog, arrivals, Number(values.backlog)),
    onRound,
  })) as [number[], number[]];
  console.log(
    `\n  ours ${median(drained).toFixed(0)} deliveries/s, plain BullMQ sender ${median(drainedPlain).toFixed(0)}; ` +
      `ratio ${ratioText(drained, drainedPlain)}`,
  );
  await Promise.all(backlogs.map((backlog) => backlog.close()));

  const rate = { perSecond: Number(values.rate), seconds: 10 };
  process.stdout.write(`\none of three hangs: ${rate.perSecond} events a second for ${rate.seconds} s a round `);
  const [calm, hanging] = (await takeTurns({
    contenders: [false, true],
    rounds,
    budgetMs: 240_000,
    measure: async (hangs) => {
      const p99Ms = await healthyP99Ms(ours, arrivals, { hangs, ...rate });
      await settleDebts(system, arrivals);
      return p99Ms;
    },
    onRound,
  })) as [number[], number[]];
  console.log(
    `\n  p99 of the healthy ones ${median(hanging).toFixed(1)} ms, ${median(calm).toFixed(1)} ms while none hangs; ` +
      `ratio ${ratioText(hanging, calm)}`,
  );
} finally {
  arrivals.close();
  await setting.close();
  await rm(folder, { recursive: true, force: true });
}
