import { processorSum, type Result, type Round } from './results.js';
import { mean, median, ratioText } from './statistics.js';

export interface Column {
  title: string;
  unit: string;
  of: (round: Round) => number | undefined;
  typical: (values: readonly number[]) => number;
}

export const columns = {
  perSecond: { title: 'a second', unit: '/s', of: (round) => round.perSecond, typical: median },
  p50Ms: { title: 'p50 ms', unit: ' ms', of: (round) => round.p50Ms, typical: median },
  p95Ms: { title: 'p95 ms', unit: ' ms', of: (round) => round.p95Ms, typical: median },
  p99Ms: { title: 'p99 ms', unit: ' ms', of: (round) => round.p99Ms, typical: median },
  residentMb: { title: 'MB', unit: ' MB', of: (round) => round.residentMb, typical: median },
  // Linux counts it in ticks of ten milliseconds, which are too coarse for one round.
  processorMs: { title: 'CPU ms', unit: '', of: processorSum, typical: mean },
} satisfies Record<string, Column>;

export function seriesOf({ rounds }: Result, { of }: Column): number[] {
  return rounds.map(of).filter((value) => value !== undefined);
}

export function figure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

const row = (name: string, cells: readonly string[]) => `  ${name.padEnd(28)}${cells.map((cell) => cell.padStart(10)).join('')}`;

/** Contenders for the same task: their figures, the time of each of their processes for one operation, and how ours compares. */
export function report(results: readonly Result[]): string {
  const [ours] = results;
  const shown = Object.values(columns).filter((column) => results.some((result) => seriesOf(result, column).length > 0));
  const figures = (result: Result) =>
    shown.map((column) => {
      const series = seriesOf(result, column);
      return series.length > 0 ? figure(column.typical(series)) : '';
    });
  const ratios = (result: Result) =>
    shown
      .map((column) => ({ title: column.title, of: [seriesOf(ours!, column), seriesOf(result, column)] as const }))
      .filter(({ of: [own, its] }) => own.length > 0 && its.length > 0)
      .map(({ title, of: [own, its] }) => `${title} ${ratioText(own, its)}`);
  const lines = (result: Result) => [
    row(result.contender, figures(result)),
    ...spentLine(result),
    ...(result === ours ? [] : [`    ours / it: ${ratios(result).join(', ')}`]),
  ];
  return [
    row(
      '',
      shown.map(({ title }) => title),
    ),
    ...results.flatMap(lines),
  ].join('\n');
}

function spentLine({ rounds }: Result): string[] {
  const names = Object.keys(rounds[0]?.processorMs ?? {});
  const parts = names.map((name) => `${name} ${figure(mean(rounds.map(({ processorMs }) => processorMs![name]!)))}`);
  const asking = rounds.map(({ generatorMs }) => generatorMs).filter((ms) => ms !== undefined);
  if (asking.length > 0) parts.push(`and of who asks ${figure(mean(asking))}`);
  return parts.length > 0 ? [`    CPU ms of ${parts.join(', ')}`] : [];
}
