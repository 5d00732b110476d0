import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceJob, sourceNames, sourceQueue, type SourceName } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { register } from 'prom-client';
import { startLoader, type RunningLoader } from './running-loader.js';

const patience = {
  VIGIA_TASK_DEADLINE_MS: '60000',
  // The second stage is also asked over HTTP here, where the simulator can delay it.
  VIGIA_PROVIDERS_FILE: fileURLToPath(new URL('./fixtures/screening-by-provider.json', import.meta.url)),
};

describe('a load', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader(patience);
  });

  afterAll(() => loader?.stop());

  /** How many jobs of a source this process has ended. */
  async function jobsDone(source: SourceName): Promise<number> {
    const queue = sourceQueue(source);
    const line = new RegExp(`vigia_messages_handled_seconds_count\\{queue="${queue}",name="${queue}",outcome="done"\\} (\\d+)`);
    return Number(line.exec(await register.metrics())?.[1] ?? 0);
  }

  async function openLoad(taxId: string): Promise<string> {
    return (await loader.loads(taxId)).find(({ state }) => state === 'open')!.id;
  }

  it('asks the second stage only when the tasks that it needs are closed', async () => {
    const taxId = '20990000060';
    const { stage, requestId } = await loader.holding('identificacion', async () => {
      const started = await loader.start(taxId);
      const loadId = await openLoad(taxId);
      const stageOf = async (source: SourceName) => (await loader.tasks(loadId)).get(source)!;
      await waitUntil(async () => (await stageOf('representantes_legales')).closed_at);
      expect(await stageOf('identificacion')).toMatchObject({ state: 'pending' });
      expect(await stageOf('listas_compliance')).toMatchObject({ state: 'waiting', attempts: 0 });
      expect(await loader.simulator.calls('listas_compliance', taxId)).toBe(0);
      return { stage: stageOf, requestId: started.requestId };
    });
    await loader.untilFinished(requestId);
    const [first, second] = [await stage('identificacion'), await stage('listas_compliance')];
    expect(second).toMatchObject({ state: 'data', attempts: 1 });
    expect(second.closed_at!.getTime()).toBeGreaterThan(first.closed_at!.getTime());
  });

  it('asks the second stage also after a source of the first stage failed', async () => {
    const taxId = '20990000078';
    await loader.simulator.lay('identificacion', taxId, { outcome: 'malformed' });
    await loader.untilFinished((await loader.start(taxId)).requestId);
    const tasks = await loader.tasks((await loader.loads(taxId))[0]!.id);
    expect(tasks.get('identificacion')).toMatchObject({ state: 'failed' });
    expect(tasks.get('listas_compliance')).toMatchObject({ state: 'data' });
  });

  it('whose sources hang is closed as failed at its deadlines', async () => {
    const taxId = '20990000175';
    const { requestId } = await loader.start(taxId);
    const open = await openLoad(taxId);
    const pending = `task.load_id = $1 AND task.state = 'pending' AND task.closed_at IS NULL`;
    for (const [source, tasks] of [
      ['protestos', sourceNames.length - 1],
      ['listas_compliance', 1],
    ] as const) {
      await waitUntil(async () => (await loader.simulator.calls(source, taxId)) === 1, { what: `${source} is asked` });
      const inTime = await loader.database.query(
        `SELECT FROM profiles.task JOIN profiles.load ON load.id = load_id
         WHERE ${pending} AND task.deadline_at - interval '60 seconds' BETWEEN opened_at AND now()`,
        [open],
      );
      expect(inTime).toHaveLength(tasks);
      await loader.database.query(`UPDATE profiles.task SET deadline_at = now() WHERE ${pending}`, [open]);
    }
    expect(await loader.untilFinished(requestId)).toEqual([{ taxId, state: 'failed', reason: 'all_sources_failed' }]);
    const [load] = await loader.loads(taxId);
    expect(load).toMatchObject({ state: 'closed', estado: 'failed' });
    const tasks = [...(await loader.tasks(load!.id)).values()];
    expect(tasks).toEqual(sourceNames.map(() => expect.objectContaining({ state: 'failed', failure: 'deadline' })));
    expect((await loader.sections(taxId)).finanzas).toEqual({ statusCode: 'SH51', data: {} });
  });

  it('drops an answer that arrives after the deadline', async () => {
    const [taxId, source] = ['20990000043', 'protestos'] as const;
    await loader.simulator.lay(source, taxId, { delayMs: 12_000 });
    const before = await jobsDone(source);
    const { requestId } = await loader.start(taxId);
    await waitUntil(async () => (await loader.simulator.calls(source, taxId)) === 1, { what: 'the source is asked' });
    await loader.giveUp(taxId, source);
    await loader.untilFinished(requestId);
    const [load] = await loader.loads(taxId);
    expect(load).toMatchObject({ estado: 'partial' });
    const closed = (await loader.tasks(load!.id)).get(source);
    expect(closed).toMatchObject({ state: 'failed', failure: 'deadline' });
    const sections = await loader.sections(taxId);
    await waitUntil(async () => (await jobsDone(source)) > before, { what: 'the late answer has come' });
    expect((await loader.tasks(load!.id)).get(source)).toEqual(closed);
    expect(await loader.loads(taxId)).toEqual([load]);
    expect(await loader.sections(taxId)).toEqual(sections);
    const standing = 'SELECT outcome, failure FROM profiles.source_answer WHERE tax_id = $1 AND source = $2';
    expect(await loader.database.query(standing, [taxId, source])).toEqual([{ outcome: null, failure: 'deadline' }]);
  });

  it('drops an answer that arrives after the deadline of its task, while the load is still open', async () => {
    const [taxId, source] = ['20990000051', 'protestos'] as const;
    await loader.simulator.lay(source, taxId, { delayMs: 12_000 });
    const before = await jobsDone(source);
    const [requestId, loadId, closed] = await loader.holding('identificacion', async () => {
      const started = await loader.start(taxId);
      const open = await openLoad(taxId);
      await waitUntil(async () => (await loader.simulator.calls(source, taxId)) === 1, { what: 'the source is asked' });
      await loader.giveUp(taxId, source);
      const task = await waitUntil(async () => {
        const given = (await loader.tasks(open)).get(source)!;
        return given.closed_at !== null && given;
      });
      expect(task).toMatchObject({ state: 'failed', failure: 'deadline' });
      await waitUntil(async () => (await jobsDone(source)) > before, { what: 'the late answer has come' });
      expect(await loader.loads(taxId)).toMatchObject([{ id: open, state: 'open' }]);
      return [started.requestId, open, task] as const;
    });
    await loader.untilFinished(requestId);
    expect((await loader.tasks(loadId)).get(source)).toEqual(closed);
    expect(await loader.loads(taxId)).toMatchObject([{ id: loadId, estado: 'partial' }]);
  });

  it('asks no source for a job of a closed task', async () => {
    const [taxId, source] = ['20990000019', 'trabajadores'] as const;
    await loader.untilFinished((await loader.start(taxId)).requestId);
    const [load] = await loader.loads(taxId);
    const closed = await loader.tasks(load!.id);
    const before = await jobsDone(source);
    const late = { id: `task-${load!.id}-${source}`, data: { v: 1 as const, loadId: load!.id, source } };
    await loader.broker.jobs(sourceQueue(source), sourceJob).push([late]);
    await waitUntil(async () => (await jobsDone(source)) > before);
    expect(await loader.simulator.calls(source, taxId)).toBe(1);
    expect(await loader.tasks(load!.id)).toEqual(closed);
  });

  it('is closed although 110 other loads cannot be closed', async () => {
    const { database } = loader;
    await database.query(`ALTER TABLE profiles.load ADD CONSTRAINT stays_open CHECK (correlation_id <> 'stays open' OR closed_at IS NULL)`);
    await database.query(
      `WITH stuck AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, purpose, correlation_id, deadline_at)
         SELECT gen_random_uuid(), 'RUC', '2098' || lpad(i::text, 7, '0'), 'client', 'stays open', now() FROM generate_series(1, 110) AS i
         RETURNING id)
       INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at)
       SELECT id, 'protestos', 'pending', now() + interval '1 hour', now() - interval '1 hour' FROM stuck`,
    );
    const taxId = '20990000035';
    await loader.simulator.lay('protestos', taxId, { outcome: 'timeout' });
    const { requestId } = await loader.start(taxId);
    await loader.giveUp(taxId, 'protestos');
    await loader.untilFinished(requestId);
    expect(await loader.loads(taxId)).toMatchObject([{ state: 'closed' }]);
    expect(await database.query(`SELECT 1 FROM profiles.load WHERE correlation_id = 'stays open' AND closed_at IS NULL`)).toHaveLength(110);
  });
});
