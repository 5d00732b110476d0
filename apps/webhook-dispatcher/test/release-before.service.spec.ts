import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Messages } from '@vigia/messaging';
import { RunningDispatcher } from './running/running-dispatcher.js';

describe('a loader of the release before', () => {
  let dispatcher: RunningDispatcher;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
  });

  afterAll(() => dispatcher?.stop());

  it('has its announcements of loads acknowledged, and none is kept', async () => {
    const load = { loadId: randomUUID(), docType: 'RUC', taxId: '20990000019', estado: 'partial', failedSources: ['protestos'] } as const;
    const announce = () =>
      new Messages(dispatcher.broker).deliver(
        'loads.finished',
        { ...load, failedSources: [...load.failedSources] },
        { id: randomUUID(), timeoutMs: 60_000 },
      );
    expect(await Promise.all([announce(), announce()])).toEqual([{}, {}]);
    expect(await dispatcher.database.query('SELECT 1 FROM webhooks.finished_load')).toEqual([]);
  });
});
