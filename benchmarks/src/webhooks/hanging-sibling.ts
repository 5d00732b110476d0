import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics.js';
import type { RunningSystem } from '../system.js';
import { paths, type Arrivals } from './arrivals.js';
import type { Contender } from './contenders.js';
import { lagsAtRate, type Rate } from './steady-rate.js';

const healthy = paths.slice(0, 2);

/** The p99 of two receivers, while the third one answers or hangs. */
export async function healthyP99Ms(
  contender: Contender,
  arrivals: Arrivals,
  { hangs, ...rate }: Rate & { hangs: boolean },
): Promise<number> {
  arrivals.hangThird(hangs);
  const { fromCall } = await lagsAtRate(contender, arrivals, healthy, rate);
  return quantile(fromCall, 0.99);
}

/** Deliveries that the third receiver did not accept must not affect the next round. */
export async function settleDebts({ database }: RunningSystem, arrivals: Arrivals): Promise<void> {
  await database.query(
    `UPDATE webhooks.delivery SET state = 'FAILED', next_at = NULL, leased_until = NULL, closed_at = now() WHERE state = 'PENDING' AND attempts = 0`,
  );
  arrivals.hangThird(false);
  while ((await database.query(`SELECT 1 FROM webhooks.delivery WHERE state = 'PENDING' LIMIT 1`)).length > 0) await sleep(50);
}
