import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, type SourceName } from '@vigia/contracts';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { connectBroker, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { anyBroker, brokerUrl, createTestDatabase, freshRuc, holdLock, type TestDatabase } from '@vigia/testing';
import { Loads } from '../src/loads/loads.js';
import { RefreshSchedule } from '../src/loads/refresh-schedule.js';
import { bringForward } from '../src/loads/shortened-intervals.js';
import { profileLoaderSettings } from '../src/settings.js';
import { SourceProviders } from '../src/sources/providers/provider.js';
import { TaskDispatcher } from '../src/tasks/task-dispatcher.js';

/** More than one round takes. */
const backlog = 600;
/** A worker that may wait for three seconds has room for one. */
const roomForOne = { VIGIA_SOURCE_CONCURRENCY: '1', VIGIA_TASK_DEADLINE_MS: '3000' };
const slowly: SourceName = 'deuda_vencida';
/** Whenever the first is asked, the second is too. */
const [first, second] = ['identificacion', 'listas_compliance'] as const satisfies SourceName[];
const rate = { max: 4, perMs: 86_400_000 };
const http = { kind: 'http', url: 'https://screening.invalid/{docType}/{taxId}' };

describe('a round of the refresh schedule', () => {
  let database: TestDatabase;
  let connection: Database;
  let broker: Broker;
  let scheduleWith: (sources: Partial<Record<SourceName, object>>, on?: Database) => RefreshSchedule;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = await brokerUrl(anyBroker(), database.url);
    const logger = createLogger('test', { level: 'silent' });
    connection = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 2 });
    broker = await connectBroker({ url, service: 'test', logger });
    scheduleWith = (sources, on = connection) => {
      const settings = readSettings(profileLoaderSettings, {
        DATABASE_URL: database.url,
        VIGIA_BROKER_URL: url,
        VIGIA_PROVIDERS: JSON.stringify({ sources }),
        ...roomForOne,
      });
      const loads = new Loads(new TaskDispatcher(on, broker, logger), settings);
      return new RefreshSchedule(on, loads, new SourceProviders(settings), logger, settings);
    };
  });
  afterAll(async () => {
    await broker?.close();
    await connection?.close();
    await database?.drop();
  });

  it('takes due refreshes of every source with room, despite an older backlog of another source', async () => {
    const due = (source: string, count: number, since: string) =>
      database.query(
        `INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at)
         SELECT $1 || lpad(n::text, 9, '0'), 'RUC', $1, 'timeout', now() - $3::interval FROM generate_series(1, $2::int) AS n`,
        [source, count, since],
      );
    await due('protestos', backlog, '1 hour');
    await due('trabajadores', 1, '1 minute');
    expect(await scheduleWith({}).openDue()).toBe(true);
    // Nobody monitors these documents, so their schedule ends with their turn.
    const taken = await database.query('SELECT source FROM profiles.source_answer WHERE refresh_at IS NULL ORDER BY source');
    expect(taken).toEqual([{ source: 'protestos' }, { source: 'trabajadores' }]);
  });

  it('skips finished rows that an open transaction elsewhere keeps in its indexes', async () => {
    const done = 5_000;
    const owner = await openDatabase({ url: database.url, poolSize: 1 });
    await owner.transaction(async (tx) => {
      await tx.rows(
        `INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at)
         SELECT lpad(n::text, 11, '0'), 'RUC', 'protestos', 'timeout', now() - interval '1 hour' FROM generate_series(1, $1::int) AS n`,
        [done],
      );
      await tx.rows('SET LOCAL session_replication_role = replica');
      await tx.rows(
        `INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at)
         SELECT gen_random_uuid(), 'protestos', 'pending', now(), now() - interval '1 hour' FROM generate_series(1, $1::int)`,
        [done],
      );
      await tx.rows('DELETE FROM profiles.task');
      await tx.rows('DELETE FROM profiles.source_answer');
      const inside = { rows: tx.rows.bind(tx), transaction: (work: (tx: Transaction) => unknown) => work(tx) };
      const schedule = scheduleWith({}, inside as unknown as Database);
      const visited = async () => {
        const [entries] = await tx.rows<{ tasks: number; refreshes: number }>(
          `SELECT pg_stat_get_xact_tuples_returned('profiles.task_overdue'::regclass)::int AS tasks,
             pg_stat_get_xact_tuples_returned('profiles.source_answer_due'::regclass)::int AS refreshes`,
        );
        return entries!;
      };
      await schedule.openDue();
      const before = await visited();
      await schedule.openDue();
      expect(await visited()).toEqual(before);
      expect(Math.min(before.tasks, before.refreshes)).toBeGreaterThanOrEqual(done);
    });
    await owner.close();
  });

  /** Three monitored documents for which this source is due. */
  async function threeDue(source: SourceName): Promise<void> {
    await database.query('DELETE FROM profiles.source_answer; DELETE FROM profiles.task');
    const requestId = randomUUID();
    await database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
       VALUES ($1, $1, 'RUC', 'monitoring', 'loading', 3, 'test')`,
      [requestId],
    );
    await database.query(
      `WITH item AS (
         INSERT INTO profiles.load_item (request_id, tax_id, state) SELECT $1, unnest($3::text[]), 'loading' RETURNING tax_id)
       INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at) SELECT tax_id, 'RUC', $2, 'timeout', now() FROM item`,
      [requestId, source, Array.from({ length: 3 }, () => freshRuc())],
    );
  }
  const opened = async (source: SourceName) => (await database.query('SELECT FROM profiles.task WHERE source = $1', [source])).length;
  const close = (sources: readonly SourceName[]) =>
    database.query(`UPDATE profiles.task SET state = 'empty', closed_at = now() WHERE closed_at IS NULL AND source = ANY($1)`, [sources]);

  it.each([
    ['spaces refreshes evenly', slowly, slowly, { rate }],
    ['spaces refreshes by the rate of the source that they bring along', first, second, { ...http, rate }],
  ])('%s when the window of the rate exceeds the deadline, also with no task waiting', async (_what, due, limited, entry) => {
    const schedule = scheduleWith({ [limited]: entry });
    await threeDue(due);
    await schedule.openDue();
    expect(await opened(limited)).toBe(1);
    await close([due, limited]);
    await schedule.openDue();
    expect(await opened(limited)).toBe(1);
    // Twelve hours later.
    await database.query(`UPDATE profiles.provider_window SET ends_at = ends_at - interval '12 hours'`);
    await schedule.openDue();
    expect(await opened(limited)).toBe(2);
  });

  it('opens the next one after the time of its rate, although a slower rate had put it off for longer', async () => {
    const schedule = scheduleWith({ [slowly]: { rate } });
    await threeDue(slowly);
    await database.query(
      `INSERT INTO profiles.provider_window VALUES ($1, now() + interval '30 days', 1)
       ON CONFLICT (provider) DO UPDATE SET ends_at = excluded.ends_at`,
      [`${slowly}: refreshes`],
    );
    await schedule.openDue();
    expect(await opened(slowly)).toBe(0);
    // Twelve hours later.
    await database.query(`UPDATE profiles.provider_window SET ends_at = ends_at - interval '12 hours'`);
    await schedule.openDue();
    expect(await opened(slowly)).toBe(1);
  });

  it('opens no more refreshes of a source than it has room for while their tasks wait', async () => {
    const schedule = scheduleWith({});
    await threeDue(slowly);
    await schedule.openDue();
    await schedule.openDue();
    expect(await opened(slowly)).toBe(1);
    await close([slowly]);
    await schedule.openDue();
    expect(await opened(slowly)).toBe(2);
  });

  it.each([
    ['no more refreshes than the provider that they bring along has room for while its tasks wait', http, 1],
    ['refreshes without such a limit when the lists of the platform answer', {}, 2],
  ])('opens %s', async (_what, entry, expected) => {
    const schedule = scheduleWith({ [second]: entry });
    await threeDue(first);
    await schedule.openDue();
    await close([first]);
    await schedule.openDue();
    expect(await opened(second)).toBe(expected);
  });

  it('asks a source that the profiles lack about as many of them as it has room for', async () => {
    const schedule = scheduleWith({ [slowly]: { concurrency: 3 }, trabajadores: { concurrency: 2 } });
    await threeDue(slowly);
    await schedule.openDue();
    expect([await opened(slowly), await opened('trabajadores'), await opened('protestos')]).toEqual([3, 2, 1]);
  });

  it('is not followed by the next one at once while no due refresh waits for the sources that are full', async () => {
    const schedule = scheduleWith({ [slowly]: { concurrency: 3 } });
    await threeDue(slowly);
    expect(await schedule.openDue()).toBe(true);
    expect([await opened(slowly), await opened('protestos')]).toEqual([3, 1]);
    expect(await schedule.openDue()).toBe(false);
  });

  it('is followed by the next one at once while a refresh waits for the room of a provider that it brings along', async () => {
    const schedule = scheduleWith({ [second]: http });
    await threeDue(first);
    await schedule.openDue();
    await close(sourceNames.filter((source) => source !== second));
    expect(await schedule.openDue()).toBe(true);
    expect(await opened(first)).toBe(1);
  });

  it('finds documents within a shortened interval, which stay spread while the sources of each stay together', async () => {
    await database.query('DELETE FROM profiles.source_answer');
    const documents = 500;
    await database.query(
      `INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at)
       SELECT lpad(n::text, 11, '0'), 'RUC', source, 'timeout', now() + interval '20 hours' + n * interval '1 hour'
       FROM generate_series(1, $1::int) AS n, unnest($2::text[]) AS source`,
      [documents, [slowly, 'trabajadores', first]],
    );
    const due = (source: SourceName, hours: number) =>
      database.query(
        `SELECT FROM profiles.source_answer WHERE source = $1 AND refresh_at > now() AND refresh_at <= now() + $2 * interval '1 hour'`,
        [source, hours],
      );
    const settings = readSettings(profileLoaderSettings, {
      DATABASE_URL: database.url,
      VIGIA_BROKER_URL: 'redis://127.0.0.1',
      VIGIA_PROVIDERS: JSON.stringify({ sources: { [first]: { refreshHours: 8_760 } } }),
    });
    const providers = new SourceProviders(settings);
    let rounds = 0;
    while (await bringForward(connection, providers)) rounds += 1;
    expect(rounds).toBeGreaterThan(1);
    expect([(await due(slowly, 24)).length, (await due(first, 24)).length]).toEqual([documents, 4]);
    const hours = await database.query<{ documents: number }>(
      `SELECT count(*)::int AS documents FROM profiles.source_answer WHERE source = $1 GROUP BY floor(extract(epoch FROM refresh_at - now()) / 3600)`,
      [slowly],
    );
    expect(Math.max(...hours.map((hour) => hour.documents))).toBeLessThanOrEqual(Math.ceil(documents / 24) + 1);
    const apart = await database.query(
      `SELECT FROM profiles.source_answer WHERE source <> $1 GROUP BY tax_id HAVING min(refresh_at) < max(refresh_at)`,
      [first],
    );
    expect(apart).toEqual([]);
  });

  describe('while a source is paused', () => {
    const pause = (source: SourceName) =>
      database.query(`INSERT INTO profiles.source_pause (source, reason) VALUES ($1, 'test')`, [source]);
    const alsoDue = (source: SourceName, at: string) =>
      database.query(
        `INSERT INTO profiles.source_answer (tax_id, doc_type, source, failure, refresh_at)
         SELECT DISTINCT tax_id, doc_type, $1, 'timeout', now() + $2::interval FROM profiles.source_answer`,
        [source, at],
      );
    const stillDue = async (source: SourceName) =>
      (await database.query('SELECT FROM profiles.source_answer WHERE source = $1 AND refresh_at <= now()', [source])).length;
    afterEach(() => database.query('DELETE FROM profiles.source_pause'));

    it('leaves its refreshes due until then, and refreshes the other sources of the same profiles', async () => {
      const schedule = scheduleWith({});
      await threeDue(slowly);
      await alsoDue('protestos', '0');
      await pause(slowly);
      await schedule.openDue();
      expect([await opened('protestos'), await opened(slowly), await stillDue(slowly)]).toEqual([1, 0, 3]);
      await database.query('DELETE FROM profiles.source_pause');
      await schedule.openDue();
      expect([await opened(slowly), await stillDue(slowly)]).toEqual([1, 2]);
    });

    it('does not ask it about profiles that lack it', async () => {
      await threeDue(slowly);
      await pause('protestos');
      await scheduleWith({}).openDue();
      expect([await opened(slowly), await opened('trabajadores'), await opened('protestos')]).toEqual([1, 1, 0]);
    });

    it('does not rest between two rounds because its tasks wait', async () => {
      const schedule = scheduleWith({});
      await threeDue(slowly);
      for (const other of sourceNames.filter((name) => name !== slowly)) await alsoDue(other, '1 day');
      expect(await schedule.openDue()).toBe(true);
      expect(await schedule.openDue()).toBe(true);
      await pause(slowly);
      expect(await schedule.openDue()).toBe(false);
    });

    it.each([
      ['the lists of the platform', {}],
      ['a provider', http],
    ])('leaves it out where another would bring it along, and asks it after that: %s', async (_what, entry) => {
      const schedule = scheduleWith({ [second]: entry });
      await threeDue(first);
      await alsoDue(second, '1 day');
      await pause(second);
      await schedule.openDue();
      expect([await opened(first), await opened(second), await stillDue(second)]).toEqual([1, 0, 1]);
      await close([first]);
      await database.query('DELETE FROM profiles.source_pause');
      await schedule.openDue();
      expect(await opened(second)).toBeGreaterThan(0);
    });

    it('makes it due only under the lock on the schedule of the profile', async () => {
      const schedule = scheduleWith({});
      await threeDue(first);
      await alsoDue('boletin_concursal', '1 day');
      await alsoDue(second, '1 day');
      await pause(second);
      const held = await holdLock(database, `SELECT FROM profiles.source_answer WHERE source = 'boletin_concursal' FOR NO KEY UPDATE`);
      let isOver = false;
      const round = schedule.openDue().finally(() => (isOver = true));
      await Promise.race([held.untilWaitedFor(), round]);
      const isWaiting = !isOver;
      await held.release();
      await round;
      expect(isWaiting).toBe(true);
    });
  });
});
