import type { Round } from './rounds.js';
import { median, ratioText } from '../statistics.js';

export interface Result {
  name: string;
  rounds: readonly Round[];
}

const row = (name: string, p50: string, p95: string, cpu: string, ratio50: string, ratio95: string) =>
  `  ${name.padEnd(28)}${p50.padStart(8)}${p95.padStart(9)}${cpu.padStart(8)}   ${ratio50.padEnd(24)}${ratio95}`.trimEnd();

/** The first result is the one that the others are compared with. */
export function report(results: readonly Result[]): string {
  const [ours] = results;
  const series = (result: Result | undefined, key: keyof Round) => (result?.rounds ?? []).map((round) => round[key]);
  const line = (result: Result) => {
    const typical = (key: keyof Round, digits: number) => median(series(result, key)).toFixed(digits);
    const ratio = (key: keyof Round) => (result === ours ? '' : ratioText(series(ours, key), series(result, key)));
    return row(result.name, typical('p50Ms', 2), typical('p95Ms', 2), typical('cpuUs', 0), ratio('p50Ms'), ratio('p95Ms'));
  };
  return [row('', 'p50 ms', 'p95 ms', 'CPU µs', 'ours / it, p50', 'ours / it, p95'), ...results.map(line)].join('\n');
}
