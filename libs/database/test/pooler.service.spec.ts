import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeWith, findPgbouncer, startPgbouncer } from '@vigia/local-servers';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@vigia/testing';
import { openDatabase, openSession, type Database } from '../src/index.js';

describeWith(
  { describe, it },
  findPgbouncer(),
  'pgbouncer',
)('a service behind PgBouncer', () => {
  const opened: (() => Promise<void>)[] = [];
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    opened.push(() => database.drop());
  });

  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  async function poolerUrl(...settings: string[]): Promise<string> {
    const pooler = await startPgbouncer(database.url, settings);
    opened.push(() => pooler.stop());
    return pooler.url;
  }

  async function open(url: string): Promise<Database> {
    const connection = await openDatabase({ url, service: 'gateway', poolSize: 4 });
    opened.push(() => connection.close());
    return connection;
  }

  it('does not start if PgBouncer refuses the start-up options of a connection', async () => {
    await expect(open(await poolerUrl('pool_mode=session'))).rejects.toThrow(
      'rejects the startup parameters of a connection: connect to PostgreSQL itself, or to PgBouncer with pool_mode=session and ignore_startup_parameters=options',
    );
  });

  it('does not start in transaction mode, and leaves the server processes unchanged', async () => {
    const url = await poolerUrl('pool_mode=transaction', 'ignore_startup_parameters=options');
    const refusal = 'gives each transaction another server process: connect to PostgreSQL itself';
    await expect(open(url)).rejects.toThrow(refusal);
    await expect(open(url)).rejects.toThrow(refusal);
    const next = openTestDatabase(url);
    const left = await next.query(`SELECT current_user::text AS "user", current_setting('lock_timeout') AS lock`);
    expect(left).toEqual([{ user: 'postgres', lock: '0' }]);
  });

  it('has its role and its timeouts on every connection in session mode', async () => {
    const url = await poolerUrl('pool_mode=session', 'ignore_startup_parameters=options');
    const connection = await open(url);
    const told = `SELECT current_user::text AS "user", current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`;
    const own = { user: 'vigia_gateway', lock: '2s', statement: '30s' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => connection.rows(`${told}, pg_sleep(0.05)::text AS slept`)));
    expect(answers.flat()).toEqual(answers.map(() => expect.objectContaining(own)));
    const session = await openSession({ url, service: 'data-importer' });
    opened.push(() => session.close());
    expect(await session.rows(`SELECT current_user::text AS "user"`)).toEqual([{ user: 'vigia_importer' }]);
  });
});
