import { median, ratioText } from '../statistics.js';
import type { Round } from './contenders.js';

const row = (cells: [string, string, string, string, string, string]) =>
  `  ${cells[0].padEnd(36)}${cells[1].padStart(8)}${cells[2].padStart(10)}   ${cells[3].padEnd(20)}${cells[4].padStart(8)}${cells[5].padStart(9)}`.trimEnd();

export const heading = row(['', 'p50 ms', 'bare ms', 'ours / bare', 'CPU ms', 'bare CPU']);

const typical = (rounds: readonly Round[], of: keyof Round) => median(rounds.map((round) => round[of]));
/** Ticks of ten milliseconds are too coarse for a round. */
const mean = (rounds: readonly Round[], of: keyof Round) => rounds.reduce((sum, round) => sum + round[of], 0) / rounds.length;

export function line(name: string, ours: readonly Round[], bare: readonly Round[]): string {
  const times = (rounds: readonly Round[]) => rounds.map(({ p50Ms }) => p50Ms);
  return row([
    name,
    typical(ours, 'p50Ms').toFixed(1),
    typical(bare, 'p50Ms').toFixed(1),
    ratioText(times(ours), times(bare)),
    mean(ours, 'cpuMs').toFixed(2),
    mean(bare, 'cpuMs').toFixed(2),
  ]);
}

export function rateLines(ours: readonly Round[], bare: readonly Round[]): string {
  const rate = (rounds: readonly Round[]) => rounds.map(({ perSecond }) => perSecond);
  const said = (name: string, rounds: readonly Round[]) =>
    `  ${name}: ${typical(rounds, 'perSecond').toFixed(0)} pages/s, ${mean(rounds, 'cpuMs').toFixed(2)} ms of processor time each`;
  return [
    said('gateway', ours),
    said('bare', bare),
    `  ours / bare: rate ${ratioText(rate(ours), rate(bare))}, processor time ${(mean(ours, 'cpuMs') / mean(bare, 'cpuMs')).toFixed(2)}`,
    `  asking costs ${mean(ours, 'askerCpuMs').toFixed(2)} ms of processor time`,
  ].join('\n');
}

export function slowest(measured: ReadonlyMap<string, Round[]>): string {
  const times = [...measured].map(([name, rounds]) => ({ name, ms: typical(rounds, 'p50Ms') }));
  const { name, ms } = times.toSorted((one, other) => other.ms - one.ms)[0]!;
  return `the slowest: ${name}, ${ms.toFixed(1)} ms`;
}
