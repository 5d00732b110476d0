import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { profileStates, type LoadFinished } from '@vigia/contracts';
import { connectBroker, Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, startService, type RunningService } from '@vigia/service-kit';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { webhookDispatcher, webhookDispatcherSettings } from '../src/app.module.js';

describe('the announcement of a finished load', () => {
  let database: TestDatabase;
  let service: RunningService;
  let broker: Broker;

  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = { DATABASE_URL: database.url, VIGIA_BROKER_URL: database.url, VIGIA_LOG_FILE: '/dev/null' };
    service = await startService(webhookDispatcher, readSettings(webhookDispatcherSettings, environment), { listen: false });
    broker = await connectBroker({ url: database.url, service: 'test', logger: createLogger('test', { level: 'silent' }) });
  });

  afterAll(async () => {
    await broker?.close();
    await service?.close();
    await database?.drop();
  });

  const finished = (changes: Partial<LoadFinished> = {}): LoadFinished => ({
    loadId: randomUUID(),
    docType: 'RUC',
    taxId: '20990000019',
    estado: 'partial',
    failedSources: ['protestos', 'trabajadores'],
    ...changes,
  });
  /** Every delivery under an id of its own: the broker must not spare the dispatcher the repetition. */
  const announce = (load: LoadFinished) => new Messages(broker).deliver('loads.finished', load, { id: randomUUID(), timeoutMs: 15_000 });
  const recorded = (loadId: string) =>
    database.query('SELECT tax_id, doc_type, estado, failed_sources FROM webhooks.finished_load WHERE load_id = $1', [loadId]);

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

  it('counts as it came first', async () => {
    const load = finished({ estado: 'succeeded', failedSources: [] });
    await announce(load);
    await announce({ ...load, estado: 'failed' });
    expect(await recorded(load.loadId)).toMatchObject([{ estado: 'succeeded' }]);
  });
});
