import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '@vigia/testing';
import { openDatabase, openSession, sql } from '../src/index.js';

/** Defaults that an administrator may have set for other programs. */
const others = {
  TimeZone: 'America/Lima',
  DateStyle: 'German, DMY',
  IntervalStyle: 'iso_8601',
  bytea_output: 'escape',
  default_transaction_isolation: 'serializable',
};

const question = sql`SELECT '2026-11-28T15:00:00Z'::timestamptz AS at, '2026-11-28T15:00:00Z'::timestamptz::text AS written, '2026-11-28'::date::text AS day,
  '1 day 02:00'::interval::text AS span, '\\x00ff41'::bytea AS bytes, current_setting('transaction_isolation') AS isolation`;

const answer = {
  at: new Date('2026-11-28T15:00:00Z'),
  written: '2026-11-28 15:00:00+00',
  day: '2026-11-28',
  span: '1 day 02:00:00',
  bytes: Buffer.from([0, 255, 65]),
  isolation: 'read committed',
};

describe('a database whose defaults are made for other programs', () => {
  let store: TestDatabase;

  beforeAll(async () => {
    store = await createEmptyDatabase();
    const name = new URL(store.url).pathname.slice(1);
    for (const [setting, value] of Object.entries(others)) await store.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  });

  afterAll(() => store?.drop());

  it('answers a pool in the forms that the product reads, also in a transaction', async () => {
    const database = await openDatabase({ url: store.url, poolSize: 1 });
    try {
      expect(await database.rows(question)).toEqual([answer]);
      expect(await database.transaction((tx) => tx.rows(question))).toEqual([answer]);
    } finally {
      await database.close();
    }
  });

  it('answers a session of its own in the same forms', async () => {
    const session = await openSession({ url: store.url });
    try {
      expect(await session.rows(question)).toEqual([answer]);
    } finally {
      await session.close();
    }
  });
});
