import type { JobsOptions } from 'bullmq';
import { paths } from './arrivals.js';

export const queueName = 'plain-deliveries';
const secretKey = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

export interface PlainJob {
  path: string;
  triggerId: string;
  body: string;
  secretKey: string;
}

/** An event as jobs of the plain sender. */
export function plainDeliveries(triggerId: string, body: string): { name: string; data: PlainJob; opts: JobsOptions }[] {
  const opts = { removeOnComplete: true, removeOnFail: true };
  return paths.map((path) => ({ name: 'delivery', data: { path, triggerId, body, secretKey }, opts }));
}
