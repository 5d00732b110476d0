import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals } from './arrivals.js';
import { lagsOf, type Contender, type Lags } from './contenders.js';

export interface Rate {
  perSecond: number;
  seconds: number;
}

/** Events come when their time has come, whatever became of those before. */
export async function lagsAtRate(contender: Contender, arrivals: Arrivals, awaited: readonly string[], rate: Rate): Promise<Lags> {
  const { perSecond, seconds } = rate;
  const fired: Promise<Lags>[] = [];
  const startedAt = performance.now();
  for (let event = 0; event < perSecond * seconds; event += 1) {
    await sleep(Math.max(0, startedAt + (event * 1000) / perSecond - performance.now()));
    fired.push(lagsOf(contender, arrivals, awaited));
  }
  const lags = await Promise.all(fired);
  return { fromCall: lags.flatMap((one) => one.fromCall), fromAnswer: lags.flatMap((one) => one.fromAnswer) };
}
