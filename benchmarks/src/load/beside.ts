import { pathToFileURL } from 'node:url';
import { ApiClient } from '@vigia/testing';
import { databasePid, processorMs } from '../processor-time.js';
import { median, ratioText } from '../statistics.js';
import { startProduct, type RunningSystem } from '../system.js';
import { takeTurns } from '../turns.js';
import { oneRound, product, type Contender } from './contenders.js';

interface Product {
  contender: Contender;
  /** Its services and its database, without the simulator and the broker. */
  pids: number[];
  stop: () => Promise<void>;
}

interface Measured {
  loadsPerSecond: number;
  cpuMs: number;
}

const inFlight = 16;
const warmUpLoads = 300;
const budgetMs = 240_000;
const environment = { VIGIA_RATE_PER_SECOND: '100000', VIGIA_RATE_BURST: '100000', VIGIA_DOCUMENTS_PER_MINUTE: '1000000' };

/** This build beside that of another checkout, each on servers of its own: what a change costs a load, seen in one run. */
export async function compareWith(checkout: string, { rounds, loads }: { rounds: number; loads: number }): Promise<string> {
  const built = pathToFileURL(`${checkout}/benchmarks/dist/system.js`).href;
  const other = (await import(built)) as { startProduct: typeof startProduct };
  const [ours, theirs] = [await started(startProduct), await started(other.startProduct)];
  const contenders = [ours, theirs];
  const measure = async ({ contender, pids }: Product, count = loads): Promise<Measured> => {
    const before = await processorMs(pids);
    const { loadsPerSecond } = await oneRound(contender, count, inFlight);
    return { loadsPerSecond, cpuMs: ((await processorMs(pids)) - before) / count };
  };
  try {
    for (const contender of contenders) await measure(contender, warmUpLoads);
    const onRound = () => process.stdout.write('.');
    const [here, there] = await takeTurns({ contenders, rounds, budgetMs, measure, onRound });
    return `\n${said('loads/s', here!, there!, 'loadsPerSecond', 1)}\n${said('ms of processor time a load', here!, there!, 'cpuMs', 2)}`;
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()));
  }
}

async function started(start: (options: Parameters<typeof startProduct>[0]) => Promise<RunningSystem>): Promise<Product> {
  const system = await start({ environment });
  const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('monthly'));
  await client.authorization();
  const services = (['gateway', 'profile-loader', 'billing', 'webhook-dispatcher'] as const).flatMap((name) => system.replicas(name));
  const pids = [...services.map(({ pid }) => pid), await databasePid((text) => system.database.query(text))];
  return { contender: product(client), pids, stop: () => system.stop() };
}

function said(what: string, here: Measured[], there: Measured[], of: keyof Measured, digits: number): string {
  const [ours, theirs] = [here, there].map((rounds) => rounds.map((round) => round[of])) as [number[], number[]];
  return `  ${what}: ${median(ours).toFixed(digits)} here, ${median(theirs).toFixed(digits)} there, here / there ${ratioText(ours, theirs)}`;
}
