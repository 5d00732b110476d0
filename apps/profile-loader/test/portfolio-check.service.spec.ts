import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, openDatabase, type Transaction } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { PortfolioCheck } from '../src/portfolio/portfolio-check.js';

const logger = createLogger('test', { level: 'silent' });
const entries = 500;

/** The database as a replica sees it that is held up after each transaction. */
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

describe('the comparison of a portfolio that takes longer than a lease', () => {
  const corporationId = randomUUID();
  let database: TestDatabase;
  let connection: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 2 });
  });
  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  it('is left to the replica that began it, and what it healed is told', async () => {
    await database.query(
      `INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode)
       SELECT $1, '20' || lpad(n::text, 9, '0'), 'RUC', 'monitoring' FROM generate_series(1, $2::int) AS n`,
      [corporationId, entries],
    );
    await database.query('INSERT INTO profiles.portfolio_check (corporation_id) VALUES ($1)', [corporationId]);
    const other = new PortfolioCheck(connection, logger);
    const taken: boolean[] = [];
    const slow = new SlowDatabase(connection, async () => {
      taken.push(await other.checkDue());
      await database.query('UPDATE profiles.portfolio_check SET due_at = now()');
    });
    expect(await new PortfolioCheck(slow, logger).checkDue()).toBe(true);
    // Three pages, and the end.
    expect(taken).toEqual([false, false, false, false]);
    expect(await database.query('SELECT drifts FROM profiles.portfolio_check')).toEqual([{ drifts: entries }]);
  });
});
