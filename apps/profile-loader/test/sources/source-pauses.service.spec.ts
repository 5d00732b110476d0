import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceJob, sourceNames, sourceQueue, type SourceName } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { startLoader, type RunningLoader } from '../running-loader.js';

const source: SourceName = 'protestos';
const waiting = { timeoutMs: 60_000 };

describe('a source that the operator has paused', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader();
  });
  afterAll(() => loader?.stop());

  const pause = (reason: string) => loader.messages.request('sources.pause', { source, reason }, waiting);
  const resume = () => loader.messages.request('sources.resume', { source }, waiting);
  const task = async (loadId: string) => (await loader.tasks(loadId)).get(source)!;
  const untilOnlyItIsOpen = async (taxId: string) => {
    const [load] = await loader.loads(taxId);
    await waitUntil(async () => {
      const open = [...(await loader.tasks(load!.id)).values()].filter(({ closed_at }) => closed_at === null);
      return open.length === 1 && open[0]!.source === source;
    });
    return load!.id;
  };

  it('is not asked until it is resumed, not even for a job in its queue', async () => {
    const taxId = '20990000019';
    const paused = await pause('mantenimiento');
    expect(paused).toMatchObject({ source, pause: { reason: 'mantenimiento', since: expect.any(String) }, waiting: 0, active: 0 });
    const { requestId } = await loader.start(taxId);
    const loadId = await untilOnlyItIsOpen(taxId);
    const queue = loader.broker.jobs(sourceQueue(source), sourceJob);
    await queue.push([{ id: `task-${loadId}-${source}`, data: { v: 1, loadId, source } }]);
    await waitUntil(async () => Object.values(await queue.counts()).every((count) => count === 0));
    expect(await task(loadId)).toMatchObject({ state: 'pending', attempts: 0 });
    const pushed = await loader.database.query('SELECT FROM profiles.task WHERE load_id = $1 AND source = $2 AND dispatches > 0', [
      loadId,
      source,
    ]);
    expect(pushed).toEqual([]);
    expect(await loader.simulator.calls(source, taxId)).toBe(0);

    const { sources } = await loader.messages.request('sources.list', {}, waiting);
    expect(sources.map((status) => status.source)).toEqual(sourceNames);
    expect(sources.filter((status) => status.pause)).toEqual([paused]);

    expect(await resume()).toMatchObject({ source, pause: null });
    expect(await loader.untilFinished(requestId)).toMatchObject([{ state: 'loaded' }]);
    expect(await task(loadId)).toMatchObject({ state: 'empty', attempts: 1 });
    expect(await loader.simulator.calls(source, taxId)).toBe(1);
  });

  it('has the name of the operator who gave its reason', async () => {
    const author = () => loader.database.query('SELECT reason, paused_by FROM profiles.source_pause');
    await pause('mantenimiento');
    expect(await author()).toEqual([{ reason: 'mantenimiento', paused_by: 'operator' }]);
    await loader.messages.request('sources.pause', { source, reason: 'sin contrato', actor: 'ana@prueba.example' }, waiting);
    expect(await author()).toEqual([{ reason: 'sin contrato', paused_by: 'ana@prueba.example' }]);
    await resume();
  });

  it('is kept on record when it ends, with who ended it', async () => {
    await loader.database.query('DELETE FROM profiles.ended_pause');
    const first = await pause('mantenimiento');
    await loader.messages.request('sources.resume', { source, actor: 'ana@prueba.example' }, waiting);
    await resume();
    const kept = await loader.database.query(
      'SELECT source, reason, paused_at, paused_by, ended_by, ended_at > paused_at AS has_ended FROM profiles.ended_pause',
    );
    expect(kept).toEqual([
      {
        source,
        reason: 'mantenimiento',
        paused_at: new Date(first.pause!.since),
        paused_by: 'operator',
        ended_by: 'ana@prueba.example',
        has_ended: true,
      },
    ]);
  });

  it('has its task closed at the deadline', async () => {
    const taxId = '20990000043';
    const first = await pause('mantenimiento');
    const again = await pause('sin contrato');
    expect(again).toMatchObject({ pause: { reason: 'sin contrato', since: first.pause!.since } });
    const { requestId } = await loader.start(taxId);
    const loadId = await untilOnlyItIsOpen(taxId);
    await loader.database.query('UPDATE profiles.task SET deadline_at = now() WHERE load_id = $1 AND source = $2', [loadId, source]);
    expect(await loader.untilFinished(requestId)).toMatchObject([{ state: 'loaded' }]);
    expect(await task(loadId)).toMatchObject({ state: 'failed', failure: 'deadline', attempts: 0 });
    expect(await loader.simulator.calls(source, taxId)).toBe(0);
    await resume();
    expect(await resume()).toMatchObject({ pause: null });
  });
});
