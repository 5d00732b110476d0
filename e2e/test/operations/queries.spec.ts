import { describe, expect, it } from '@jest/globals';
import { declaredMetrics, filesIn, metricOf, sourceTexts, textOf } from './declared-metrics.js';
import { alerts, groupedBy, queries, selectorsOf } from './queries.js';

/** The labels that Prometheus adds to every series, and `le` of histograms. */
const everywhere = ['job', 'instance', 'le'];
const labelsOf = (series: string) => [...everywhere, ...(declaredMetrics.get(metricOf(series))?.labels ?? [])];

/** A name that arises at run time, or one of Prometheus: the system spec looks for these in a scrape. */
const isMade = (label: string) => [...everywhere, 'queue', 'route', 'status'].includes(label);
const isWritten = (value: string) => sourceTexts.some((text) => text.includes(`'${value}'`) || new RegExp(`\\b${value}:`).test(text));

const ofOneReplica = ['vigia_live_streams', 'vigia_process_start_seconds'];

describe('a query of a rule or a panel', () => {
  it('is one of more than fifty that these tests find', () => {
    expect(queries.length).toBeGreaterThan(50);
    expect(declaredMetrics.size).toBeGreaterThan(18);
  });

  it.each(queries)('uses metrics and labels that the product has: %s', (_where, expr) => {
    const selectors = selectorsOf(expr);
    const series = selectors.map((selector) => selector.series);
    expect(series.length).toBeGreaterThan(0);
    expect(series.filter((name) => name !== 'up' && !declaredMetrics.has(metricOf(name)))).toEqual([]);
    for (const selector of selectors) {
      for (const { label } of selector.matchers) expect(labelsOf(selector.series)).toContain(label);
    }
    const grouping = series.flatMap(labelsOf);
    expect(groupedBy(expr).filter((label) => !grouping.includes(label))).toEqual([]);
  });

  it.each(queries)('compares labels with values in the code: %s', (_where, expr) => {
    const values = selectorsOf(expr).flatMap(({ matchers }) =>
      matchers.filter(({ label }) => !isMade(label)).flatMap(({ value }) => value.split('|')),
    );
    expect(values.filter((value) => !isWritten(value))).toEqual([]);
  });

  it.each(queries)('takes the greatest or the least of a gauge, because every replica reports the same rows: %s', (_where, expr) => {
    const unbounded = selectorsOf(expr.replaceAll(/\b(?:max|min)(?: by \([^)]*\) )?\([^()]*\)/g, '')).map(({ series }) => series);
    expect(unbounded.filter((name) => declaredMetrics.get(name)?.type === 'gauge' && !ofOneReplica.includes(name))).toEqual([]);
  });
});

describe('a metric of a panel that no alert uses', () => {
  const documents = [...filesIn('docs', '.md'), ...filesIn('apps', '/README.md')].map(textOf).join('\n');
  const metricsOf = (some: string[]) => new Set(some.flatMap((expr) => selectorsOf(expr).map(({ series }) => metricOf(series))));
  const ofAlerts = metricsOf(alerts.map(({ expr }) => expr));
  const others = [...metricsOf(queries.map(([, expr]) => expr))].filter((name) => name !== 'up' && !ofAlerts.has(name));

  it.each(others)('is explained in a document: %s', (name) => {
    expect(documents.includes(name)).toBe(true);
  });
});

describe('a query of the questions that fail', () => {
  const [, union] = /type FailureReason =([^;]+);/.exec(textOf('apps/profile-loader/src/domain/source-answer.ts')) ?? [];
  const reasons = [...union!.matchAll(/^  \| '(\w+)'/gm)].map(([, reason]) => reason!);
  /** With these no question was put, so the loader does not measure them. */
  const unasked = ['nobody_to_screen', 'deadline'];

  it.each(['VigiaSourceTimesOut', 'Vigía: sources, Share of questions that fail'])('names every reason: %s', (where) => {
    const [, expr] = queries.find(([name]) => name === where)!;
    const named = selectorsOf(expr).flatMap(({ matchers }) => matchers.flatMap(({ value }) => value.split('|')));
    expect(named.sort()).toEqual(reasons.filter((reason) => !unasked.includes(reason)).sort());
  });
});

describe('a query of a histogram', () => {
  it.each(queries)('uses a suffix, and a query of another metric does not: %s', (_where, expr) => {
    for (const { series } of selectorsOf(expr)) {
      if (series === 'up') continue;
      const isHistogram = declaredMetrics.get(metricOf(series))?.type === 'histogram';
      expect([series, /_(bucket|sum|count)$/.test(series)]).toEqual([series, isHistogram]);
    }
  });

  const compared = queries.flatMap(([where, expr]) => {
    const [, limit] = /^histogram_quantile\(.*\) > (\d+)$/.exec(expr) ?? [];
    return limit ? [[where, expr, Number(limit)] as const] : [];
  });

  it('compares a quantile with a limit in three rules', () => {
    expect(compared).toHaveLength(3);
  });

  it.each(compared)('compares a quantile with a bound of its buckets, below which nothing raises it: %s', (_where, expr, limit) => {
    for (const { series } of selectorsOf(expr)) expect(declaredMetrics.get(metricOf(series))!.bounds).toContain(limit);
  });
});
