import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { profileStates, type LoadFinished } from '@vigia/contracts';
import { Messages } from '@vigia/messaging';
import { RunningDispatcher } from './running/running-dispatcher.js';

describe('the announcement of a finished load', () => {
  let dispatcher: RunningDispatcher;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
  });

  afterAll(() => dispatcher?.stop());

  const finished = (changes: Partial<LoadFinished> = {}): LoadFinished => ({
    loadId: randomUUID(),
    docType: 'RUC',
    taxId: '20990000019',
    estado: 'partial',
    failedSources: ['protestos', 'trabajadores'],
    ...changes,
  });
  /** Every message has an id of its own, so that the broker does not drop the repetition. */
  const announce = (load: LoadFinished) =>
    new Messages(dispatcher.broker).deliver('loads.finished', load, { id: randomUUID(), timeoutMs: 60_000 });
  const recorded = (loadId: string) =>
    dispatcher.database.query('SELECT tax_id, doc_type, estado, failed_sources FROM webhooks.finished_load WHERE load_id = $1', [loadId]);

  it('is recorded as it came', async () => {
    const load = finished();
    await announce(load);
    expect(await recorded(load.loadId)).toEqual([
      { tax_id: '20990000019', doc_type: 'RUC', estado: 'partial', failed_sources: ['protestos', 'trabajadores'] },
    ]);
  });

  it.each(profileStates)('may say %s', async (estado) => {
    const load = finished({ estado, failedSources: [] });
    await announce(load);
    expect(await recorded(load.loadId)).toMatchObject([{ estado, failed_sources: [] }]);
  });

  it('is recorded once and acknowledged every time, however often it comes at once', async () => {
    const load = finished();
    const replies = await Promise.all(Array.from({ length: 20 }, () => announce(load)));
    expect(replies).toEqual(replies.map(() => ({})));
    expect(await recorded(load.loadId)).toHaveLength(1);
  });

  it('is recorded as it came first', async () => {
    const load = finished({ estado: 'succeeded', failedSources: [] });
    await announce(load);
    await announce({ ...load, estado: 'failed' });
    expect(await recorded(load.loadId)).toMatchObject([{ estado: 'succeeded' }]);
  });
});
