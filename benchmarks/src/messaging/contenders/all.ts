import type { Result } from '../../results.js';
import type { BrokerKind } from '../../servers.js';
import type { Contender } from '../contender.js';
import { bareJobFinished } from './bare-job-finished.js';
import { bareJobPublished } from './bare-job-published.js';
import { bareJobRelayed } from './bare-job-relayed.js';
import { nestTcp } from './nest-tcp.js';
import { ours } from './ours.js';

export const contenders: readonly Contender[] = [ours, bareJobRelayed, bareJobPublished, bareJobFinished, nestTcp];

/** On each broker ours is compared with the return path that it takes there. */
export const goals: Record<BrokerKind, Pick<Result, 'beside' | 'goal'>> = {
  redis: { beside: bareJobPublished.name, goal: '≤ 1.3' },
  postgres: { beside: bareJobRelayed.name },
};
