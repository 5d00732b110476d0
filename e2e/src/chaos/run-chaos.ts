import { checkHistory, countUnfinished, type Violation } from './check-history.js';
import { runClient, type Told, type ToldAt } from './clients.js';
import { hurt, type Damage } from './faults.js';
import { plants, type Plant } from './plants.js';
import { Random } from './random.js';
import { watchDatabase } from './watch-database.js';
import { buildWorld, type World } from './world.js';

interface ChaosOptions {
  seed: number;
  seconds: number;
  /**
   * Whether the result suffices. Otherwise faults are injected into the same world again, three times as long in each round, until
   * `mostSeconds` are over.
   */
  isEnough?: (result: ChaosResult) => boolean;
  mostSeconds?: number;
  /** Bugs that the run must find. */
  planted?: Plant[];
  /** How long the amount of work in progress must stay the same before the check begins: until then the work may still end. */
  restSeconds?: number;
  say: (line: string) => void;
  /** Ends the run early; it is still checked and taken down. */
  signal?: AbortSignal;
}

export interface ChaosResult {
  damage: Damage;
  told: Record<string, number>;
  loads: number;
  byDeadline: number;
  longestOpenSeconds: number;
  secondsToRest: number;
  violations: Violation[];
}

const clients = 6;
const reportEveryMs = 3_000;
const longestRestSeconds = 60;
/** A value that keeps going up and down does not come to rest either. */
const longestRests = 4;
const longerEachRound = 3;

/** Builds the product, puts it under traffic and faults for some seconds, lets it come to rest and checks what it left. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, planted = [], say, isEnough = () => true, mostSeconds = 0 } = options;
  const random = new Random(seed);
  say(`seed ${seed}: starting the servers and nine services`);
  const world = await buildWorld(random.fork());
  try {
    await watchDatabase(world);
    for (const plant of planted) await world.query(plants[plant]);
    const damage: Damage = { counts: {}, fellOver: [] };
    const told: ToldAt[] = [];
    for (let [seconds, spent] = [options.seconds, 0]; ; seconds *= longerEachRound) {
      await runFor(world, random, damage, told, { ...options, seconds });
      const result = await lookAt(world, damage, told, options);
      spent += seconds;
      if (isEnough(result) || spent >= mostSeconds || options.signal?.aborted) return result;
    }
  } finally {
    await world.stop();
  }
}

async function lookAt(
  world: World,
  damage: Damage,
  told: ToldAt[],
  { restSeconds = longestRestSeconds, say }: ChaosOptions,
): Promise<ChaosResult> {
  const secondsToRest = await rest(world, restSeconds, say);
  const violations = await checkHistory(world, told);
  if (damage.fellOver.length > 0) violations.push({ rule: 'a process ended by itself, badly, or for good', rows: damage.fellOver });
  return { damage, told: countOutcomes(told), ...(await measure(world)), secondsToRest, violations };
}

async function runFor(world: World, random: Random, damage: Damage, told: ToldAt[], { seconds, say, signal }: ChaosOptions): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), seconds * 1000);
  signal?.addEventListener('abort', () => over.abort());
  const reporter = setInterval(() => say(`  ${told.length} answers, ${describe(damage.counts)}`), reportEveryMs);
  try {
    await Promise.all([
      hurt(world, random.fork(), damage, over.signal),
      ...Array.from({ length: clients }, () => runClient(world, random.fork(), told, over.signal)),
    ]);
  } finally {
    over.abort();
    clearInterval(reporter);
    clearTimeout(timer);
  }
}

/** Waits until nothing is in progress any more; the rules afterwards find what never comes to rest. */
async function rest(world: World, restSeconds: number, say: (line: string) => void): Promise<number> {
  const startedAt = performance.now();
  let [left, leftSince] = [Infinity, startedAt];
  say('  no more faults; waiting for everything to finish');
  const endsAt = startedAt + longestRests * restSeconds * 1000;
  while (left > 0 && performance.now() - leftSince < restSeconds * 1000 && performance.now() < endsAt) {
    const unfinished = await countUnfinished(world);
    if (unfinished !== left) [left, leftSince] = [unfinished, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return (performance.now() - startedAt) / 1000;
}

async function measure(world: World): Promise<Pick<ChaosResult, 'loads' | 'byDeadline' | 'longestOpenSeconds'>> {
  const [row] = await world.query<Pick<ChaosResult, 'loads' | 'byDeadline' | 'longestOpenSeconds'>>(
    `SELECT count(*)::int AS loads, coalesce(max(extract(epoch FROM closed_at - opened_at)), 0)::float AS "longestOpenSeconds",
       (SELECT count(DISTINCT load_id) FROM profiles.task WHERE failure = 'deadline')::int AS "byDeadline" FROM profiles.load`,
  );
  return row as Pick<ChaosResult, 'loads' | 'byDeadline' | 'longestOpenSeconds'>;
}

function countOutcomes(told: Told[]): ChaosResult['told'] {
  const counts: ChaosResult['told'] = {};
  for (const { outcome, status } of told) {
    const what = outcome === 'refused' ? `refused ${status ?? 'connection'}` : outcome;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

export function describe(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');
}
