import { median, quantile, ratioText } from '../statistics.js';
import type { Lags, Round } from './contenders.js';

export function report(measured: Round[][]): string {
  const names = ['ours', 'plain BullMQ sender', 'undici and HMAC'];
  const row = (name: string, speed: string, lag: string, ratio: string) =>
    `  ${name.padEnd(22)}${speed.padStart(13)}${lag.padStart(12)}   ${ratio}`;
  const ratio = (round: Round[], key: keyof Round) =>
    ratioText(
      measured[0]!.map((one) => one[key]),
      round.map((one) => one[key]),
    );
  const lines = measured.map((round, i) =>
    row(
      names[i]!,
      median(round.map((one) => one.deliveriesPerSecond)).toFixed(0),
      median(round.map((one) => one.p95LagMs)).toFixed(1),
      i === 0 ? '' : `${ratio(round, 'deliveriesPerSecond')}, ${ratio(round, 'p95LagMs')}`,
    ).trimEnd(),
  );
  return [row('', 'deliveries/s', 'p95 lag ms', 'ours / it: deliveries/s, p95'), ...lines].join('\n');
}

/** Ours first, the plain sender second; each with one value a round. */
export function reportSteady([ours, plain]: Lags[][]): string {
  const line = (what: string, key: keyof Lags) => {
    const p95s = (rounds: Lags[] = []) => rounds.map((round) => quantile(round[key], 0.95));
    const [p95Ours, p95Plain] = [p95s(ours), p95s(plain)];
    const [typical, typicalPlain] = [median(p95Ours).toFixed(1), median(p95Plain).toFixed(1)];
    return `  p95 lag from the ${what}: ours ${typical} ms, plain BullMQ sender ${typicalPlain}; ratio ${ratioText(p95Ours, p95Plain)}`;
  };
  return [line('answer', 'fromAnswer'), line('call', 'fromCall')].join('\n');
}
