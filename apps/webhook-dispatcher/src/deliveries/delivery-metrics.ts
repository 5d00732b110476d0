import { Counter, Gauge, Histogram } from 'prom-client';

const buckets = [0.05, 0.2, 1, 5, 10, 20, 30, 60];

export const attempted = new Histogram({
  name: 'vigia_webhook_attempt_seconds',
  help: 'Time of one attempt of a delivery, by outcome',
  labelNames: ['outcome'],
  buckets,
});

export const acknowledged = new Histogram({
  name: 'vigia_webhook_acknowledgement_seconds',
  help: 'Time until a receiver answered with a status, of the 30 seconds that it has; tokens are not its own time',
  buckets,
});

export const leasedAgain = new Counter({
  name: 'vigia_webhook_leased_again_total',
  help: 'Deliveries that were found due although they had been pushed or attempted before: the broker or a process forgot them',
});

export const overdue = new Gauge({
  name: 'vigia_webhook_overdue_seconds',
  help: 'For how long the oldest event that should be dispatched, or delivery that should be attempted, has been due',
  labelNames: ['what'],
});

export const oldestUndelivered = new Gauge({
  name: 'vigia_webhook_oldest_undelivered_seconds',
  help: 'Age of the oldest trigger that is not delivered or given up yet, whether it waits for its load, a first attempt or a retry',
});

export const underWay = new Gauge({
  name: 'vigia_webhook_under_way',
  help: 'Deliveries of a configuration that are pushed or attempted at the moment, by all processes together',
  labelNames: ['configuration'],
});
