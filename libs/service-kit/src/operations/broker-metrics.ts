import type { BrokerEvent } from '@vigia/messaging';
import { Counter, Histogram } from 'prom-client';

const handled = new Histogram({
  name: 'vigia_messages_handled_seconds',
  help: 'Time to handle a message or a job, by outcome',
  labelNames: ['queue', 'name', 'outcome'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
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
