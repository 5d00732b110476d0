import type { Result } from '../../results.js';
import type { BrokerKind } from '../../servers.js';
import type { Contender } from '../contender.js';
import { bareJobFinished } from './bare-job-finished.js';
import { bareBatchPublished, bareJobPublished } from './bare-job-published.js';
import { bareBatchRelayed, bareJobRelayed } from './bare-job-relayed.js';
import { nestTcp } from './nest-tcp.js';
import { ours } from './ours.js';

export const contenders: readonly Contender[] = [
  ours,
  bareJobRelayed,
  bareBatchRelayed,
  bareJobPublished,
  bareBatchPublished,
  bareJobFinished,
  nestTcp,
];

/** Ours is compared with the return path that it takes on this broker, in batches as soon as several are in flight. */
export function goalOf(broker: BrokerKind, inFlight: number): Pick<Result, 'beside' | 'goal'> {
  if (broker === 'postgres') return { beside: (inFlight > 1 ? bareBatchRelayed : bareJobRelayed).name };
  return { beside: (inFlight > 1 ? bareBatchPublished : bareJobPublished).name, goal: '≤ 1.3' };
}
