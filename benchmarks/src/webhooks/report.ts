import { median, ratioText } from '../statistics.js';
import type { Round } from './contenders.js';

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
