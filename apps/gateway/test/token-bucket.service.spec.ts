import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, holdLock, waitUntil, type TestDatabase } from '@vigia/testing';
import { TokenBuckets, type Verdict } from '../src/limits/token-buckets.js';
import type { GatewaySettings } from '../src/settings.js';
import { OldRows } from '../src/upkeep/old-rows.js';

/** Tokens are drawn three at a time; the tests take multiples of three from every replica, so that none keeps an unused token. */
const slow = { perSecond: 0.001, burst: 30 };
const tokenLimits = { tokensPerSecond: 20, tokensBurst: 50 };

describe('token buckets', () => {
  let database: TestDatabase;
  let connection: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'gateway', poolSize: 4 });
  });

  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  const takeAtOnce = async (buckets: TokenBuckets[], key: string, times: number): Promise<Verdict[]> =>
    Promise.all(Array.from({ length: times }, (_, i) => (buckets[i % buckets.length] as TokenBuckets).take(key)));

  it.each([1, 2, 3])('give out the whole burst to concurrent calls, and no more, over %d replicas', async (replicas) => {
    const buckets = Array.from({ length: replicas }, () => new TokenBuckets(connection, slow));
    const verdicts = await takeAtOnce(buckets, `at once, ${replicas}`, 90);
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(slow.burst);
  });

  it('give out the whole burst in each replica, and no more, while the disk of the database is full', async () => {
    const buckets = [new TokenBuckets(connection, slow), new TokenBuckets(connection, slow)];
    await database.query(
      `CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON identity.rate_bucket FOR EACH ROW EXECUTE FUNCTION public.refuse()`,
    );
    try {
      const verdicts = await takeAtOnce(buckets, 'full disk', 180);
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(2 * slow.burst);
    } finally {
      await database.query('DROP FUNCTION public.refuse CASCADE');
    }
  });

  it('are drawn from in each replica alone while a person has locked the table, and only the first call waits for the lock', async () => {
    const impatient = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1, lockTimeout: 50 });
    const buckets = new TokenBuckets(impatient, slow);
    const held = await holdLock(database, 'LOCK TABLE identity.rate_bucket IN SHARE MODE');
    let queries = 0;
    impatient.pool.on('acquire', () => (queries += 1));
    const now = performance.now();
    const clock = mock.method(performance, 'now', () => now);
    try {
      for (const key of ['locked', 'locked, too']) {
        const verdicts = await takeAtOnce([buckets], key, 90);
        expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(slow.burst);
      }
      expect(queries).toBe(1);
    } finally {
      clock.mock.restore();
      await held.release();
      await impatient.close();
    }
  });

  it('report the wait for the next token', async () => {
    const buckets = new TokenBuckets(connection, { perSecond: 0.001, burst: 1 });
    expect(await buckets.take('wait')).toEqual({ allowed: true, remaining: 0, retryAfterSeconds: 0 });
    const { retryAfterSeconds, ...refused } = await buckets.take('wait');
    expect(refused).toEqual({ allowed: false, remaining: 0 });
    expect(retryAfterSeconds).toBeGreaterThan(900);
    expect(retryAfterSeconds).toBeLessThanOrEqual(1_000);
  });

  it('keep working when the clock of the machine is set back', async () => {
    const buckets = new TokenBuckets(connection, slow);
    await takeAtOnce([buckets], 'set back', slow.burst / 10);
    mock.timers.enable({ apis: ['Date'], now: Date.now() - 60_000 });
    try {
      expect(await buckets.take('set back')).toMatchObject({ allowed: true });
    } finally {
      mock.timers.reset();
    }
  });

  it('report what has come back since the last draw, but no more than the burst', async () => {
    const buckets = new TokenBuckets(connection, slow);
    const remaining = async () => (await buckets.take('paused')).remaining;
    await takeAtOnce([buckets], 'paused', 3);
    expect(await remaining()).toBe(26);
    const now = performance.now.bind(performance);
    const clock = mock.method(performance, 'now', () => now() + 3_000_000);
    try {
      expect(await remaining()).toBe(28);
      clock.mock.mockImplementation(() => now() + 60_000_000);
      expect(await remaining()).toBe(30);
    } finally {
      clock.mock.restore();
    }
  });

  it.each([
    ['an hour, even if it was full earlier', { requestsPerSecond: 50, requestsBurst: 100 }, ['after 30 minutes']],
    ['the time that it takes to fill', { requestsPerSecond: 1, requestsBurst: 10_000 }, ['after 120 minutes', 'after 30 minutes']],
  ])('are forgotten after %s', async (_howLong, size, kept) => {
    for (const minutes of [30, 120, 240]) {
      const row = `INSERT INTO identity.rate_bucket VALUES ($1, 0, now() - make_interval(mins => $2))`;
      await database.query(`${row} ON CONFLICT DO NOTHING`, [`after ${minutes} minutes`, minutes]);
    }
    const settings = { ...tokenLimits, ...size } as GatewaySettings;
    const upkeep = new OldRows(connection, settings, createLogger('test', { level: 'silent' }));
    const left = async () => {
      const rows = await database.query<{ key: string }>(`SELECT key FROM identity.rate_bucket WHERE key LIKE 'after %' ORDER BY key`);
      return rows.map(({ key }) => key);
    };
    upkeep.onApplicationBootstrap();
    try {
      await waitUntil(async () => !(await left()).includes('after 240 minutes'));
      expect(await left()).toEqual(kept);
    } finally {
      await upkeep.beforeApplicationShutdown();
    }
  });

  it('are forgotten however many there are, beside a row that another transaction holds', async () => {
    await database.query(
      `INSERT INTO identity.rate_bucket SELECT 'many ' || n, 0, now() - interval '1 day' FROM generate_series(1, 12000) AS n`,
    );
    const held = await holdLock(database, `SELECT FROM identity.rate_bucket WHERE key = 'many 1' FOR UPDATE`);
    const upkeep = new OldRows(
      connection,
      { ...tokenLimits, requestsPerSecond: 50, requestsBurst: 100 } as GatewaySettings,
      createLogger('test', { level: 'silent' }),
    );
    upkeep.onApplicationBootstrap();
    try {
      const left = () => database.query<{ key: string }>(`SELECT key FROM identity.rate_bucket WHERE key LIKE 'many %' LIMIT 2`);
      await waitUntil(async () => (await left()).length < 2, { what: 'at most one row is left' });
      expect(await left()).toEqual([{ key: 'many 1' }]);
    } finally {
      await held.release();
      await upkeep.beforeApplicationShutdown();
    }
  });

  it('ask the database once for several calls, and not again once a bucket is known to be empty', async () => {
    let queries = 0;
    connection.pool.on('acquire', () => (queries += 1));
    const buckets = new TokenBuckets(connection, slow);
    await takeAtOnce([buckets], 'cheap', slow.burst);
    expect(queries).toBe(slow.burst / 3);
    await takeAtOnce([buckets], 'cheap', 100);
    expect(queries).toBe(slow.burst / 3 + 1);
  });
});
