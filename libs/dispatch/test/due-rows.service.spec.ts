import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, sql, type Database, type Transaction } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { DueRows, earliestDue } from '../src/index.js';

describe('the look for due rows', () => {
  const done = 5_000;
  const dueRowsOf = (on: Pick<Database, 'rows'>) =>
    new DueRows((since) => on.rows(earliestDue(sql`due_at`, sql`profiles.outbox WHERE due_at >= $1::timestamptz`), [since]));
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase({ url: testDatabase.url });
  });

  afterEach(() => testDatabase.query('TRUNCATE profiles.outbox'));

  afterAll(async () => {
    await database?.close();
    await testDatabase?.drop();
  });

  const write = (on: Pick<Database, 'rows'>, rows: number, dueInMs: number) =>
    on.rows(
      sql`INSERT INTO profiles.outbox (id, message, payload, correlation_id, dispatches, due_at)
       SELECT gen_random_uuid(), 'access.settle', '{}', gen_random_uuid(), 0, now() + $2 * interval '1 ms' FROM generate_series(1, $1)`,
      [rows, dueInMs],
    );

  /** The number of index entries that a look reads. */
  async function visited(tx: Transaction, look: () => Promise<unknown>): Promise<number> {
    const entries = async () => {
      const [row] = await tx.rows<{ entries: number }>(
        sql`SELECT pg_stat_get_xact_tuples_returned('profiles.outbox_due'::regclass)::int AS entries`,
      );
      return row!.entries;
    };
    const before = await entries();
    await look();
    return (await entries()) - before;
  }

  it('skips deleted rows that an open transaction elsewhere keeps in the index', async () => {
    await database.transaction(async (tx) => {
      await write(tx, done, -600_000);
      await tx.rows(sql`DELETE FROM profiles.outbox`);
      await write(tx, 1, 300);
      const dueRows = dueRowsOf(tx);
      expect(await visited(tx, () => dueRows.untilDue())).toBeGreaterThan(done);
      expect(await visited(tx, async () => expect(await dueRows.untilDue()).toEqual([expect.objectContaining({ dueInMs: 300 })]))).toBe(1);
    });
  });

  it('finds rows that are written later with an earlier due time, until they are taken', async () => {
    const dueRows = dueRowsOf(database);
    const dueSince = async () => {
      const begin = await dueRows.begin();
      return database.rows(sql`SELECT FROM profiles.outbox WHERE due_at >= $1::timestamptz`, [begin]);
    };
    expect(await dueRows.untilDue()).toEqual([expect.objectContaining({ dueInMs: null })]);
    await write(database, 1, -50_000);
    expect(await dueSince()).toHaveLength(1);

    const afresh = dueRowsOf(database);
    await write(database, 1, -3_600_000);
    const looks = [...(await afresh.untilDue()), ...(await afresh.untilDue())];
    for (const { dueInMs } of looks) expect(dueInMs).toBeLessThan(-3_500_000);
  });
});
