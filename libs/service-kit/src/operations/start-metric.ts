import { Gauge } from 'prom-client';

const started = new Gauge({ name: 'vigia_process_start_seconds', help: 'When this process started, in seconds since 1970' });

/** For alerts: a process that is killed again and again may be running at every scrape. */
export function reportStart(): void {
  started.set(performance.timeOrigin / 1000);
}
