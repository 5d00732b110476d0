import type { Broker, BrokerEvent } from '@vigia/messaging';
import { Counter, Gauge, Histogram } from 'prom-client';

const handled = new Histogram({
  name: 'vigia_messages_handled_seconds',
  help: 'Time to handle a message or a job, by outcome',
  labelNames: ['queue', 'name', 'outcome'],
  buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 10, 60],
});
const dropped = new Counter({
  name: 'vigia_messages_dropped_total',
  help: 'Messages that were refused, came after their deadline or whose reply never came',
  labelNames: ['queue', 'name', 'why'],
});

export function observeBroker(event: BrokerEvent): void {
  if (event.type === 'handled') {
    handled.observe({ queue: event.queue, name: event.name, outcome: event.outcome }, event.durationMs / 1000);
  } else {
    dropped.inc({ queue: event.queue, name: event.name, why: event.type });
  }
}

const brokers = new Set<Broker>();

/** For an autoscaler. The queues are counted only when the metrics are read. */
const waiting = new Gauge({
  name: 'vigia_queue_jobs',
  help: 'Jobs of the queues that this process uses, by state',
  labelNames: ['queue', 'state'],
  async collect() {
    // Readiness reports a broker that is away; the other metrics are still reported.
    const depths = await Promise.all([...brokers].map((broker) => broker.queueDepths().catch(() => [])));
    waiting.reset();
    for (const { queue, ...counts } of depths.flat()) {
      for (const [state, count] of Object.entries(counts)) waiting.set({ queue, state }, count);
    }
  },
});

/** Returns a function that stops it. */
export function reportQueueDepths(broker: Broker): () => Promise<void> {
  brokers.add(broker);
  return async () => {
    brokers.delete(broker);
  };
}
