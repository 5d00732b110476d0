import { median, ratioText } from '../statistics.js';
import type { Round } from './contenders.js';

const row = (name: string, perSecond: string, p50: string, p99: string, ratio: string) =>
  `  ${name.padEnd(18)}${perSecond.padStart(9)}${p50.padStart(9)}${p99.padStart(9)}   ${ratio}`.trimEnd();

export function report(ours: readonly Round[], bare: readonly Round[]): string {
  const line = (name: string, rounds: readonly Round[], ratio: string) =>
    row(name, typical(rounds, 'perSecond', 0), typical(rounds, 'p50Ms', 2), typical(rounds, 'p99Ms', 2), ratio);
  const of = (rounds: readonly Round[], key: keyof Round) => rounds.map((round) => round[key]);
  const ratio = (key: keyof Round) => ratioText(of(ours, key), of(bare, key));
  return [
    row('', 'req/s', 'p50 ms', 'p99 ms', 'ours / bare: req/s, p99'),
    line('gateway', ours, `${ratio('perSecond')}, ${ratio('p99Ms')}`),
    line('bare node:http', bare, ''),
  ].join('\n');
}

function typical(rounds: readonly Round[], key: keyof Round, digits: number): string {
  return median(rounds.map((round) => round[key])).toFixed(digits);
}
