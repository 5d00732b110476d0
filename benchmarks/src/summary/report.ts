import { median, ratioText } from '../statistics.js';
import type { Round } from './contenders.js';

const columns: { key: keyof Round; title: string; digits: number }[] = [
  { key: 'perSecond', title: 'req/s', digits: 0 },
  { key: 'p50Ms', title: 'p50 ms', digits: 2 },
  { key: 'p99Ms', title: 'p99 ms', digits: 2 },
  { key: 'serverUs', title: 'server µs', digits: 0 },
  { key: 'postgresUs', title: 'PostgreSQL', digits: 0 },
  { key: 'generatorUs', title: 'generator', digits: 0 },
];

const row = (name: string, cells: readonly string[]) => `  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(11)).join('')}`;

/** Medians of all rounds; ratios are taken within each round. */
export function report(ours: readonly Round[], bare: readonly Round[]): string {
  const of = (rounds: readonly Round[], key: keyof Round) => rounds.map((round) => round[key]);
  const line = (name: string, rounds: readonly Round[]) =>
    row(
      name,
      columns.map(({ key, digits }) => median(of(rounds, key)).toFixed(digits)),
    );
  const ratio = (key: keyof Round) => ratioText(of(ours, key), of(bare, key));
  return [
    row(
      '',
      columns.map(({ title }) => title),
    ),
    line('gateway', ours),
    line('bare node:http', bare),
    `  gateway / bare: req/s ${ratio('perSecond')}, processor time of the server ${ratio('serverUs')}, p99 ${ratio('p99Ms')}`,
  ].join('\n');
}
