import { median, quantile, ratioText } from '../statistics.js';
import type { Contender, Lags } from './contenders.js';
import type { Round } from './full-speed.js';
import { sumOf, type Spent } from './spent.js';
import type { SteadyRound } from './steady-rate.js';

/** Ours first: what the others do is the measure. */
export function reportFullSpeed(contenders: readonly Contender[], measured: Round[][]): string {
  const speeds = measured.map((rounds) => rounds.map(({ deliveriesPerSecond }) => deliveriesPerSecond));
  return contenders
    .map(({ name }, i) => {
      const beside = i === 0 ? '' : `   ours / it: ${ratioText(speeds[0]!, speeds[i]!)}`;
      return `${line(name, `${median(speeds[i]!).toFixed(0)} deliveries/s`)}${beside}\n${spentLine(measured, i)}`;
    })
    .join('\n');
}

export function reportSteady(contenders: readonly Contender[], measured: SteadyRound[][]): string {
  return contenders
    .map(({ name }, i) => {
      const lag = (key: keyof Lags, share: number, of = i) => measured[of]!.map(({ lags }) => quantile(lags[key], share));
      const typical = (key: keyof Lags, share: number) => median(lag(key, share)).toFixed(1);
      const said = `call to receiver p50 / p95 ${typical('fromCall', 0.5)} / ${typical('fromCall', 0.95)} ms, call to answer p50 ${typical('answers', 0.5)}`;
      const beside = i === 0 ? '' : `   ours / it, p50: ${ratioText(lag('fromCall', 0.5, 0), lag('fromCall', 0.5))}`;
      return `${line(name, said)}${beside}\n${spentLine(measured, i)}`;
    })
    .join('\n');
}

function line(name: string, said: string): string {
  return `  ${name.padEnd(22)}${said}`;
}

function spentLine(measured: readonly { spent: Spent }[][], i: number): string {
  const sums = measured.map((rounds) => rounds.map(({ spent }) => sumOf(spent)));
  const names = Object.keys(measured[i]![0]!.spent);
  const parts = names.map((name) => `${name} ${median(measured[i]!.map(({ spent }) => spent[name]!)).toFixed(2)}`);
  const beside = i === 0 ? '' : `   ours / it: ${ratioText(sums[0]!, sums[i]!)}`;
  return `${' '.repeat(24)}${median(sums[i]!).toFixed(2)} ms of processor time a delivery: ${parts.join(', ')}${beside}`;
}
