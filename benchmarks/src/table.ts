import { columns, figure, seriesOf, type Column } from './report.js';
import type { Result } from './results.js';
import { median, ratioText } from './statistics.js';

const titles = ['what', 'ours', 'beside it', '', 'ours / it', 'goal', 'CPU ms', 'its CPU ms'];
const { perSecond, p50Ms, p99Ms, residentMb, processorMs } = columns;

/** One line per measurement: ours against the contender of its goal, or against the strongest one. */
export function tableOf(results: readonly Result[]): string {
  const whats = [...new Set(results.map(({ what }) => what))];
  const lines = whats.map((what) => lineOf(results.filter((result) => result.what === what)));
  const widths = titles.map((title, i) => Math.max(...[title, ...lines.map((line) => line[i]!)].map(({ length }) => length)));
  const written = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [titles, widths.map((width) => '-'.repeat(width)), ...lines].map(written).join('\n');
}

function lineOf([ours, ...others]: readonly Result[]): string[] {
  const by = [perSecond, p50Ms, p99Ms, residentMb].find((column) => seriesOf(ours!, column).length > 0);
  const it = others.find(({ contender }) => contender === ours!.beside) ?? strongest(others, by);
  const said = (result: Result | undefined, column: Column | undefined) => {
    const series = result && column ? seriesOf(result, column) : [];
    return series.length > 0 ? `${figure(column!.typical(series))}${column!.unit}` : '';
  };
  const ratio = it && by ? ratioText(seriesOf(ours!, by), seriesOf(it, by)) : '';
  return [
    ours!.what,
    said(ours, by),
    it?.contender ?? '',
    said(it, by),
    ratio,
    ours!.goal ?? '',
    said(ours, processorMs),
    said(it, processorMs),
  ];
}

/** The one that does most per second, or takes least. */
function strongest(others: readonly Result[], by: Column | undefined): Result | undefined {
  if (!by) return others[0];
  const strength = (result: Result) => median(seriesOf(result, by)) * (by === perSecond ? 1 : -1);
  return others.toSorted((one, other) => strength(other) - strength(one))[0];
}
