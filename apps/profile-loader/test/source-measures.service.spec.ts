import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SourceName, SourceStatus } from '@vigia/contracts';
import { register } from 'prom-client';
import { startLoader, type RunningLoader } from './running-loader.js';

const breaker = { failures: 1, pauseMs: 600_000 };
const allGood = '20990000043';
const anotherGood = '20990000027';
const allFail = '20990000132';
/** A document without a contract in the sources of `laboral`. */
const notContracted = '20990000205';

describe('the measures of sources', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader({
      VIGIA_TASK_DEADLINE_MS: '30000',
      VIGIA_PROVIDERS: JSON.stringify({ sources: { protestos: { breaker } } }),
    });
  });

  afterAll(() => loader?.stop());

  async function measured(source: SourceName): Promise<SourceStatus> {
    const { sources } = await loader.messages.request('sources.list', {}, { timeoutMs: 60_000 });
    return sources.find((status) => status.source === source)!;
  }

  async function countedOutcomes(source: SourceName): Promise<Record<string, number>> {
    const { values } = (await register.getSingleMetric('vigia_source_answer_seconds')!.get()) as {
      values: { metricName?: string; labels: { source?: string; outcome?: string }; value: number }[];
    };
    const counted = values.filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.source === source);
    return Object.fromEntries(counted.map(({ labels, value }) => [labels.outcome!, value]));
  }

  it('are empty for a source that was never asked', async () => {
    expect(await measured('protestos')).toMatchObject({
      lastAnswerAt: null,
      hour: { asked: 0, failed: 0, timedOut: 0, p50Ms: null, p95Ms: null },
      circuits: { open: 0, of: 1 },
    });
  });

  it('count the questions, the failures and the response times of a source', async () => {
    await loader.simulator.lay('deuda_vencida', allGood, { outcome: 'ok', delayMs: 300 });
    await loader.load(allGood);
    expect(await measured('deuda_vencida')).toMatchObject({ hour: { asked: 1, failed: 0 } });
    const { hour, lastAnswerAt } = await measured('deuda_vencida');
    expect(hour!.p50Ms).toBeGreaterThan(200);
    expect(hour!.p95Ms).toBeLessThanOrEqual(30_000);
    expect(Date.now() - Date.parse(lastAnswerAt!)).toBeLessThan(60_000);
  });

  it('tell a failure from an answer, and leave out questions that an open circuit stopped', async () => {
    const before = await measured('protestos');
    const outcomesBefore = await countedOutcomes('protestos');
    await loader.load(allFail);
    const { hour, circuits, lastAnswerAt } = await measured('protestos');
    expect(hour).toMatchObject({ asked: 2, failed: 1, timedOut: 0 });
    expect(circuits).toEqual({ open: 1, of: 1 });
    expect(lastAnswerAt).toBe(before.lastAnswerAt);
    // Other specs of the same process are in the metric, too.
    const outcomes = await countedOutcomes('protestos');
    expect({ ...outcomes, source_error: outcomes.source_error! - 1 }).toEqual({ source_error: 0, ...outcomesBefore });
  });

  it('have no circuit for the lists, which need no network', async () => {
    expect((await measured('listas_compliance')).circuits).toEqual({ open: 0, of: 0 });
  });

  it('add the counts of several replicas in one minute, also with other ranges of time', async () => {
    const { hour: before } = await measured('trabajadores');
    await loader.database.query(
      `INSERT INTO profiles.source_minute (minute, source, asked, failed, timed_out, times)
       VALUES (date_trunc('minute', now() - interval '1 minute') + interval '1 second', 'trabajadores', 2, 2, 1, '{0,2}'), (now() - interval '3 hours', 'trabajadores', 9, 9, 9, '{9}')`,
    );
    const { hour } = await measured('trabajadores');
    expect(hour).toMatchObject({ asked: before!.asked + 2, failed: before!.failed + 2, timedOut: before!.timedOut + 1 });
    const kept = await loader.database.query(`SELECT FROM profiles.source_minute WHERE minute < now() - interval '2 hours'`);
    expect(kept).toEqual([]);
  });

  it('forget a replica that no longer reports', async () => {
    await loader.database.query(
      `INSERT INTO profiles.source_circuit (source, replica, open, reported_at)
       VALUES ('edictos_judiciales', gen_random_uuid(), true, now() - interval '1 minute'), ('edictos_judiciales', gen_random_uuid(), true, now())`,
    );
    expect((await measured('edictos_judiciales')).circuits).toEqual({ open: 1, of: 2 });
  });

  it('do not count "not contracted", nor an earlier simulated answer, as the last answer', async () => {
    await loader.load(allGood);
    expect((await measured('deuda_laboral')).lastAnswerAt).not.toBeNull();
    await measured('deuda_laboral');
    await loader.load(notContracted);
    expect((await measured('deuda_laboral')).lastAnswerAt).toBeNull();
    await loader.load(anotherGood);
    expect(await loader.database.query(`SELECT source FROM profiles.simulated_source WHERE source = 'deuda_laboral'`)).toHaveLength(1);
  });
});
