import { setTimeout as sleep } from 'node:timers/promises';
import { postByWrk } from '../http/wrk.js';
import type { Round } from '../results.js';
import { timesOf } from '../times.js';
import type { Arrivals } from './arrivals.js';
import { lagsOf, type Contender } from './contenders.js';
import { spentBy } from '../spent.js';

interface FullSpeed {
  inFlight: number;
  seconds: number;
  /** For the generator's files. */
  folder: string;
  isWrkHere: boolean;
}

const quietMs = 250;
const eventsInOneGo = 200;

/** At full speed, from the first arrival to the last of the accepted events. */
export async function fullSpeed(one: Contender, arrivals: Arrivals, speed: FullSpeed): Promise<Round> {
  const { result: perSecond, ...spent } = await spentBy(one.processes, async () => {
    arrivals.beginCount();
    await (speed.isWrkHere
      ? postByWrk(speed.folder, { ...one, connections: speed.inFlight, seconds: speed.seconds })
      : byUndici(one, arrivals, speed));
    await untilQuiet(arrivals);
    const { count, firstAt, lastAt } = arrivals.counted;
    return { done: count, result: count / ((lastAt - firstAt) / 1000) };
  });
  return { perSecond, ...spent };
}

async function byUndici(one: Contender, arrivals: Arrivals, { inFlight, seconds }: FullSpeed): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  do await timesOf(() => lagsOf(one, arrivals, []), eventsInOneGo, inFlight);
  while (performance.now() < endsAt);
}

/** Requests that the generator had sent when its time was up are accepted as well, and their number is unknown. */
async function untilQuiet(arrivals: Arrivals): Promise<void> {
  for (let before = -1; before !== arrivals.counted.count;) {
    before = arrivals.counted.count;
    await sleep(quietMs);
  }
}
