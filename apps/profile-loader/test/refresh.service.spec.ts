import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, type SourceName, type StartLoads } from '@vigia/contracts';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import { createLogger, documentMark } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { freshRuc, waitUntil, withinLockPatience, testOrigin } from '@vigia/testing';
import { register } from 'prom-client';
import { Loads } from '../src/loads/loads.js';
import { RefreshSchedule } from '../src/loads/refresh-schedule.js';
import { profileLoaderSettings } from '../src/settings.js';
import { SourceProviders } from '../src/sources/providers/provider.js';
import { TaskDispatcher } from '../src/tasks/task-dispatcher.js';
import { queryOf, startLoader, type RunningLoader } from './running-loader.js';

const hourMs = 3_600_000;

describe('the refresh schedule of a monitored profile', () => {
  let loader: RunningLoader;
  let connection: Database;
  let loop: Loop;
  const logFolder = mkdtempSync(join(tmpdir(), 'vigia-refreshes-'));
  const logFile = join(logFolder, 'loader.log');

  /** Another replica of the schedule, which looks for due refreshes more often than every five seconds. */
  beforeAll(async () => {
    loader = await startLoader();
    const logger = createLogger('test', { file: logFile });
    connection = await openDatabase({ url: loader.database.url, service: 'profile-loader', poolSize: 2 });
    const settings = readSettings(profileLoaderSettings, {
      DATABASE_URL: loader.database.url,
      VIGIA_BROKER_URL: loader.brokerUrl,
    });
    const loads = new Loads(new TaskDispatcher(connection, loader.broker, logger), settings);
    const schedule = new RefreshSchedule(connection, loads, new SourceProviders(settings), logger, settings);
    loop = new Loop({ name: 'refreshes', intervalMs: 100, step: () => schedule.openDue(), logger });
    loop.start();
  });

  afterAll(async () => {
    await loop?.stop();
    await connection?.close();
    await loader?.stop();
    rmSync(logFolder, { recursive: true });
  });

  const scheduled = (taxId: string) =>
    loader.database.query<{ source: string; refresh_at: Date }>(
      'SELECT source, refresh_at FROM profiles.source_answer WHERE tax_id = $1 AND refresh_at IS NOT NULL ORDER BY source',
      [taxId],
    );

  const makeDue = (taxId: string, ...sources: string[]) =>
    loader.database.query('UPDATE profiles.source_answer SET refresh_at = now() WHERE tax_id = $1 AND source = ANY($2)', [taxId, sources]);

  async function untilRefreshed(taxId: string) {
    const refreshes = () =>
      loader.database.query<{ id: string; endedAt: Date }>(
        `SELECT id, closed_at AS "endedAt" FROM profiles.load WHERE tax_id = $1 AND purpose = 'refresh' AND state = 'closed'`,
        [taxId],
      );
    return waitUntil(async () => (await refreshes())[0], { what: `${taxId} is refreshed` });
  }

  it('starts with the load, with all sources together a day ahead', async () => {
    const taxId = '20990000019';
    await loader.load(taxId);
    const rows = await scheduled(taxId);
    expect(rows.map(({ source }) => source)).toEqual(sourceNames.toSorted());
    const inMs = rows.map(({ refresh_at: at }) => at.getTime() - Date.now());
    expect(Math.min(...inMs)).toBeGreaterThan(21 * hourMs);
    expect(Math.max(...inMs)).toBeLessThanOrEqual(24 * hourMs);
    expect(Math.max(...inMs) - Math.min(...inMs)).toBeLessThan(1_000);
  });

  it('is stored with the answers, for the same time, and not written again when a slow source ends the load', async () => {
    const taxId = freshRuc();
    const { requestId } = await loader.holding('protestos', async () => {
      const started = await loader.start(taxId);
      const open = () =>
        loader.database.query(
          'SELECT FROM profiles.task JOIN profiles.load ON load.id = load_id WHERE tax_id = $1 AND task.closed_at IS NULL',
          [taxId],
        );
      await waitUntil(async () => (await open()).length === 1, { what: 'only the held source is left' });
      return started;
    });
    await loader.untilFinished(requestId);
    const writtenAtTheEnd = await loader.database.query<{ source: string }>(
      `SELECT source FROM profiles.source_answer AS answer JOIN profiles.load USING (tax_id) WHERE tax_id = $1 AND answer.xmin = load.xmin`,
      [taxId],
    );
    expect(writtenAtTheEnd.map(({ source }) => source)).toContain('protestos');
    expect(writtenAtTheEnd.map(({ source }) => source)).not.toContain('trabajadores');
    expect(new Set((await scheduled(taxId)).map(({ refresh_at: at }) => at.getTime())).size).toBe(1);
  });

  it('is stored also for a source that fails', async () => {
    const taxId = freshRuc();
    await loader.simulator.lay('protestos', taxId, { outcome: 'malformed' });
    await loader.load(taxId);
    expect(
      await loader.database.query('SELECT failure FROM profiles.source_answer WHERE tax_id = $1 AND failure IS NOT NULL', [taxId]),
    ).toHaveLength(1);
    const times = await scheduled(taxId);
    expect(times).toHaveLength(sourceNames.length);
    expect(new Set(times.map(({ refresh_at: at }) => at.getTime())).size).toBe(1);
  });

  it('starts also without a load for a complete profile, and never for a query', async () => {
    const taxId = '20990000027';
    const corporationId = await loader.createCorporation();
    const query = queryOf(corporationId, taxId);
    await loader.command(query);
    await loader.untilFinished(query.requestId);
    expect(await scheduled(taxId)).toEqual([]);
    await loader.load(taxId);
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
  });

  it('refreshes old answers at once when monitoring starts without a load', async () => {
    const taxId = '20990000272';
    await loader.load(taxId);
    const before = await loader.simulator.calls('protestos', taxId);
    await loader.database.query(
      `UPDATE profiles.source_answer SET refresh_at = NULL,
         answered_at = CASE source WHEN 'trabajadores' THEN now() ELSE now() - interval '40 days' END WHERE tax_id = $1`,
      [taxId],
    );
    await loader.messages.deliver(
      'profiles.monitored',
      { documents: [{ docType: 'RUC', taxId }] },
      { id: randomUUID(), timeoutMs: 60_000 },
    );
    const { id } = await untilRefreshed(taxId);
    expect([...(await loader.tasks(id)).keys()].toSorted()).toEqual(sourceNames.filter((source) => source !== 'trabajadores').toSorted());
    expect(await loader.simulator.calls('protestos', taxId)).toBe(before + 1);
    expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
  });

  it('asks only the sources that are due, and again a day later', async () => {
    const taxId = '20990000035';
    await loader.load(taxId);
    await makeDue(taxId, 'trabajadores', 'protestos');
    const { id } = await untilRefreshed(taxId);
    expect([...(await loader.tasks(id)).keys()].toSorted()).toEqual(['protestos', 'trabajadores']);
    expect(await loader.simulator.calls('trabajadores', taxId)).toBe(2);
    expect(await loader.simulator.calls('deuda_laboral', taxId)).toBe(1);
    const next = (await scheduled(taxId)).map(({ refresh_at: at }) => at.getTime() - Date.now());
    expect(Math.min(...next)).toBeGreaterThan(20 * hourMs);
  });

  describe('of a profile that was loaded before a release added a source', () => {
    const added: SourceName = 'protestos';

    async function loadedBefore(): Promise<string> {
      const taxId = freshRuc();
      await loader.load(taxId);
      await loader.database.query('DELETE FROM profiles.source_answer WHERE tax_id = $1 AND source = $2', [taxId, added]);
      return taxId;
    }

    /** The added source is due with the sources of the load that was the first to ask it, or the first after that. */
    async function expectScheduled(taxId: string): Promise<void> {
      const times = await scheduled(taxId);
      expect(times.map(({ source }) => source)).toEqual(sourceNames.toSorted());
      expect(times.find(({ source }) => source === added)!.refresh_at.getTime() - Date.now()).toBeGreaterThan(20 * hourMs);
    }

    it('asks the source with the next refresh, and again a day later', async () => {
      const taxId = await loadedBefore();
      await makeDue(taxId, 'trabajadores');
      const { id } = await untilRefreshed(taxId);
      expect([...(await loader.tasks(id)).keys()].toSorted()).toEqual([added, 'trabajadores']);
      expect(await loader.simulator.calls(added, taxId)).toBe(2);
      await expectScheduled(taxId);
    });

    it('gives the source a time when another corporation is the first to ask it, without monitoring', async () => {
      const taxId = await loadedBefore();
      const corporationId = await loader.createCorporation();
      const query = queryOf(corporationId, taxId);
      await loader.command(query);
      await loader.untilFinished(query.requestId);
      expect(await loader.simulator.calls(added, taxId)).toBe(2);
      await expectScheduled(taxId);
    });

    it('gives the source a time with the next refresh if its answer was stored without one', async () => {
      const taxId = await loadedBefore();
      await loader.database.query(
        `INSERT INTO profiles.source_answer (doc_type, tax_id, source, complete, failure) VALUES ('RUC', $1, $2, true, 'timeout')`,
        [taxId, added],
      );
      await makeDue(taxId, 'trabajadores');
      await untilRefreshed(taxId);
      expect(await loader.simulator.calls(added, taxId)).toBe(1);
      await expectScheduled(taxId);
    });
  });

  it('puts off a source that only the release before a step back asked about the document, and opens no load', async () => {
    const taxId = '99990002';
    await loader.load(taxId, undefined, 'DNI');
    // To this release, a person has no such source.
    await loader.database.query(
      `INSERT INTO profiles.source_answer (doc_type, tax_id, source, complete, failure, refresh_at)
       VALUES ('DNI', $1, 'representantes_legales', true, 'timeout', now())`,
      [taxId],
    );
    const isPutOff = async () => {
      const due = (await scheduled(taxId)).find(({ source }) => source === 'representantes_legales')!;
      return due.refresh_at.getTime() - Date.now() > 20 * hourMs;
    };
    await waitUntil(isPutOff, { what: 'the source is due a day later' });
    expect(await loader.database.query('SELECT purpose FROM profiles.load WHERE tax_id = $1', [taxId])).toEqual([{ purpose: 'client' }]);
  });

  it('gives the time of a refresh only to a corporation that monitored the profile then', async () => {
    const [taxId, ours, theirs] = ['20990000116', await loader.createCorporation(), await loader.createCorporation()];
    await loader.load(taxId, ours);
    const query = queryOf(theirs, taxId);
    await loader.command(query);
    await loader.untilFinished(query.requestId);
    const entryOf = async (corporationId: string) => {
      const [entry] = await loader.database.query<{ mode: string; loadedAt: Date }>(
        'SELECT mode, loaded_at AS "loadedAt" FROM profiles.portfolio_entry WHERE corporation_id = $1',
        [corporationId],
      );
      return entry!;
    };
    const asked = await entryOf(theirs);
    await makeDue(taxId, 'protestos');
    const { endedAt } = await untilRefreshed(taxId);
    expect([await entryOf(ours), await entryOf(theirs)]).toEqual([{ mode: 'monitoring', loadedAt: endedAt }, asked]);
    const activation = {
      requestId: randomUUID(),
      corporationId: theirs,
      origin: testOrigin,
      documents: [{ docType: 'RUC' as const, taxId }],
    };
    await loader.messages.request('access.activate', activation, { timeoutMs: 60_000 });
    await waitUntil(async () => (await entryOf(theirs)).mode === 'monitoring', { what: 'the activation is in the portfolio' });
    expect(await entryOf(theirs)).toEqual({ ...asked, mode: 'monitoring' });
  });

  it('keeps the sections when a refresh fails, and the profile is partial until one succeeds', async () => {
    const taxId = '20990000043';
    await loader.load(taxId);
    const before = await loader.sections(taxId);
    await loader.simulator.lay('deuda_vencida', taxId, { outcome: 'malformed', times: 1 });
    await makeDue(taxId, 'deuda_vencida');
    await untilRefreshed(taxId);
    const profile = () => loader.database.query('SELECT estado, failed_sources FROM profiles.profile WHERE tax_id = $1', [taxId]);
    expect(await profile()).toEqual([{ estado: 'partial', failed_sources: ['deuda_vencida'] }]);
    expect(await loader.sections(taxId)).toEqual(before);
    await makeDue(taxId, 'deuda_vencida');
    await waitUntil(async () => ((await profile())[0] as { estado: string }).estado === 'succeeded', {
      what: 'the profile is whole again',
    });
  });

  it('ends by itself when nobody monitors the profile any more', async () => {
    const taxId = '20990000051';
    await loader.load(taxId);
    await loader.database.query(`UPDATE billing.access SET expires_at = now() WHERE tax_id = $1`, [taxId]);
    await makeDue(taxId, 'trabajadores');
    await waitUntil(async () => (await scheduled(taxId)).length === 0, { what: 'the schedule has ended' });
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect(await loader.simulator.calls('trabajadores', taxId)).toBe(1);
  });

  describe('continues for a new monitoring', () => {
    const monitoring = async (...taxIds: string[]): Promise<StartLoads> => ({
      requestId: randomUUID(),
      corporationId: await loader.createCorporation(),
      origin: testOrigin,
      docType: 'RUC',
      taxIds,
      mode: 'monitoring',
    });

    async function endMonitoring(taxId: string): Promise<void> {
      await loader.load(taxId);
      await loader.database.query(`UPDATE billing.access SET expires_at = now() WHERE tax_id = $1`, [taxId]);
    }

    /** The schedule waits for a lock for two seconds, and then asks again only minutes later. */
    const untilScheduleWaits = (taxId: string, isWaitedFor: () => Promise<boolean>) =>
      waitUntil(
        async () => {
          if (await isWaitedFor()) return true;
          await makeDue(taxId, 'protestos');
          return false;
        },
        { what: 'the schedule is about to end' },
      );

    /** Keeps the transaction of `work` open until then; `isWaitedFor` tells whether a statement waits for it. */
    async function holding<T>(
      work: (tx: Transaction) => Promise<unknown>,
      until: (isWaitedFor: () => Promise<boolean>, tx: Transaction) => Promise<T>,
    ): Promise<T> {
      const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
      const isWaitedFor = (pid: number) => async () =>
        (await loader.database.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid])).length > 0;
      try {
        return await other.transaction(async (tx) => {
          const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
          await work(tx);
          return until(isWaitedFor(pid), tx);
        });
      } finally {
        await other.close();
      }
    }

    const untilTaken = async (taxId: string) => {
      await makeDue(taxId, 'protestos');
      const due = () => loader.database.query('SELECT FROM profiles.source_answer WHERE tax_id = $1 AND refresh_at <= now()', [taxId]);
      await waitUntil(async () => (await due()).length === 0, { what: 'the due refresh is taken' });
    };

    it('whose request still loads another document', async () => {
      const [taxId, slow] = ['20990000078', '20990000086'];
      await endMonitoring(taxId);
      const command = await monitoring(taxId, slow);
      await loader.holding('trabajadores', async () => {
        await loader.command(command);
        await untilTaken(taxId);
      });
      expect(await loader.untilFinished(command.requestId)).toMatchObject([{ state: 'loaded' }, { state: 'loaded' }]);
      expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
    });

    describe('that a forced update pays for', () => {
      const timeoutMs = 60_000;

      /** The paid month ends while `meanwhile` runs, after the forced update is accepted and before it is settled. */
      async function updateAcrossTheEnd(taxId: string, meanwhile: () => Promise<unknown>): Promise<void> {
        const corporationId = await loader.createCorporation(10);
        const paid = { ...(await monitoring(taxId)), corporationId, months: 1 };
        await loader.command(paid);
        await loader.untilFinished(paid.requestId);
        const update = { requestId: randomUUID(), corporationId, origin: testOrigin, taxIds: [taxId], months: 3 };
        await loader.holding('trabajadores', async () => {
          await loader.messages.request('reprocess.start', update, { timeoutMs });
          await loader.database.query(`UPDATE billing.access SET state = 'expired' WHERE tax_id = $1`, [taxId]);
          await meanwhile();
        });
        expect(await loader.untilFinished(update.requestId)).toMatchObject([{ state: 'loaded' }]);
      }

      it('while it is under way', async () => {
        const taxId = '20990000311';
        await updateAcrossTheEnd(taxId, async () => {
          await untilTaken(taxId);
          await untilTaken(taxId);
          expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
        });
        expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
      });

      const stopRefreshing = (taxId: string) =>
        loader.database.query('UPDATE profiles.source_answer SET refresh_at = NULL WHERE tax_id = $1', [taxId]);

      it('once it is settled, if the schedule had ended', async () => {
        const taxId = '20990000329';
        await updateAcrossTheEnd(taxId, () => stopRefreshing(taxId));
        expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
      });
    });

    it('that billing has extended by itself, after the schedule had ended', async () => {
      const [taxId, corporationId, lapsed] = ['20990000337', await loader.createCorporation(), '20990000345'];
      await loader.load(taxId, corporationId);
      await loader.load(lapsed, corporationId);
      await loader.database.query('UPDATE profiles.source_answer SET refresh_at = NULL WHERE tax_id = ANY($1)', [[taxId, lapsed]]);
      await loader.database.query('UPDATE billing.access SET expires_at = now() WHERE tax_id = $1', [lapsed]);
      const documents = [taxId, lapsed].map((id) => ({ docType: 'RUC' as const, taxId: id }));
      await loader.messages.deliver('accesses.changed', { corporationId, documents }, { id: randomUUID(), timeoutMs: 60_000 });
      expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
      expect(await scheduled(lapsed)).toEqual([]);
    });

    it('that begins while the schedule is being ended', async () => {
      const { taxId, requestId } = await withinLockPatience(async () => {
        const command = await monitoring(freshRuc());
        const [document] = command.taxIds as [string];
        await endMonitoring(document);
        const [accepted] = await holding(
          (tx) => tx.rows('UPDATE profiles.source_answer SET refresh_at = NULL WHERE tax_id = $1', [document]),
          async (isWaitedFor) => {
            let isOver = false;
            const asked = loader.command(command);
            void Promise.allSettled([asked]).then(() => (isOver = true));
            await waitUntil(async () => isOver || (await isWaitedFor()), { what: 'the request is being accepted' });
            return [asked] as const;
          },
        );
        await accepted;
        return { taxId: document, requestId: command.requestId };
      });
      await loader.untilFinished(requestId);
      expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
    });

    it('whose request joins a load that is about to be closed', async () => {
      const taxId = '20990000221';
      await endMonitoring(taxId);
      const { requestId, corporationId } = await monitoring(taxId);
      const [load] = await loader.database.query<{ id: string }>(
        `INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         VALUES (gen_random_uuid(), 'RUC', $1, 'prueba', now() + interval '1 hour') RETURNING id`,
        [taxId],
      );
      await holding(
        async (tx) => {
          await tx.rows('SELECT FROM profiles.load WHERE id = $1 FOR UPDATE', [load!.id]);
          await tx.rows(
            `WITH request AS (
               INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
               VALUES ($1, $2, 'RUC', 'monitoring', 'settling', 0, 'prueba'))
             INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) VALUES ($1, $3, 'loaded', $4)`,
            [requestId, corporationId, taxId, load!.id],
          );
          await tx.rows(
            `UPDATE profiles.source_answer SET refresh_at = now() + interval '1 day' WHERE tax_id = $1 AND source = 'trabajadores'`,
            [taxId],
          );
          await tx.rows(`UPDATE profiles.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE id = $1`, [load!.id]);
          await makeDue(taxId, 'protestos');
        },
        (isWaitedFor) => untilScheduleWaits(taxId, isWaitedFor),
      );
      await makeDue(taxId, 'protestos');
      await untilRefreshed(taxId);
      expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
    });

    it('that begins while a load is being closed, which begins one too', async () => {
      const taxId = '20990000353';
      const query: StartLoads = { ...(await monitoring(taxId)), mode: 'query' };
      await loader.command(query);
      await loader.untilFinished(query.requestId);
      await loader.database.query(
        `UPDATE profiles.source_answer SET answered_at = now() - interval '40 days' WHERE tax_id = $1 AND source = 'trabajadores'`,
        [taxId],
      );
      const command = await monitoring(taxId);
      await holding(
        async (tx) => {
          // A deadlock is to end this transaction: the load would be closed again later.
          await tx.rows(`SET LOCAL deadlock_timeout = '10ms'`);
          await tx.rows('SELECT FROM profiles.source_answer WHERE tax_id = $1 ORDER BY source LIMIT 1 FOR NO KEY UPDATE', [taxId]);
        },
        async (isWaitedFor, tx) => {
          await loader.command(command);
          await waitUntil(isWaitedFor, { what: 'the load is being closed' });
          await tx.rows(
            `UPDATE profiles.source_answer SET refresh_at = now() + interval '1 day' WHERE tax_id = $1 AND refresh_at IS NULL`,
            [taxId],
          );
        },
      );
      expect(await loader.untilFinished(command.requestId)).toMatchObject([{ state: 'loaded' }]);
      expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
    });

    it('that begins while the schedule looks for one', async () => {
      const taxId = '20990000213';
      await endMonitoring(taxId);
      const { requestId, corporationId } = await monitoring(taxId);
      await holding(
        async (tx) => {
          await tx.rows(
            `WITH request AS (
               INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
               VALUES ($1, $2, 'RUC', 'monitoring', 'settling', 0, 'prueba'))
             INSERT INTO profiles.load_item (request_id, tax_id, state) VALUES ($1, $3, 'loaded')`,
            [requestId, corporationId, taxId],
          );
          await tx.rows('SELECT FROM profiles.source_answer WHERE tax_id = $1 ORDER BY source LIMIT 1 FOR NO KEY UPDATE', [taxId]);
          await makeDue(taxId, 'protestos');
        },
        (isWaitedFor) => untilScheduleWaits(taxId, isWaitedFor),
      );
      await makeDue(taxId, 'protestos');
      await untilRefreshed(taxId);
      expect(await scheduled(taxId)).toHaveLength(sourceNames.length);
    });
  });

  it('refreshes the other profiles when one cannot be refreshed, which stays due, is named in the log and counted', async () => {
    const [stuck, ...others] = ['20990000060', '20990000019', '20990000035', '20990000043'] as const;
    for (const taxId of [stuck, ...others]) await loader.load(taxId);
    const before = await Promise.all(others.map((taxId) => loader.simulator.calls('trabajadores', taxId)));
    await loader.database.query(
      `ALTER TABLE profiles.load ADD CONSTRAINT never_again CHECK (tax_id <> '${stuck}' OR purpose <> 'refresh') NOT VALID`,
    );
    await loader.database.query(`UPDATE profiles.source_answer SET refresh_at = now() WHERE tax_id = ANY($1) AND source = 'trabajadores'`, [
      [stuck, ...others],
    ]);
    for (const [i, taxId] of others.entries())
      await waitUntil(async () => (await loader.simulator.calls('trabajadores', taxId)) > before[i]!, { what: `${taxId} is refreshed` });
    const due = (await scheduled(stuck)).find(({ source }) => source === 'trabajadores')!.refresh_at.getTime() - Date.now();
    expect(due).toBeLessThan(hourMs / 2);
    expect(await loader.loads(stuck)).toHaveLength(1);
    const named = async () => {
      await makeDue(stuck, 'trabajadores');
      return readFileSync(logFile, 'utf8').includes(`"document":"${documentMark(stuck)}","sources":["trabajadores"]`);
    };
    await waitUntil(named, { what: 'the log names the document' });
    const failed = await register.getSingleMetric('vigia_refreshes_failed_total')!.get();
    expect(failed.values[0]!.value).toBeGreaterThan(0);
  });
});
