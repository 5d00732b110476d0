import { setTimeout as sleep } from 'node:timers/promises';
import { paths, type Arrivals } from './arrivals.js';
import { lagsOf, type Contender, type Lags } from './contenders.js';
import type { Round } from '../results.js';
import { spentBy } from '../spent.js';
import { quantile } from '../statistics.js';

export interface Rate {
  perSecond: number;
  seconds: number;
}

/** Events are sent on schedule, whatever became of the earlier ones. */
export async function lagsAtRate(contender: Contender, arrivals: Arrivals, awaited: readonly string[], rate: Rate): Promise<Lags> {
  const { perSecond, seconds } = rate;
  const fired: Promise<Lags>[] = [];
  const startedAt = performance.now();
  for (let event = 0; event < perSecond * seconds; event += 1) {
    await sleep(Math.max(0, startedAt + (event * 1000) / perSecond - performance.now()));
    fired.push(lagsOf(contender, arrivals, awaited));
  }
  const lags = await Promise.all(fired);
  const all = (key: keyof Lags) => lags.flatMap((one) => one[key]);
  return { fromCall: all('fromCall'), answers: all('answers') };
}

/** From the call to the receiver, and from the call to its answer. */
export interface SteadyRound {
  arrival: Round;
  answer: Round;
}

export async function steadyRound(contender: Contender, arrivals: Arrivals, rate: Rate): Promise<SteadyRound> {
  const { result: lags, ...spent } = await spentBy(contender.processes, async () => {
    const result = await lagsAtRate(contender, arrivals, paths, rate);
    return { done: result.fromCall.length, result };
  });
  const [p50Ms, p95Ms] = [quantile(lags.fromCall, 0.5), quantile(lags.fromCall, 0.95)];
  return { arrival: { p50Ms, p95Ms, ...spent }, answer: { p50Ms: quantile(lags.answers, 0.5) } };
}
