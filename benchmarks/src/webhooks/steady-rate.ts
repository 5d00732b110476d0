import { setTimeout as sleep } from 'node:timers/promises';
import { paths, type Arrivals } from './arrivals.js';
import { lagsOf, type Contender, type Lags } from './contenders.js';
import { spentBy, type Spent } from './spent.js';

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
  const all = (key: keyof Lags) => lags.flatMap((one) => one[key]);
  return { fromCall: all('fromCall'), answers: all('answers'), fromAnswer: all('fromAnswer') };
}

export interface SteadyRound {
  lags: Lags;
  spent: Spent;
}

export async function steadyRound(contender: Contender, arrivals: Arrivals, rate: Rate): Promise<SteadyRound> {
  const { result, spent } = await spentBy(contender, async () => {
    const lags = await lagsAtRate(contender, arrivals, paths, rate);
    return { deliveries: lags.fromCall.length, result: lags };
  });
  return { lags: result, spent };
}
