import { median, ratioText } from '../statistics.js';
import type { Round } from './contenders.js';

const row = (name: string, cells: string[], ratio: string) =>
  `  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(9)).join('')}   ${ratio}`.trimEnd();

export function report(ours: readonly Round[], bare: readonly Round[]): string {
  const perSecond = (rounds: readonly Round[]) => rounds.map((round) => round.perSecond);
  const cells = (rounds: readonly Round[]) => [
    median(perSecond(rounds)).toFixed(0),
    median(rounds.map(({ p50Ms }) => p50Ms)).toFixed(2),
    median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(2),
  ];
  return [
    row('', ['a second', 'p50 ms', 'p99 ms'], 'ours / bare, a second'),
    row('billing', cells(ours), ratioText(perSecond(ours), perSecond(bare))),
    row('bare UPDATE', cells(bare), ''),
  ].join('\n');
}
