import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceJob, sourceQueue, type SourceName } from '@vigia/contracts';
import { openDatabase, type Database, type TaskRow } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { connectBroker, JobReturnedError, Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { anyBroker, brokerUrl, createTestDatabase, freshRuc, waitUntil, type TestDatabase } from '@vigia/testing';
import { SourceMeter } from '../src/asking/source-meter.js';
import { Sources } from '../src/asking/sources.js';
import { TaskRunner } from '../src/asking/task-runner.js';
import { DeadlineSweep } from '../src/closing/deadline-sweep.js';
import { TaskClosing } from '../src/closing/task-closing.js';
import type { SourceAnswer } from '../src/domain/source-answer.js';
import { Loads } from '../src/loads/loads.js';
import { RefreshSchedule } from '../src/loads/refresh-schedule.js';
import { Imported } from '../src/registry/imported.js';
import { Lists } from '../src/screening/lists/lists.js';
import { profileLoaderSettings } from '../src/settings.js';
import { SourceProviders } from '../src/sources/providers/provider.js';
import { TaskDispatcher } from '../src/tasks/task-dispatcher.js';
import { startProvider, type LoopbackProvider } from './sources/loopback-provider.js';

const source: SourceName = 'protestos';
const nothing = JSON.stringify({ sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z', data: null });

describe('a task', () => {
  let server: TestDatabase;
  let database: Database;
  let broker: Broker;
  let provider: LoopbackProvider;
  let isHeld = false;
  let sources: Sources;
  let meter: SourceMeter;
  let loads: Loads;
  let closing: TaskClosing;
  let runner: TaskRunner;
  let sweep: DeadlineSweep;

  /** Without a worker, so that jobs stay where they are. */
  beforeAll(async () => {
    server = await createTestDatabase();
    const url = await brokerUrl(anyBroker(), server.url);
    const logger = createLogger('test', { level: 'silent' });
    database = await openDatabase({ url: server.url, service: 'profile-loader', poolSize: 3 });
    broker = await connectBroker({ url, service: 'test', logger });
    provider = await startProvider((_request, response) => isHeld || response.end(nothing));
    const given = { DATABASE_URL: server.url, VIGIA_BROKER_URL: url, VIGIA_SOURCES_URL: provider.url };
    const settings = readSettings(profileLoaderSettings, given);
    const [providers, imported, lists] = [new SourceProviders(settings), new Imported(database), new Lists(database)];
    sources = new Sources(database, providers, imported, lists, logger);
    meter = new SourceMeter(database, sources, settings);
    const dispatcher = new TaskDispatcher(database, broker, logger);
    loads = new Loads(dispatcher, settings);
    const schedule = new RefreshSchedule(database, loads, providers, logger, settings);
    const outbox = new Outbox({ table: 'profiles.outbox', database, messages: new Messages(broker), logger });
    closing = new TaskClosing(outbox, schedule, dispatcher, loads, providers, settings, logger);
    runner = new TaskRunner(database, sources, meter, closing, dispatcher, logger);
    sweep = new DeadlineSweep(database, closing, dispatcher, logger);
  });
  afterAll(async () => {
    provider?.stop();
    await sources?.close();
    await broker?.close();
    await database?.close();
    await server?.drop();
  });

  const open = async (): Promise<string> => {
    const document = { docType: 'RUC', taxId: freshRuc() } as const;
    return (await database.transaction((tx) => loads.openOrJoin(tx, document, { purpose: 'client', place: 1, choose: () => [source] })))!;
  };
  const taskOf = async (loadId: string) => {
    const [task] = await server.query<Pick<TaskRow, 'state' | 'attempts' | 'failure'>>(
      'SELECT state, attempts, failure FROM profiles.task WHERE load_id = $1',
      [loadId],
    );
    return task;
  };
  const asked = async () => {
    await meter.report();
    return (await server.query<{ asked: number }>('SELECT coalesce(sum(asked), 0)::int AS asked FROM profiles.source_minute'))[0]!.asked;
  };

  it('closed by its deadline leaves the queue of its source', async () => {
    const waiting = async () => (await broker.jobs(sourceQueue(source), sourceJob).counts()).waiting;
    const loadIds = [await open(), await open()];
    await waitUntil(async () => (await waiting()) === 2, { what: 'both are queued' });
    await server.query('UPDATE profiles.task SET deadline_at = now() WHERE load_id = $1', [loadIds[0]]);
    await sweep.round(new AbortController().signal);
    expect(await taskOf(loadIds[0]!)).toMatchObject({ state: 'failed', failure: 'deadline' });
    await waitUntil(async () => (await waiting()) === 1, { what: 'its job is withdrawn' });
    expect(await taskOf(loadIds[1]!)).toMatchObject({ state: 'pending' });
  });

  describe('of a source that only another release has', () => {
    const addOther = (loadId: string, state: string, deadline: string) =>
      server.query(
        `INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at) VALUES ($1, 'otra', $2, now(), now() + $3::interval)`,
        [loadId, state, deadline],
      );
    const answer = { outcome: 'empty', sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z' } as const;
    const answerOurs = (loadId: string) => database.transaction((tx) => closing.close(tx, loadId, [{ source, answer }]));
    const loadOf = async (loadId: string) =>
      (await server.query('SELECT state, estado, failed_sources FROM profiles.load WHERE id = $1', [loadId]))[0];

    it('ends at its deadline, and so does its load, as if it had not been there', async () => {
      const loadId = await open();
      await addOther(loadId, 'pending', '-1 second');
      await answerOurs(loadId);
      expect(await loadOf(loadId)).toMatchObject({ state: 'open' });
      await sweep.round(new AbortController().signal);
      expect(await loadOf(loadId)).toEqual({ state: 'closed', estado: 'succeeded', failed_sources: [] });
      expect(await server.query(`SELECT state, failure FROM profiles.task WHERE load_id = $1 AND source = 'otra'`, [loadId])).toEqual([
        { state: 'failed', failure: 'deadline' },
      ]);
    });

    it('does not keep other tasks open while it waits for them', async () => {
      const loadId = await open();
      await addOther(loadId, 'waiting', '1 hour');
      await answerOurs(loadId);
      expect(await server.query(`SELECT source, state FROM profiles.task WHERE load_id = $1 ORDER BY source`, [loadId])).toEqual([
        { source: 'otra', state: 'pending' },
        { source, state: 'empty' },
      ]);
      await server.query(`UPDATE profiles.task SET deadline_at = now() WHERE load_id = $1 AND source = 'otra'`, [loadId]);
      await sweep.round(new AbortController().signal);
      expect(await loadOf(loadId)).toEqual({ state: 'closed', estado: 'succeeded', failed_sources: [] });
    });

    it('has no part in what a later load comes to, even if that release kept its failure', async () => {
      const loadId = await open();
      await server.query(
        `INSERT INTO profiles.source_answer (doc_type, tax_id, source, complete, failure)
         SELECT doc_type, tax_id, 'otra', true, 'timeout' FROM profiles.load WHERE id = $1`,
        [loadId],
      );
      await answerOurs(loadId);
      expect(await loadOf(loadId)).toEqual({ state: 'closed', estado: 'succeeded', failed_sources: [] });
    });

    it('keeps the time of its next refresh, which only that release can set', async () => {
      const loadId = await open();
      await addOther(loadId, 'pending', '-1 second');
      const refreshAt = new Date(Date.now() + 86_400_000);
      for (const monitored of [source, 'otra'])
        await server.query(
          `INSERT INTO profiles.source_answer (doc_type, tax_id, source, complete, failure, refresh_at)
           SELECT doc_type, tax_id, $2, true, 'timeout', $3 FROM profiles.load WHERE id = $1`,
          [loadId, monitored, refreshAt],
        );
      await answerOurs(loadId);
      await sweep.round(new AbortController().signal);
      expect(await loadOf(loadId)).toMatchObject({ state: 'closed' });
      const [others, own] = await server.query<{ source: string; refresh_at: Date }>(
        `SELECT source, refresh_at FROM profiles.source_answer JOIN profiles.load USING (tax_id, doc_type) WHERE id = $1 ORDER BY source`,
        [loadId],
      );
      expect(others).toEqual({ source: 'otra', refresh_at: refreshAt });
      expect(own!.refresh_at).not.toEqual(refreshAt);
    });
  });

  it('with an unknown taxpayer does not change whether its source counts as simulated', async () => {
    const told = async () => {
      await meter.report();
      return (await server.query(`SELECT simulated FROM profiles.source_last_answer WHERE source = 'edictos_judiciales'`))[0];
    };
    const note = (answer: SourceAnswer) => meter.note('edictos_judiciales', answer, 0.1);
    const empty = { outcome: 'empty', sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z' } as const;
    await note({ ...empty, trail: { simulated: true } });
    await note({ outcome: 'unknown_taxpayer' });
    expect(await told()).toEqual({ simulated: true });
    await note({ outcome: 'unknown_taxpayer' });
    expect(await told()).toEqual({ simulated: true });
    await note(empty);
    expect(await told()).toEqual({ simulated: false });
  });

  it('whose job is returned during a question counts no attempt, and the next run completes it', async () => {
    const loadId = await open();
    await server.query('UPDATE profiles.task SET attempts = 3 WHERE load_id = $1', [loadId]);
    const before = { asked: await asked(), questions: provider.asked.length };
    isHeld = true;
    const stop = new AbortController();
    const run = runner.run({ v: 1, loadId, source }, stop.signal);
    await waitUntil(() => provider.asked.length > before.questions, { what: 'the source is asked' });
    const reason = new JobReturnedError('this process stops');
    stop.abort(reason);
    await expect(run).rejects.toBe(reason);
    expect(await taskOf(loadId)).toEqual({ state: 'pending', attempts: 3, failure: null });
    expect(await asked()).toBe(before.asked);
    isHeld = false;
    await runner.run({ v: 1, loadId, source }, new AbortController().signal);
    expect(await taskOf(loadId)).toEqual({ state: 'empty', attempts: 4, failure: null });
  });
});
