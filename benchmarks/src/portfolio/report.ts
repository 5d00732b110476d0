import { columns, seriesOf } from '../report.js';
import type { Result } from '../results.js';
import { ratioText } from '../statistics.js';

const row = (cells: [string, string, string, string, string, string]) =>
  `  ${cells[0].padEnd(36)}${cells[1].padStart(8)}${cells[2].padStart(10)}   ${cells[3].padEnd(20)}${cells[4].padStart(8)}${cells[5].padStart(9)}`.trimEnd();

export const heading = row(['', 'p50 ms', 'bare ms', 'ours / bare', 'CPU ms', 'bare CPU']);

const { p50Ms, processorMs } = columns;
const typicalMs = (result: Result) => p50Ms.typical(seriesOf(result, p50Ms));
const cpuMs = (result: Result) => processorMs.typical(seriesOf(result, processorMs));

export function line(name: string, [ours, bare]: readonly [Result, Result]): string {
  const ratio = ratioText(seriesOf(ours, p50Ms), seriesOf(bare, p50Ms));
  return row([name, typicalMs(ours).toFixed(1), typicalMs(bare).toFixed(1), ratio, cpuMs(ours).toFixed(2), cpuMs(bare).toFixed(2)]);
}

export function slowest(ours: readonly Result[]): string {
  const [first] = ours.toSorted((one, other) => typicalMs(other) - typicalMs(one));
  return `the slowest: ${first!.what}, ${typicalMs(first!).toFixed(1)} ms`;
}
