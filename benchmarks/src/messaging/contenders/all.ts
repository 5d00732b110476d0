import type { Contender } from '../contender.js';
import { bareJobFinished } from './bare-job-finished.js';
import { bareJobPublished } from './bare-job-published.js';
import { bareJobRelayed } from './bare-job-relayed.js';
import { nestTcp } from './nest-tcp.js';
import { ours } from './ours.js';

export const contenders: readonly Contender[] = [ours, bareJobRelayed, bareJobPublished, bareJobFinished, nestTcp];
