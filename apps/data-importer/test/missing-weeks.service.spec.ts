import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { todayInLima, waitUntil } from '@vigia/testing';
import { register, type Gauge } from 'prom-client';
import { startImporter, startReplica, type RunningImporter } from './running/running-importer.js';

const dayMs = 86_400_000;
const imports = 'importaciones';

describe('a missing week of customs', () => {
  let importer: RunningImporter;
  let today: string;

  beforeAll(async () => {
    importer = await startImporter();
  });

  beforeEach(async () => {
    today = await todayInLima();
  });

  afterEach(() => importer.database.query('DELETE FROM registry.current'));
  afterAll(() => importer?.stop());

  const daysAgo = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  /** Weeks, by how many days ago they began. */
  const inForce = async (dataset: string, ...weeks: number[]) => {
    for (const week of weeks)
      await importer.database.query(
        `WITH made AS (INSERT INTO registry.version (dataset, part, state, requested_by, ended_at)
           VALUES ($1, $2, 'current', 'prueba', now()) RETURNING id)
         INSERT INTO registry.current (dataset, part, version) SELECT $1, $2, id FROM made`,
        [dataset, daysAgo(week)],
      );
  };
  const missed = async (name = imports) =>
    (await importer.ask('datasets.list', {})).datasets.find(({ dataset }) => dataset === name)!.missingWeek;
  const measured = async () => {
    const gauge = register.getSingleMetric('vigia_dataset_missing_week_days') as Gauge;
    // A round without the database sets nothing, and the replica ends before the next one.
    const told = async () => {
      gauge.set({ dataset: 'not measured' }, 0);
      const replica = await startReplica(importer);
      await replica.close();
      const days = (await gauge.get()).values.map(({ labels, value }) => [labels.dataset, value]);
      return !days.some(([dataset]) => dataset === 'not measured') && days;
    };
    return waitUntil(told, { what: 'a replica looks for missing weeks' });
  };

  it('is the oldest gap between the weeks in force, and the metric gives the days that are left', async () => {
    await inForce(imports, 70, 49, 42, 28, 21, 14);
    expect(await missed()).toEqual({ week: daysAgo(63), leavesOn: daysAgo(-10) });
    expect(await measured()).toEqual([[imports, 10]]);
    await inForce(imports, 63, 56);
    expect(await missed()).toEqual({ week: daysAgo(35), leavesOn: daysAgo(-38) });
    expect(await measured()).toEqual([[imports, 38]]);
  });

  it('is the newest week once its file must be out, a week after its last day', async () => {
    await inForce(imports, 20);
    expect(await missed()).toBeNull();
    await inForce('exportaciones', 21);
    expect(await missed('exportaciones')).toEqual({ week: daysAgo(14), leavesOn: daysAgo(-59) });
  });

  it('is reported on the last day on which it can be downloaded, and not on the day after', async () => {
    await inForce(imports, 80, 66, 59, 52, 45, 38, 31, 24, 17);
    expect(await missed()).toEqual({ week: daysAgo(73), leavesOn: today });
    await inForce('exportaciones', 81, 67, 60, 53, 46, 39, 32, 25, 18);
    expect(await missed('exportaciones')).toBeNull();
    expect(await measured()).toEqual([[imports, 0]]);
  });

  it('is not reported without a gap, for a week of another weekday, or without any week', async () => {
    await inForce(imports, 35, 28, 20, 14);
    expect(await missed()).toBeNull();
    expect(await missed('exportaciones')).toBeNull();
    expect(await measured()).toEqual([]);
  });

  it('is not reported for a register of months', async () => {
    await inForce('deuda_financiera', 61, 31);
    expect(await missed('deuda_financiera')).toBeNull();
  });
});
