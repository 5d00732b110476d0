import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  createWebhook,
  freshRuc,
  livingSystem,
  serviceProcesses,
  startWebhookReceiver,
  waitUntil,
  type System,
  type WebhookReceiver,
} from '@vigia/testing';
import { declaredMetrics, metricOf } from './declared-metrics.js';
import { queries, selectorsOf } from './queries.js';

interface Sample {
  series: string;
  labels: Record<string, string>;
}

const samplesOf = (text: string): Sample[] =>
  [...text.matchAll(/^(vigia_\w+)(?:\{(.*)\})? \S+$/gm)].map(([, series, labels = '']) => ({
    series: series!,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!])),
  }));

const overdueGauges = ['webhook', 'billing', 'loader'].map((owner) => new RegExp(`^vigia_${owner}_overdue_seconds\\{`, 'm'));

describe('the metrics of a running system', () => {
  let system: System;
  let receiver: WebhookReceiver;
  let text = '';
  let samples: Sample[] = [];

  const scrape = async () => {
    const services = serviceProcesses.flatMap((name) => system.replicas(name));
    const texts = await Promise.all(services.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
    // If the broker is too slow to count, a service leaves its queues out.
    return texts.every((one) => /^vigia_queue_jobs\{/m.test(one)) ? texts.join('') : '';
  };

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    receiver = await startWebhookReceiver();
    const { corporationId, ...credential } = await system.createCorporation('one_time');
    await createWebhook(system.brokerUrl, corporationId, { url: receiver.url });
    const api = new ApiClient(system.replicas('gateway')[0]!.url, credential);
    const taxId = freshRuc();
    await api.load(taxId);
    await api.summary(taxId);
    await api.trigger(taxId);
    // Each service measures its overdue rows by the clock.
    const late = [/^vigia_webhook_attempt_seconds_count\{outcome="succeeded"\} [1-9]/m, ...overdueGauges];
    text = await waitUntil(
      async () => {
        const now = await scrape();
        return receiver.received.length > 0 && late.every((line) => line.test(now)) && now;
      },
      { what: 'a delivery is counted, and every service has measured what is overdue' },
    );
    samples = samplesOf(text);
  });

  afterAll(async () => {
    receiver?.close();
    await system?.stop();
  });

  it('are those that the code declares, with the declared labels only', () => {
    const told = new Map([...text.matchAll(/^# TYPE (vigia_\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]));
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries([...declaredMetrics].map(([name, { type }]) => [name, type])));
    for (const { series, labels } of samples) {
      const { labels: declared } = declaredMetrics.get(metricOf(series))!;
      expect([series, Object.keys(labels).filter((label) => label !== 'le' && !declared.includes(label))]).toEqual([series, []]);
    }
  });

  it('have every label value that rules and dashboards query', () => {
    const looked = ['queue', 'name', 'route', 'state', 'check', 'estado', 'what'];
    const nothing = queries.flatMap(([where, expr]) =>
      selectorsOf(expr).flatMap(({ series, matchers }) => {
        const wanted = matchers.filter(({ label, operator }) => looked.includes(label) && ['=', '=~'].includes(operator));
        const found = samples.some(
          (sample) =>
            sample.series === series && wanted.every(({ label, value }) => new RegExp(`^(?:${value})$`).test(sample.labels[label] ?? '')),
        );
        return wanted.length > 0 && !found ? [`${where}: ${series} ${JSON.stringify(wanted)}`] : [];
      }),
    );
    // No load of this system fails as a whole.
    expect(nothing.filter((line) => !line.includes('"estado"'))).toEqual([]);
  });
});
