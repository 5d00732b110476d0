import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, openDatabase, type Transaction } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, waitUntil, type TestDatabase } from '@vigia/testing';
import { register } from 'prom-client';
import { PortfolioCheck } from '../src/portfolio/portfolio-check.js';
import { measureOverdue } from '../src/upkeep/overdue-rows.js';

const logger = createLogger('test', { level: 'silent' });
const entries = 500;
const { signal: goesOn } = new AbortController();

/** The database of a replica that is delayed after each transaction. */
class SlowDatabase extends Database {
  constructor(
    database: Database,
    private readonly meanwhile: () => Promise<void>,
  ) {
    super(database.pool, () => database.close());
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await super.transaction(work);
    await this.meanwhile();
    return result;
  }
}

describe('the comparison of a large portfolio', () => {
  let database: TestDatabase;
  let connection: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 2 });
  });
  afterEach(() => database.query('DELETE FROM profiles.portfolio_check'));
  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  /** A corporation that is due, and whose entries have no access. */
  async function drifted(count = entries, corporationId: string = randomUUID()): Promise<string> {
    await database.query(
      `INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode)
       SELECT $1, '20' || lpad(n::text, 9, '0'), 'RUC', 'monitoring' FROM generate_series(1, $2::int) AS n`,
      [corporationId, count],
    );
    await database.query('INSERT INTO profiles.portfolio_check (corporation_id) VALUES ($1)', [corporationId]);
    return corporationId;
  }

  it('stays with its replica for longer than a lease, and counts what it healed', async () => {
    await drifted();
    const other = new PortfolioCheck(connection, logger);
    const taken: boolean[] = [];
    const slow = new SlowDatabase(connection, async () => {
      taken.push(await other.checkDue(goesOn));
      await database.query('UPDATE profiles.portfolio_check SET leased_until = now()');
    });
    expect(await new PortfolioCheck(slow, logger).checkDue(goesOn)).toBe(true);
    // Three pages, and the end.
    expect(taken).toEqual([false, false, false, false]);
    expect(await database.query('SELECT drifts FROM profiles.portfolio_check')).toEqual([{ drifts: entries }]);
  });

  it('stops between pages with its replica; another one repeats it at once and counts what both healed', async () => {
    const corporationId = await drifted();
    const check = async () =>
      (
        await database.query(
          `SELECT drifts, due_at <= now() AS "isDue", checked_at IS NOT NULL AS "isCompared" FROM profiles.portfolio_check`,
        )
      )[0];
    const left = async () =>
      (await database.query('SELECT FROM profiles.portfolio_entry WHERE corporation_id = $1', [corporationId])).length;
    let loop: Loop | undefined;
    let stopped: Promise<void> | undefined;
    const stopping = new SlowDatabase(connection, async () => void (stopped ??= loop!.stop()));
    const portfolioCheck = new PortfolioCheck(stopping, logger);
    loop = new Loop({ name: 'due portfolios', intervalMs: 60_000, step: (signal) => portfolioCheck.checkDue(signal), logger });
    loop.start();
    await waitUntil(() => stopped !== undefined, { what: 'the first page is compared' });
    await stopped;
    expect([await left(), await check()]).toEqual([300, { drifts: 200, isDue: true, isCompared: false }]);
    expect(await new PortfolioCheck(connection, logger).checkDue(goesOn)).toBe(true);
    expect([await left(), await check()]).toEqual([0, { drifts: entries, isDue: false, isCompared: true }]);
  });

  it('counts what another replica healed in the meantime, and no longer what the night before found', async () => {
    await drifted();
    await database.query(`UPDATE profiles.portfolio_check SET checked_at = now() - interval '1 day', drifts = 5`);
    let ended: Promise<unknown> | undefined;
    const beside = new SlowDatabase(connection, async () => {
      ended ??= database.query(`UPDATE profiles.portfolio_check SET due_at = now() + interval '1 day', checked_at = now(), drifts = 7`);
      await ended;
    });
    expect(await new PortfolioCheck(beside, logger).checkDue(goesOn)).toBe(true);
    expect(await database.query('SELECT drifts FROM profiles.portfolio_check')).toEqual([{ drifts: 7 + entries }]);
  });

  it('that fails stays ended if another replica has ended it meanwhile', async () => {
    await drifted();
    let pages = 0;
    const beside = new SlowDatabase(connection, async () => {
      pages += 1;
      if (pages > 1) throw new Error('the pool is closed');
      await database.query(`UPDATE profiles.portfolio_check SET due_at = now() + interval '1 day', checked_at = now(), drifts = 7`);
    });
    expect(await new PortfolioCheck(beside, logger).checkDue(goesOn)).toBe(true);
    expect(await database.query('SELECT drifts, checked_at IS NOT NULL AS "isCompared" FROM profiles.portfolio_check')).toEqual([
      { drifts: 207, isCompared: true },
    ]);
  });

  it('that fails because its replica stops is repeated at once, counts what was healed and leaves no error in the log', async () => {
    await drifted();
    const folder = mkdtempSync(join(tmpdir(), 'vigia-portfolio-check-'));
    const stop = new AbortController();
    let pages = 0;
    const closing = new SlowDatabase(connection, async () => {
      pages += 1;
      if (pages < 2) return;
      stop.abort();
      throw new Error('the pool is closed');
    });
    try {
      const portfolioCheck = new PortfolioCheck(closing, createLogger('test', { file: join(folder, 'log') }));
      expect(await portfolioCheck.checkDue(stop.signal)).toBe(true);
      expect(readFileSync(join(folder, 'log'), 'utf8')).not.toContain('could not be compared');
      expect(await database.query('SELECT drifts, leased_until AS until, checked_at AS at FROM profiles.portfolio_check')).toEqual([
        { drifts: 200, until: null, at: null },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that fails is repeated after its lease, stays due, is named in the log and delays no other', async () => {
    const [broken, sound] = [await drifted(1), await drifted(1)];
    const folder = mkdtempSync(join(tmpdir(), 'vigia-portfolio-check-'));
    const portfolioCheck = new PortfolioCheck(connection, createLogger('test', { file: join(folder, 'log') }));
    await database.query(
      `ALTER TABLE profiles.portfolio_day ADD CONSTRAINT never_again CHECK (corporation_id <> '${broken}');
       UPDATE profiles.portfolio_check SET due_at = now() - interval '7 hours' WHERE corporation_id = '${broken}'`,
    );
    try {
      expect(await portfolioCheck.checkDue(goesOn)).toBe(true);
      expect(await portfolioCheck.checkDue(goesOn)).toBe(true);
      expect(await portfolioCheck.checkDue(goesOn)).toBe(false);
      expect(readFileSync(join(folder, 'log'), 'utf8')).toContain(
        `"corporationId":"${broken}","msg":"a portfolio could not be compared, will be repeated"`,
      );
      expect(await database.query('SELECT corporation_id AS id FROM profiles.portfolio_check WHERE checked_at IS NOT NULL')).toEqual([
        { id: sound },
      ]);
      expect(await database.query('SELECT drifts FROM profiles.portfolio_check')).toEqual([{ drifts: 1 }, { drifts: 1 }]);
      await measureOverdue(connection);
      expect(await register.metrics()).toMatch(/^vigia_loader_overdue_seconds\{what="portfolio_check"\} 25\d{3}/m);
      const [due] = await database.query('SELECT due_at FROM profiles.portfolio_check WHERE corporation_id = $1', [broken]);
      expect(await database.query('SELECT oldest_at AS due_at FROM profiles.overdue_portfolio')).toEqual([due]);

      const last = await drifted(1, 'ffffffff-ffff-4fff-bfff-ffffffffffff');
      await expect(portfolioCheck.verify(goesOn)).rejects.toThrow('never_again');
      expect(
        await database.query('SELECT checked_at IS NOT NULL AS "isCompared" FROM profiles.portfolio_check WHERE corporation_id = $1', [
          last,
        ]),
      ).toEqual([{ isCompared: true }]);
    } finally {
      await database.query('ALTER TABLE profiles.portfolio_day DROP CONSTRAINT never_again');
      rmSync(folder, { recursive: true });
    }
  });

  it('ends when an operator asks for it, if it is due; otherwise the numbers of the night stay', async () => {
    const [corporationId, portfolioCheck] = [await drifted(1), new PortfolioCheck(connection, logger)];
    const state = () =>
      database.query<object>(
        `SELECT drifts, due_at > now() AS "isDone", checked_at AS at, (SELECT count(*)::int FROM profiles.portfolio_day AS counted
           WHERE counted.corporation_id = portfolio_check.corporation_id) AS days FROM profiles.portfolio_check`,
      );
    expect(await portfolioCheck.verify(goesOn)).toMatchObject({ corporations: 1, healed: 1 });
    const ended = await state();
    expect(ended).toEqual([{ drifts: 1, isDone: true, at: expect.any(Date), days: 1 }]);
    await database.query('DELETE FROM profiles.portfolio_day WHERE corporation_id = $1', [corporationId]);
    expect(await portfolioCheck.verify(goesOn)).toMatchObject({ corporations: 1, healed: 0 });
    expect(await state()).toEqual([{ ...ended[0], days: 0 }]);
  });

  it('goes on, when an operator asks again after it ran out of time, with portfolios that are due and were not compared', async () => {
    for (let made = 0; made < 3; made += 1) await drifted(1);
    await database.query(`UPDATE profiles.portfolio_check SET checked_at = now() - interval '1 day'`);
    const compared: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      await database.query(
        `INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode)
         SELECT corporation_id, '20000000001', 'RUC', 'monitoring' FROM profiles.portfolio_check ON CONFLICT DO NOTHING`,
      );
      const outOfTime = new AbortController();
      let transactions = 0;
      // One transaction compares a portfolio, the next one ends its check.
      const slow = new SlowDatabase(connection, async () => {
        transactions += 1;
        if (transactions === 2) outOfTime.abort();
      });
      await expect(new PortfolioCheck(slow, logger).verify(outOfTime.signal)).rejects.toThrow('aborted');
      compared.push((await database.query('SELECT FROM profiles.portfolio_check WHERE due_at > now()')).length);
    }
    expect(compared).toEqual([1, 2, 3]);
  });

  it('does not touch a document that a request loaded until billing has acknowledged the request', async () => {
    const corporationId = await drifted(1);
    await database.query(
      `INSERT INTO profiles.outbox (id, message, payload, correlation_id, dispatches, due_at)
       SELECT gen_random_uuid(), 'access.settle', jsonb_build_object('corporationId', corporation_id, 'documents', jsonb_build_array(
         jsonb_build_object('docType', doc_type, 'taxId', tax_id))), 'test', 1, 'infinity'
       FROM profiles.portfolio_entry WHERE corporation_id = $1`,
      [corporationId],
    );
    const portfolioCheck = new PortfolioCheck(connection, logger);
    expect(await portfolioCheck.verify(goesOn)).toMatchObject({ corporations: 1, healed: 0 });
    await database.query('DELETE FROM profiles.outbox');
    expect(await portfolioCheck.verify(goesOn)).toMatchObject({ drifts: [{ corporationId, what: 'without_access' }] });
  });
});
