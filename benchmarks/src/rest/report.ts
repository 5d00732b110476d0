import type { Round } from '../results.js';
import { median } from '../statistics.js';
import type { Rest, Statement } from './at-rest.js';

const shown = 12;

export function reportRest({ ours, postgres, redis, memoryMb, wakeUps, statements, scripts }: Rest): string {
  const share = (of: number) => `${(of * 100).toFixed(2)} %`;
  const perSecond = statements.reduce((sum, one) => sum + one.perSecond, 0);
  return [
    `  of a core: our process ${share(ours)}, PostgreSQL ${share(postgres)}${redis === undefined ? '' : `, Redis ${share(redis)}`}`,
    `  our process: ${memoryMb.toFixed(0)} MB resident, woken ${wakeUps.toFixed(0)} times a second`,
    ...(scripts === undefined ? [] : [`  Redis: ${scripts.toFixed(1)} scripts a second`]),
    `  PostgreSQL: ${perSecond.toFixed(1)} statements a second, most of them:`,
    ...statements.slice(0, shown).map(lineOf),
  ].join('\n');
}

/** A share of a core as processor time per second. */
export function restRound({ ours, postgres, redis, memoryMb: residentMb }: Rest): Round {
  const ofASecond = (share: number) => share * 1000;
  const processorMs = { ours: ofASecond(ours), PostgreSQL: ofASecond(postgres), ...(redis !== undefined && { Redis: ofASecond(redis) }) };
  return { residentMb, processorMs };
}

const lineOf = ({ text, perSecond }: Statement) =>
  `  ${perSecond.toFixed(2).padStart(8)}  ${text.replace(/\s+/g, ' ').trim().slice(0, 110)}`;

export function reportStarts(startsMs: readonly number[]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  return `  ${seconds(median(startsMs))} s (${seconds(Math.min(...startsMs))}–${seconds(Math.max(...startsMs))}) of ${startsMs.length}`;
}
