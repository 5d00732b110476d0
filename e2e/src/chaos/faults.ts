import type { Random } from './random.js';
import type { Slot } from './slot.js';
import type { World } from './world.js';

/** Faults that took effect, and anything that fell over without one. */
export interface Damage {
  counts: Record<string, number>;
  fellOver: string[];
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Hurts the world until it is told to stop. Every fault is undone before this resolves. */
export async function hurt(world: World, random: Random, damage: Damage, signal: AbortSignal): Promise<void> {
  const restarts: Promise<void>[] = [];
  await Promise.all([
    every(random.fork(), 1_000, 3_000, signal, (own) => strike(world, own, damage, restarts)),
    world.hasRedis && every(random.fork(), 7_000, 15_000, signal, () => did(damage, 'redis wiped', world.loseRedis())),
    every(random.fork(), 12_000, 22_000, signal, () => did(damage, 'postgres crashed', world.crashPostgres())),
  ]);
  await Promise.all(restarts);
  await Promise.all(world.slots.map((slot) => slot.up()));
}

async function every(
  random: Random,
  least: number,
  most: number,
  signal: AbortSignal,
  work: (random: Random) => Promise<void>,
): Promise<void> {
  for (;;) {
    await sleep(random.between(least, most));
    if (signal.aborted) return;
    await work(random);
  }
}

async function strike(world: World, random: Random, damage: Damage, restarts: Promise<void>[]): Promise<void> {
  for (const slot of world.slots) {
    const last = slot.endedByItself();
    if (!last) continue;
    damage.fellOver.push(`${slot.name}: ${last}`);
    restarts.push(slot.up());
  }
  const slot = random.pick(world.slots);
  const kind = random.next();
  if (kind < 0.75) await killAndRestart(slot, 'SIGKILL', random, damage, restarts);
  else if (kind < 0.88) restarts.push(killAndRestart(slot, 'SIGTERM', random, damage, restarts));
  else if (slot.signal('SIGSTOP')) {
    // Longer than the lock of a job: somebody else takes it over, and the sleeper wakes up with it still in hand.
    restarts.push(sleep(random.between(2_500, 4_000)).then(() => void slot.signal('SIGCONT')));
    count(damage, 'paused');
  }
}

async function killAndRestart(
  slot: Slot,
  signal: NodeJS.Signals,
  random: Random,
  damage: Damage,
  restarts: Promise<void>[],
): Promise<void> {
  const delayMs = random.between(0, 2_000);
  if (!(await slot.down(signal))) return;
  count(damage, signal === 'SIGKILL' ? 'killed' : 'told to stop');
  restarts.push(sleep(delayMs).then(() => slot.up()));
}

async function did(damage: Damage, what: string, work: Promise<void>): Promise<void> {
  await work;
  count(damage, what);
}

function count(damage: Damage, what: string): void {
  damage.counts[what] = (damage.counts[what] ?? 0) + 1;
}
