import { Counter, Histogram } from 'prom-client';

export const loadsClosed = new Counter({ name: 'vigia_loads_closed_total', help: 'Loads that ended, by state', labelNames: ['estado'] });

export const sourceAsked = new Histogram({
  name: 'vigia_source_answer_seconds',
  help: 'Time of one question to a source, by outcome',
  labelNames: ['source', 'outcome'],
  buckets: [0.02, 0.1, 0.3, 1, 3, 10, 30],
});
