import type { Contender } from '../contender.js';
import { bareBullmq } from './bare-bullmq.js';
import { nestTcp } from './nest-tcp.js';
import { ours } from './ours.js';

export const contenders: Contender[] = [ours, bareBullmq, nestTcp];
