import { parseArgs } from 'node:util';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { ApiClient, createWebhook, receiversOnThisMachine, startServiceProcess } from '@vigia/testing';
import { freshTaxId } from '../load/documents.js';
import { describeMachine } from '../servers.js';
import { median, ratioText } from '../statistics.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { Arrivals } from './arrivals.js';
import { deliveriesPerSecond, ourBacklog, plainBacklog } from './backlog.js';
import { fullSpeed, ours, paths, plainQueue, rawUndici } from './contenders.js';
import { healthyP99Ms, settleDebts } from './hanging-sibling.js';
import { report, reportSteady } from './report.js';
import { lagsAtRate } from './steady-rate.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    events: { type: 'string', default: '600' },
    backlog: { type: 'string', default: '1500' },
    steady: { type: 'string', default: '100' },
    rate: { type: 'string', default: '15' },
    'per-receiver': { type: 'string', default: '20' },
  },
});
const perReceiver = Number(values['per-receiver']);
const rounds = Number(values.rounds);
const inFlight = 24;
const documents = 100;

const system = await startProduct({
  environment: {
    ...receiversOnThisMachine,
    VIGIA_DOCUMENTS_PER_MINUTE: '1000000',
    VIGIA_LOG_LEVEL: 'info',
    VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: String(perReceiver),
  },
});
const [broker] = system.servers.brokers;
if (broker?.kind !== 'redis') throw new Error('the plain sender needs a redis-server on this machine');
const arrivals = await Arrivals.open();
const redisUrl = `${broker.url}/1`;
const plain = await startServiceProcess(
  'plain-sender',
  {
    DATABASE_URL: system.database.url,
    BENCH_REDIS_URL: redisUrl,
    BENCH_RECEIVERS_URL: arrivals.url,
    BENCH_CONCURRENCY: String(perReceiver * paths.length),
  },
  { command: ['benchmarks/dist/webhooks/plain-sender.js'] },
);
const client = await connectBroker({ url: system.brokerUrl, service: 'bench', logger: createLogger('bench', { level: 'silent' }) });
const messages = new Messages(client);
try {
  console.log(`${await describeMachine(system.servers)}; ${perReceiver} attempts at once per receiver`);
  const { corporationId, ...credential } = await system.createCorporation('monthly');
  const taxIds = Array.from({ length: documents }, freshTaxId);
  const api = new ApiClient(system.replicas('gateway')[0]!.url, credential);
  const { body: loaded } = await api.call('POST', '/v2/perfiles/cargar-masivo', {
    body: { taxIds, docType: 'RUC' },
    headers: await api.authorization(),
  });
  if (loaded.results?.successful !== documents) throw new Error(JSON.stringify(loaded));
  for (const path of paths) await createWebhook(system.brokerUrl, corporationId, { url: `${arrivals.url}${path}` });
  const { v1: body } = await messages.request(
    'webhooks.preview',
    { corporationId, docType: 'RUC', taxId: taxIds[0]! },
    { timeoutMs: 10_000 },
  );
  let next = 0;
  const pickTaxId = () => taxIds[(next += 1) % documents]!;
  const contenders = [ours(messages, corporationId, pickTaxId), plainQueue(redisUrl, body), rawUndici(arrivals.url, body)];

  process.stdout.write(`\nfull speed: ${values.events} events × 3 a round, ${inFlight} under way, ${body.length} bytes each `);
  const measured = await takeTurns({
    contenders,
    rounds,
    budgetMs: 60_000,
    measure: (contender) => fullSpeed(contender, arrivals, Number(values.events), inFlight),
    onRound: () => process.stdout.write('.'),
  });
  console.log(`\n${report(measured)}`);

  const steady = { perSecond: Number(values.steady), seconds: 4 };
  process.stdout.write(`\na steady rate: ${steady.perSecond} events × 3 a second, ${steady.seconds} s a round `);
  const lags = await takeTurns({
    contenders: contenders.slice(0, 2),
    rounds,
    budgetMs: 120_000,
    measure: (contender) => lagsAtRate(contender, arrivals, paths, steady),
    onRound: () => process.stdout.write('.'),
  });
  console.log(`\n${reportSteady(lags)}`);

  const backlogs = [ourBacklog(system, corporationId, body), plainBacklog(redisUrl, body)];
  process.stdout.write(`\na backlog: ${values.backlog} accepted events × 3 a round `);
  const [drained, drainedPlain] = (await takeTurns({
    contenders: backlogs,
    rounds,
    budgetMs: 90_000,
    measure: (backlog) => deliveriesPerSecond(backlog, arrivals, Number(values.backlog)),
    onRound: () => process.stdout.write('.'),
  })) as [number[], number[]];
  console.log(
    `\n  ours ${median(drained).toFixed(0)} deliveries/s, plain BullMQ sender ${median(drainedPlain).toFixed(0)}; ` +
      `ratio ${ratioText(drained, drainedPlain)}`,
  );

  const [engine] = contenders as [(typeof contenders)[0]];
  const rate = { perSecond: Number(values.rate), seconds: 10 };
  process.stdout.write(`\none of three hangs: ${rate.perSecond} events a second for ${rate.seconds} s a round `);
  const [calm, hanging] = (await takeTurns({
    contenders: [false, true],
    rounds,
    budgetMs: 240_000,
    measure: async (hangs) => {
      const p99Ms = await healthyP99Ms(engine, arrivals, { hangs, ...rate });
      await settleDebts(system, arrivals);
      return p99Ms;
    },
    onRound: () => process.stdout.write('.'),
  })) as [number[], number[]];
  console.log(
    `\n  p99 of the healthy ones ${median(hanging).toFixed(1)} ms, ${median(calm).toFixed(1)} ms while none hangs; ` +
      `ratio ${ratioText(hanging, calm)}`,
  );
  await Promise.all([...contenders, ...backlogs].map((contender) => contender.close()));
} catch (error) {
  console.error(plain.output());
  throw error;
} finally {
  await client.close();
  arrivals.close();
  await plain.kill();
  await system.stop();
}
