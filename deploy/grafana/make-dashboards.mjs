// Writes the dashboards beside it: `node deploy/grafana/make-dashboards.mjs && npx oxfmt deploy/grafana`. This is the only description of
// the panels.
import { writeFileSync } from 'node:fs';

const quantile = (share, metric, by, labels = '') =>
  `histogram_quantile(${share}, sum by (${[...by, 'le'].join(', ')}) (rate(${metric}_bucket${labels}[$__rate_interval])))`;
/** Without the probes of balancer, orchestrator and Prometheus. */
const ofClients = 'route!~"/health/.*|/metrics"';
const perSecond = (metric, by, labels = '') => `sum by (${by}) (rate(${metric}${labels}[$__rate_interval]))`;

/** For each panel its title, its unit, and its queries with the names of their lines. */
const described = {
  service: {
    title: 'Vigía: service',
    panels: [
      ['Replicas that answer', 'short', ['sum by (job) (up)', '{{job}}']],
      ['Replicas by build', 'short', ['sum by (job, commit) (max by (job, instance, commit) (vigia_build_info))', '{{job}} {{commit}}']],
      ['Readiness: 0 is a check that fails', 'short', ['min by (job, check) (vigia_ready)', '{{job}} {{check}}']],
      ['Requests by status', 'reqps', [perSecond('vigia_http_request_seconds_count', 'status', `{${ofClients}}`), '{{status}}']],
      [
        'Share of requests that get a 5xx',
        'percentunit',
        [
          `sum(rate(vigia_http_request_seconds_count{status=~"5..",${ofClients}}[$__rate_interval])) / sum(rate(vigia_http_request_seconds_count{${ofClients}}[$__rate_interval]))`,
          '5xx',
        ],
      ],
      [
        'Time of a summary',
        's',
        [quantile(0.5, 'vigia_http_request_seconds', [], '{route=~".*/:taxId/resumen"}'), 'half'],
        [quantile(0.95, 'vigia_http_request_seconds', [], '{route=~".*/:taxId/resumen"}'), '95 of 100'],
      ],
      ['Time by route, 95 of 100', 's', [`topk(10, ${quantile(0.95, 'vigia_http_request_seconds', ['route'])})`, '{{route}}']],
      ['Streams of live changes', 'short', ['sum(vigia_live_streams)', 'open']],
    ],
  },
  queues: {
    title: 'Vigía: queues',
    panels: [
      ['Waiting', 'short', ['max by (queue) (vigia_queue_jobs{state="waiting"})', '{{queue}}']],
      ['Being worked on', 'short', ['max by (queue) (vigia_queue_jobs{state="active"})', '{{queue}}']],
      ['Handled', 'ops', [perSecond('vigia_messages_handled_seconds_count', 'queue'), '{{queue}}']],
      ['Time to handle, 95 of 100', 's', [quantile(0.95, 'vigia_messages_handled_seconds', ['queue']), '{{queue}}']],
      [
        'Not done',
        'ops',
        [perSecond('vigia_messages_handled_seconds_count', 'queue, outcome', '{outcome!="done"}'), '{{queue}} {{outcome}}'],
      ],
      ['Dropped', 'ops', [perSecond('vigia_messages_dropped_total', 'queue, name, why'), '{{queue}} {{name}} {{why}}']],
      ['Overdue rows', 's', ['max by (what) (vigia_loader_overdue_seconds or vigia_billing_overdue_seconds)', '{{what}}']],
      ['Loops that fail', 's', ['max by (job, instance, loop) (vigia_loop_failing_seconds) > 0', '{{job}} {{instance}} {{loop}}']],
    ],
  },
  sources: {
    title: 'Vigía: sources',
    panels: [
      ['Questions', 'ops', [perSecond('vigia_source_answer_seconds_count', 'source'), '{{source}}']],
      ['Time of an answer, 95 of 100', 's', [quantile(0.95, 'vigia_source_answer_seconds', ['source']), '{{source}}']],
      ['Answers by outcome', 'ops', [perSecond('vigia_source_answer_seconds_count', 'outcome'), '{{outcome}}']],
      [
        'Share of questions that fail',
        'percentunit',
        [
          'sum by (source) (rate(vigia_source_answer_seconds_count{outcome=~"timeout|unreachable|rate_limited|source_error|malformed|circuit_open"}[$__rate_interval])) / sum by (source) (rate(vigia_source_answer_seconds_count[$__rate_interval]))',
          '{{source}}',
        ],
      ],
      ['Sources that are not asked for a while', 'short', ['max by (source) (vigia_source_circuit_open)', '{{source}}']],
      ['Jobs that wait', 'short', ['max by (queue) (vigia_queue_jobs{queue=~"source-.*",state="waiting"})', '{{queue}}']],
      ['Loads that ended', 'ops', [perSecond('vigia_loads_closed_total', 'estado'), '{{estado}}']],
      ['Age of registers and lists, in times of their cadence', 'short', ['max by (dataset) (vigia_dataset_age_ratio)', '{{dataset}}']],
      ['Days until a missing week is gone', 'd', ['min by (dataset) (vigia_dataset_missing_week_days)', '{{dataset}}']],
      ['Portfolio entries that the last check corrected', 'short', ['max(vigia_portfolio_drifts)', 'entries']],
    ],
  },
  webhooks: {
    title: 'Vigía: webhooks',
    panels: [
      ['Overdue', 's', ['max by (what) (vigia_webhook_overdue_seconds)', '{{what}}']],
      ['Oldest trigger that is not delivered', 's', ['max(vigia_webhook_oldest_undelivered_seconds)', 'age']],
      ['Attempts by outcome', 'ops', [perSecond('vigia_webhook_attempt_seconds_count', 'outcome'), '{{outcome}}']],
      [
        'Time until a receiver answers',
        's',
        [quantile(0.5, 'vigia_webhook_acknowledgement_seconds', []), 'half'],
        [quantile(0.95, 'vigia_webhook_acknowledgement_seconds', []), '95 of 100'],
      ],
      [
        'Under way, by configuration',
        'short',
        ['topk(10, max by (corporation, configuration) (vigia_webhook_under_way))', '{{corporation}} {{configuration}}'],
      ],
      [
        'Configurations that fail',
        's',
        ['max by (corporation, configuration) (vigia_webhook_failing_seconds)', '{{corporation}} {{configuration}}'],
      ],
      ['Found again after their lease', 'ops', ['sum(rate(vigia_webhook_leased_again_total[$__rate_interval]))', 'deliveries']],
      [
        'Jobs that wait',
        'short',
        ['max by (queue) (vigia_queue_jobs{queue=~"delivery-.*|webhook-dispatcher-.*",state="waiting"})', '{{queue}}'],
      ],
    ],
  },
  billing: {
    title: 'Vigía: billing',
    panels: [
      ['Differences between balances and entries', 'short', ['max(vigia_ledger_drifts)', 'differences']],
      [
        'Requests and events',
        'ops',
        [perSecond('vigia_messages_handled_seconds_count', 'name', '{queue=~"billing-requests|billing-events"}'), '{{name}}'],
      ],
      [
        'Time to reserve months',
        's',
        [quantile(0.5, 'vigia_messages_handled_seconds', [], '{queue="billing-requests",name="quota.reserve"}'), 'half'],
        [quantile(0.95, 'vigia_messages_handled_seconds', [], '{queue="billing-requests",name="quota.reserve"}'), '95 of 100'],
      ],
      [
        'Time to settle a load, 95 of 100',
        's',
        [quantile(0.95, 'vigia_messages_handled_seconds', [], '{queue="billing-events",name="access.settle"}'), 'settle'],
      ],
      [
        'Not done',
        'ops',
        [
          perSecond('vigia_messages_handled_seconds_count', 'name, outcome', '{queue=~"billing-requests|billing-events",outcome!="done"}'),
          '{{name}} {{outcome}}',
        ],
      ],
      ['Jobs that wait', 'short', ['max by (queue) (vigia_queue_jobs{queue=~"billing-.*",state="waiting"})', '{{queue}}']],
    ],
  },
};

const datasource = { type: 'prometheus', uid: '${datasource}' };
const [width, height] = [12, 8];

const panel = ([title, unit, ...queries], index) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource,
  gridPos: { x: (index % 2) * width, y: Math.floor(index / 2) * height, w: width, h: height },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: {
    legend: { displayMode: 'table', placement: 'right', calcs: ['lastNotNull', 'max'] },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
  targets: queries.map(([expr, legendFormat], at) => ({ refId: 'ABCD'[at], datasource, expr, legendFormat })),
});

export const dashboards = Object.fromEntries(
  Object.entries(described).map(([name, { title, panels }]) => [
    name,
    {
      uid: `vigia-${name}`,
      title,
      tags: ['vigia'],
      schemaVersion: 39,
      timezone: 'browser',
      time: { from: 'now-6h', to: 'now' },
      refresh: '30s',
      templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
      panels: panels.map(panel),
    },
  ]),
);

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  for (const [name, dashboard] of Object.entries(dashboards)) {
    writeFileSync(new URL(`${name}.json`, import.meta.url), `${JSON.stringify(dashboard, null, 2)}\n`);
  }
}
