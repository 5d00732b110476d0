import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { anyBroker, brokerUrl, createTestDatabase, startServiceProcess, untilWaiting, waitUntil, type TestDatabase } from '@vigia/testing';
import { keepEntries } from '../../src/portfolio/keep-entries.js';
import { PortfolioCheck } from '../../src/portfolio/portfolio-check.js';
import { profileLoaderSettings } from '../../src/settings.js';
import { OldRows } from '../../src/upkeep/old-rows.js';
import { reviewLoads } from '../../src/upkeep/reviews.js';

const taxId = '20990000019';
const kept = { VIGIA_TASKS_KEPT_DAYS: '7', VIGIA_LOADS_KEPT_DAYS: '30', VIGIA_REQUESTS_KEPT_DAYS: '400' };

describe('old rows', () => {
  const corporationId = randomUUID();
  let database: TestDatabase;
  let connection: Database;
  let oldRows: OldRows;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 4, lockTimeout: 60_000 });
    const settings = { DATABASE_URL: database.url, VIGIA_BROKER_URL: database.url, ...kept };
    oldRows = new OldRows(connection, readSettings(profileLoaderSettings, settings));
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  /** A load that ended this many days ago, with two tasks. */
  async function load(daysAgo: number, estado = 'succeeded', failed: string[] = [], purpose = 'client'): Promise<string> {
    const [row] = await database.query<{ id: string }>(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, failed_sources, correlation_id, opened_at, deadline_at, closed_at, purpose)
         SELECT gen_random_uuid(), 'RUC', $1, 'closed', $2, $3, '', at, at, at, $5 FROM (SELECT now() - $4 * interval '1 day' AS at) AS ago RETURNING id, closed_at)
       INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at, closed_at)
       SELECT id, source, 'data', closed_at, closed_at, closed_at FROM load, unnest(ARRAY['trabajadores', 'protestos']) AS source RETURNING load_id AS id`,
      [taxId, estado, failed, daysAgo, purpose],
    );
    return row!.id;
  }

  async function manyLoads(count: number, daysAgo: number): Promise<void> {
    await database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, correlation_id, opened_at, deadline_at, closed_at)
         SELECT gen_random_uuid(), 'RUC', $1, 'closed', 'succeeded', '', at, at, at
         FROM generate_series(1, $2::int) AS n, LATERAL (SELECT now() - $3 * interval '1 day' + n * interval '1 second' AS at) AS ago RETURNING id, closed_at)
       INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at, closed_at)
       SELECT id, 'protestos', 'data', closed_at, closed_at, closed_at FROM load`,
      [taxId, count, daysAgo],
    );
  }

  async function request(
    daysAgo: number,
    loadId: string | null,
    { state = 'finished', docType = 'RUC' as 'RUC' | null } = {},
  ): Promise<string> {
    const id = randomUUID();
    await database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id, created_at, finished_at)
         SELECT $1, $2, $7, CASE WHEN $7::text IS NOT NULL THEN 'monitoring' END, $3, 0, '', at, CASE $3 WHEN 'finished' THEN at END FROM (SELECT now() - $4 * interval '1 day' AS at) AS ago)
       INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) VALUES ($1, $5, 'loaded', $6)`,
      [id, corporationId, state, daysAgo, taxId, loadId, docType],
    );
    return id;
  }

  async function access(requestId: string, endedDaysAgo?: number, openedBy?: string): Promise<void> {
    await database.query(
      `WITH period AS (
         INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, ends_at, request_id)
         VALUES ($1, $2, 'RUC', now() - interval '500 days', now() - $4 * interval '1 day', $5))
       INSERT INTO billing.access (corporation_id, tax_id, doc_type, state, mode, request_id, expires_at)
       VALUES ($1, $2, 'RUC', CASE WHEN $4::float8 IS NULL THEN 'active' ELSE 'expired' END, 'monitoring', $3, now() - $4 * interval '1 day')`,
      [corporationId, taxId, requestId, endedDaysAgo ?? null, openedBy ?? null],
    );
  }

  async function untilNothingIsDue(): Promise<void> {
    while (await oldRows.forget());
  }
  const ids = async (table: string, column = 'id') =>
    (await database.query<{ id: string }>(`SELECT DISTINCT ${column} AS id FROM profiles.${table}`)).map(({ id }) => id).toSorted();
  const count = async (table: string) =>
    (await database.query<{ all: number }>(`SELECT count(*)::int AS all FROM profiles.${table}`))[0]!.all;
  /** How the last load ended, before each of many moments. */
  const past = () =>
    database.query(
      `SELECT days, load.estado, load.failed_sources FROM generate_series(0, 120) AS days CROSS JOIN LATERAL (
         SELECT estado, failed_sources FROM profiles.load_status AS load
         WHERE tax_id = $1 AND doc_type = 'RUC' AND closed_at < now() - days * interval '1 day' ORDER BY closed_at DESC LIMIT 1) AS load ORDER BY days`,
      [taxId],
    );

  it('of tasks are deleted some days after their load, and their number is kept', async () => {
    const [young, old] = [await load(6), await load(8)];
    await untilNothingIsDue();
    expect(await ids('task', 'load_id')).toEqual([young]);
    expect(await database.query('SELECT load_id, sources_asked FROM profiles.load_status ORDER BY closed_at')).toEqual([
      { load_id: old, sources_asked: 2 },
      { load_id: young, sources_asked: 2 },
    ]);
  });

  it('of loads are deleted without a change in the past states of the profile', async () => {
    const days = Array.from({ length: 80 }, (_, i) => 110 - i);
    for (const day of days) {
      const failed = day % 9 < 2 ? ['protestos'] : day % 17 === 0 ? ['protestos', 'trabajadores'] : [];
      await load(day + 0.5, failed.length > 0 ? 'partial' : 'succeeded', failed);
    }
    const latest = await load(20);
    const before = await past();
    await untilNothingIsDue();
    expect(await past()).toEqual(before);
    expect(await ids('load')).toContain(latest);
    expect(await count('load')).toBe(30);
  });

  it('of loads stay if a portfolio shows their time; loads for other corporations do not count', async () => {
    const days = { refresh: [90, 80, 70, 60, 50], client: [68, 67, 48, 47, 46] };
    for (const day of days.refresh) await load(day, 'succeeded', [], 'refresh');
    for (const day of days.client) await load(day);
    await access(randomUUID(), 65);
    const monitors = randomUUID();
    await database.query(
      `INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at) VALUES ($1, $2, 'RUC', now() - interval '500 days')`,
      [monitors, taxId],
    );
    // Not by dates: midnight may pass while the test runs.
    const daysSince = (instant: string) => `round(extract(epoch FROM now() - ${instant}) / 86400)::int`;
    const shown = () =>
      database.query(
        `SELECT past.*, ${daysSince('past.loaded_at')} AS days, ${daysSince('today')} AS days_today
         FROM profiles.portfolio_past($1, $3, 'RUC') AS past, profiles.portfolio_loaded($2, $3, 'RUC', 'infinity') AS today`,
        [corporationId, monitors, taxId],
      );
    const before = await shown();
    expect(before).toMatchObject([{ days: 70, days_today: 50 }]);
    await untilNothingIsDue();
    expect(await shown()).toEqual(before);
    // The first load, the last refresh and the last load before the end, and today's loads.
    expect(await count('load')).toBe(5);
  });

  it('of loads stay while a request names them', async () => {
    const [, named, , latest] = [await load(500), await load(490), await load(480), await load(470)];
    const asked = await request(399, named);
    await untilNothingIsDue();
    expect(await ids('load')).toEqual(expect.arrayContaining([named, latest]));
    expect(await count('load')).toBe(3);
    await database.query(`UPDATE profiles.load_request SET finished_at = now() - interval '401 days' WHERE id = $1`, [asked]);
    await untilNothingIsDue();
    await untilNothingIsDue();
    expect(await ids('load_request')).toEqual([]);
    expect(await count('load_item')).toBe(0);
    expect(await count('load')).toBe(2);
  });

  it('of loads are reviewed again if a replica kept one while another deleted its request', async () => {
    const [, named] = [await load(500), await load(490), await load(480), await load(470)];
    await request(401, named);
    await database.query('DELETE FROM profiles.task; UPDATE profiles.load SET asked = 1');
    const other = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 1 });
    const { deleted } = await other.transaction(async (tx) => {
      await tx.rows(reviewLoads, [30]);
      const forgotten = oldRows.forget();
      await Promise.race([untilWaiting(database), forgotten]);
      return { deleted: forgotten };
    });
    await deleted;
    await other.close();
    expect([await count('load_request'), await count('load')]).toEqual([0, 3]);
    await untilNothingIsDue();
    expect(await count('load')).toBe(2);
  });

  it('of requests stay while they are not settled, or when they opened the current access', async () => {
    const latest = await load(500);
    const [unsettled, opening] = [await request(450, latest, { state: 'settling' }), await request(450, latest)];
    await request(450, latest);
    await request(460, latest);
    const young = await request(399, latest);
    await access(opening);
    await untilNothingIsDue();
    const newest = await database.query(
      'SELECT round(extract(epoch FROM now() - newest_at) / 86400)::int AS days_ago FROM profiles.deleted_requests',
    );
    expect(newest).toEqual([{ days_ago: 450 }]);
    expect(await ids('load_request')).toEqual([unsettled, opening, young].toSorted());
    expect(await ids('load_item', 'request_id')).toEqual([unsettled, opening, young].toSorted());
  });

  it.each([
    { time: 'the end of a load that a forced update asked for', isUpdate: true },
    { time: 'that of a request for which stored data was fresh enough', isUpdate: false },
  ])('of requests stay if a portfolio shows $time', async ({ isUpdate }) => {
    await load(460, 'succeeded', [], 'refresh');
    await request(456, await load(456));
    const shown = isUpdate ? await request(455, await load(455), { docType: null }) : await request(455, null);
    await access(randomUUID(), 450, isUpdate ? undefined : shown);
    await load(440, 'succeeded', [], 'refresh');
    await connection.transaction(async (tx) => keepEntries(tx, corporationId, [{ docType: 'RUC', taxId }]));
    const days = () =>
      database.query('SELECT round(extract(epoch FROM now() - loaded_at) / 86400)::int AS days FROM profiles.portfolio_entry');
    expect(await days()).toEqual([{ days: 455 }]);
    await untilNothingIsDue();
    expect(await ids('load_request')).toEqual([shown]);
    const check = new PortfolioCheck(connection, createLogger('test', { level: 'silent' }));
    expect(await check.verify(new AbortController().signal)).toMatchObject({ corporations: 1, healed: 0 });
    expect(await days()).toEqual([{ days: 455 }]);
  });

  it('that stay are not written again by a later round', async () => {
    await load(50, 'partial', ['protestos']);
    await access(await request(450, await load(40)));
    await untilNothingIsDue();
    const written = () => database.query('SELECT xmin FROM profiles.load UNION ALL SELECT xmin FROM profiles.load_request');
    const before = await written();
    expect(before).toHaveLength(3);
    await untilNothingIsDue();
    expect(await written()).toEqual(before);
  });

  it('of an open load stay, whatever their age', async () => {
    const open = await load(500);
    await database.query(`UPDATE profiles.load SET state = 'open', estado = NULL, closed_at = NULL`);
    await untilNothingIsDue();
    expect(await ids('task', 'load_id')).toEqual([open]);
  });

  it('are deleted in batches, by several replicas at once, past locked rows', async () => {
    await manyLoads(900, 60);
    expect(await oldRows.forget()).toBe(true);
    expect(await count('task')).toBe(700);
    const holder = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 1 });
    await holder.transaction(async (tx) => {
      const [held] = await tx.rows<{ id: string }>(
        'SELECT id FROM profiles.load WHERE asked IS NULL ORDER BY closed_at LIMIT 1 FOR UPDATE',
      );
      await Promise.all([untilNothingIsDue(), untilNothingIsDue()]);
      expect(await ids('task', 'load_id')).toEqual([held!.id]);
    });
    await holder.close();
    await untilNothingIsDue();
    expect([await count('task'), await count('load')]).toEqual([0, 2]);
  });

  it('are deleted with a rest after a full batch, longer than the batch took', async () => {
    await manyLoads(250, 60);
    const rests: number[] = [];
    const startedAt = performance.now();
    let tookMs = 0;
    oldRows.pause = async (ms) => {
      tookMs ||= performance.now() - startedAt;
      rests.push(ms);
    };
    await oldRows.forget();
    expect(rests).toHaveLength(1);
    expect(rests[0]).toBeGreaterThan(Math.min(tookMs, 900));
    await untilNothingIsDue();
    expect(await oldRows.forget()).toBe(false);
    expect(rests.length).toBeLessThan(5);
  });

  it('are deleted to the end after a loader was killed in the middle', async () => {
    await manyLoads(300, 60);
    await oldRows.forget();
    const before = [await ids('task', 'load_id'), await ids('load')];
    const environment = { DATABASE_URL: database.url, VIGIA_BROKER_URL: await brokerUrl(anyBroker(), database.url), ...kept };
    const death = await startServiceProcess('profile-loader', { ...environment, VIGIA_FAILPOINT: 'loader.old-rows-uncommitted' }).then(
      ({ ended }) => ended,
      (error: Error) => error.message,
    );
    expect(death).toMatch(/SIGKILL/);
    expect([await ids('task', 'load_id'), await ids('load')]).toEqual(before);
    // PostgreSQL releases the locks of the dead loader when it notices that the connection is gone.
    await waitUntil(async () => !(await oldRows.forget()) && (await count('task')) === 0, { what: 'the rest is deleted' });
    expect(await count('load')).toBe(2);
  });
});
