import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.js';
import type { Slot } from './slot.js';
import type { World } from './world.js';

/** Faults that took effect, and behaviour of the processes that no fault explains. */
export interface Damage {
  counts: Record<string, number>;
  fellOver: string[];
}

/**
 * If replicas went down faster than they come up again on a busy machine, the faults would only show that nothing works when nothing runs.
 */
const mostDown = 2;
/** A start may take two minutes on a busy machine, and a replica is started again after a failed one. */
const longestUndoMs = 300_000;

/** Injects faults until it is told to stop. Every fault is undone before this resolves. */
export async function hurt(world: World, random: Random, damage: Damage, signal: AbortSignal): Promise<void> {
  const restarts: Promise<void>[] = [];
  await Promise.all([
    every(random.fork(), 300, 1_200, signal, (own) => strike(world, own, damage, restarts)),
    world.hasRedis && every(random.fork(), 7_000, 15_000, signal, () => did(damage, 'redis wiped', world.loseRedis())),
    every(random.fork(), 12_000, 22_000, signal, () => did(damage, 'postgres crashed', world.crashPostgres())),
  ]);
  const undone = Promise.all(restarts).then(() => Promise.all(world.slots.map((slot) => slot.up())));
  await Promise.race([undone, sleep(longestUndoMs, undefined, { ref: false })]);
  for (const slot of world.slots) if (!slot.isUp) damage.fellOver.push(`${slot.name} did not come up again`);
}

/** The first time comes after half as long, so that a short run sees it, too. */
async function every(
  random: Random,
  least: number,
  most: number,
  signal: AbortSignal,
  work: (random: Random) => Promise<void>,
): Promise<void> {
  for (let share = 1 / 2; ; share = 1) {
    await sleep(random.between(least, most) * share, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await work(random);
  }
}

async function strike(world: World, random: Random, damage: Damage, restarts: Promise<void>[]): Promise<void> {
  for (const slot of world.slots) {
    const last = slot.endedByItself();
    if (!last) continue;
    damage.fellOver.push(`${slot.name} ended by itself: ${last}`);
    restarts.push(slot.up());
  }
  if (world.slots.filter(({ isUp }) => !isUp).length >= mostDown) return;
  const slot = random.pick(world.slots);
  const kind = random.next();
  if (kind < 0.75) await killAndRestart(slot, 'SIGKILL', random, damage, restarts);
  else if (kind < 0.88) restarts.push(killAndRestart(slot, 'SIGTERM', random, damage, restarts));
  else {
    // Longer than the lock of a job: another worker takes the job over, and the sleeper wakes up still holding it.
    const awake = slot.pause(random.between(2_500, 4_000));
    if (!awake) return;
    restarts.push(awake);
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
  const code = await slot.down(signal);
  if (code === undefined) return;
  if (signal === 'SIGTERM' && code !== 0) damage.fellOver.push(`${slot.name} ended with ${code} when it was told to stop`);
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
