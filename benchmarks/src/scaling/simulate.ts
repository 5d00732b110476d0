import { dayS, type Instant } from './day.js';
import { everyS } from './replica-count.js';

interface Simulated {
  arrivals: readonly Instant[];
  serviceS: () => number;
  /** Jobs that one replica works on at once. */
  concurrency: number;
  /** A job that waited longer is closed without an answer. */
  deadlineS: number;
  /** From the decision until a new replica takes work. */
  startS: number;
  /** The number of replicas from now on, asked every 15 seconds with the jobs that were waiting or active 15 seconds ago. */
  decide: (inFlight: number) => number;
}

export interface Outcome {
  p50WaitS: number;
  p95WaitS: number;
  /** Share of jobs that were closed without an answer. */
  late: number;
  longestQueue: number;
  replicaHours: number;
  mostReplicas: number;
  /** Every 15 seconds. */
  waiting: number[];
  replicas: number[];
}

/** One queue, first come, first served, with as many workers as the replicas have at that moment. */
export function simulate({ arrivals, serviceS, concurrency, deadlineS, startS, decide }: Simulated): Outcome {
  const queue: Instant[] = [];
  let head = 0;
  const ends = new Heap();
  const starting: { at: Instant; count: number }[] = [];
  let replicas = decide(0);
  let working = replicas;
  let seen = 0;
  let late = 0;
  let replicaSeconds = 0;
  const waits: number[] = [];
  const history = { waiting: [] as number[], replicas: [] as number[] };

  const startWork = (now: Instant) => {
    while (head < queue.length && ends.size < working * concurrency) {
      const waited = now - queue[head++]!;
      waits.push(Math.min(waited, deadlineS));
      if (waited > deadlineS) late += 1;
      else ends.push(now + serviceS());
    }
  };
  const tick = (now: Instant) => {
    history.waiting.push(queue.length - head);
    history.replicas.push(replicas);
    replicaSeconds += replicas * everyS;
    const wanted = decide(seen);
    seen = queue.length - head + ends.size;
    if (wanted > replicas) starting.push({ at: now + startS, count: wanted });
    // A stopping replica finishes its jobs and takes no new ones.
    else if (wanted < replicas) {
      working = Math.min(working, wanted);
      for (const started of starting) started.count = Math.min(started.count, wanted);
    }
    replicas = wanted;
  };

  let next = 0;
  let nextTick = 0;
  while (next < arrivals.length || nextTick < dayS) {
    const arrival = arrivals[next] ?? Infinity;
    const end = ends.first ?? Infinity;
    const started = starting[0]?.at ?? Infinity;
    const now = Math.min(arrival, end, started, nextTick);
    if (now === arrival) {
      queue.push(arrival);
      next += 1;
    } else if (now === end) ends.pop();
    else if (now === started) working = Math.max(working, starting.shift()!.count);
    else {
      tick(now);
      nextTick += everyS;
    }
    startWork(now);
  }
  const sorted = Float64Array.from(waits).sort();
  const quantile = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return {
    p50WaitS: quantile(0.5),
    p95WaitS: quantile(0.95),
    late: late / waits.length,
    longestQueue: history.waiting.reduce((most, count) => Math.max(most, count), 0),
    replicaHours: replicaSeconds / 3600,
    mostReplicas: Math.max(...history.replicas),
    ...history,
  };
}

/** Earliest first. */
class Heap {
  private readonly items: number[] = [];

  get size(): number {
    return this.items.length;
  }

  get first(): number | undefined {
    return this.items[0];
  }

  push(value: number): void {
    const { items } = this;
    let at = items.push(value) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && items[parent]! > value; parent = (at - 1) >> 1) {
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = value;
  }

  pop(): void {
    const { items } = this;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && items[child + 1]! < items[child]!) child += 1;
      if (items[child]! >= last) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
  }
}
