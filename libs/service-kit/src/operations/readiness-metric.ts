import { Gauge } from 'prom-client';
import type { Readiness } from './readiness.js';

const reported = new Map<Readiness, string>();

/** For alerts: the checks of `/health/ready`, including those that only warn there. They run only when the metrics are read. */
const ready = new Gauge({
  name: 'vigia_ready',
  help: '1 while a check of readiness succeeds, 0 while it fails',
  labelNames: ['service', 'check'],
  async collect() {
    const reports = await Promise.all([...reported].map(async ([readiness, service]) => ({ service, ...(await readiness.report()) })));
    ready.reset();
    for (const { service, checks } of reports) {
      for (const [check, outcome] of Object.entries(checks)) ready.set({ service, check }, outcome === 'ok' ? 1 : 0);
    }
  },
});

/** Returns a function that stops it. */
export function reportReadiness(service: string, readiness: Readiness): () => Promise<void> {
  reported.set(readiness, service);
  return async () => {
    reported.delete(readiness);
  };
}
