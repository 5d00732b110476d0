import { setTimeout as sleep } from 'node:timers/promises';
import { memoryMb } from '../processor-time.js';
import { slopeOf } from '../statistics.js';
import type { Grown } from './grown.js';
import type { Operation } from './operations.js';

const sampleMs = 2_000;
const names = ['a load, 16 in flight', 'a read, 16 in flight', 'a forced update, 8 in flight', 'a trigger until it arrives, 16 in flight'];
/** Code is compiled and caches are filled in the first part, which does not count. */
const warmUpShare = 0.4;

interface Sample {
  hours: number;
  mb: number;
}

/** Loads, reads, forced updates and triggers in turn, while the memory of every process is recorded. */
export async function soak(grown: Grown, all: readonly Operation[], seconds: number): Promise<string> {
  const work = all.filter(({ name }) => names.includes(name));
  const startedAt = performance.now();
  const spent = () => (performance.now() - startedAt) / 1000;
  const samples = new Map<string, Sample[]>(grown.processes.map(({ name }) => [name, []]));
  const done = new Map<string, number>();
  const working = (async () => {
    while (spent() < seconds)
      for (const operation of work) done.set(operation.unit, (done.get(operation.unit) ?? 0) + (await operation.run(grown)).done);
  })();
  while (spent() < seconds) {
    await sleep(sampleMs);
    for (const { name, pid } of grown.processes) samples.get(name)!.push({ hours: spent() / 3600, mb: await memoryMb(pid) });
  }
  await working;
  const lines = [...samples].map(([name, all]) => {
    const counted = all.slice(Math.floor(all.length * warmUpShare));
    const slope = slopeOf(counted.map(({ hours, mb }) => [hours, mb]));
    return `  ${name.padEnd(20)}${all[0]!.mb.toFixed(0).padStart(6)} MB at first, ${all.at(-1)!.mb.toFixed(0).padStart(5)} MB at the end, ${slope.toFixed(0).padStart(6)} MB an hour over the last ${((1 - warmUpShare) * 100).toFixed(0)} %`;
  });
  const counts = [...done].map(([unit, count]) => `${count} ${unit}`).join(', ');
  return [`  ${counts} in ${spent().toFixed(0)} s`, ...lines].join('\n');
}
