import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, waitUntil, type TestDatabase } from '@vigia/testing';
import { isDatabaseAway, openDatabase, StatementError, type Database, type Transaction } from '../src/index.js';

const canary = 'sol@prueba.example';
const insert = 'INSERT INTO identity.corporation (id, name, status) VALUES ($1, $2, $3)';

describe('the error of a failed statement', () => {
  let database: TestDatabase;
  let connection: Database;
  const id = randomUUID();

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'gateway' });
    await connection.rows(insert, [id, canary, 'active']);
  });

  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  const within = (work: (tx: Transaction) => unknown) => connection.transaction(async (tx) => void (await work(tx)));
  const failureOf = async (work: Promise<unknown>): Promise<StatementError> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StatementError);
    return error as StatementError;
  };

  const ways: [way: string, run: (sql: string, values: unknown[]) => Promise<unknown>][] = [
    ['by itself', (sql, values) => connection.rows(sql, values)],
    ['in a transaction', (sql, values) => within((tx) => tx.rows(sql, values))],
    ['sent in a transaction', (sql, values) => within((tx) => tx.send(sql, values))],
    ['sent in a transaction for its rows', (sql, values) => within((tx) => tx.sendFor(sql, values))],
  ];
  const refusals: [sqlState: string, sql: string, values: unknown[], where: object][] = [
    ['23505', insert, [id, canary, 'active'], { schema: 'identity', table: 'corporation', constraint: 'corporation_pkey' }],
    ['23514', insert, [randomUUID(), canary, canary], { schema: 'identity', table: 'corporation', constraint: 'corporation_status_check' }],
    ['23502', insert, [randomUUID(), null, 'active'], { schema: 'identity', table: 'corporation', column: 'name' }],
    ['22P02', 'SELECT $1::uuid', [canary], {}],
    ['22021', 'SELECT $1::text', [`${canary}\0`], {}],
    ['42P01', 'SELECT 1 FROM identity.no_such_table WHERE $1 = $1', [canary], {}],
  ];

  it.each(ways.flatMap(([way, run]) => refusals.map(([state, ...refusal]) => [way, state, run, ...refusal] as const)))(
    'says, run %s and refused with %s, which statement failed, why and where, without any value',
    async (_way, sqlState, run, sql, values, where) => {
      const error = await failureOf(run(sql, values));
      expect(error).toMatchObject({ name: 'StatementError', sqlState, ...where });
      expect(error.statement).toContain(sql.slice(0, 30));
      expect(error.message).toContain(`sqlState ${sqlState}`);
      for (const value of [canary, id]) expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(value);
    },
  );

  it('is a StatementError if no connection can be opened', async () => {
    const away = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1 });
    await away.close();
    expect((await failureOf(away.rows('SELECT 1'))).code).toBeDefined();
    expect((await failureOf(away.transaction((tx) => tx.rows('SELECT 1')))).statement).toBe('connect');
  });

  it('says that a server without a free connection refuses it, not that it cannot be reached', async () => {
    const login = `login_${randomUUID().slice(0, 8)}`;
    await database.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p' CONNECTION LIMIT 0`);
    const url = Object.assign(new URL(database.url), { username: login, password: 'p' }).href;
    try {
      await expect(openDatabase({ url, poolSize: 1 })).rejects.toMatchObject({
        message: expect.stringMatching(/^the database refuses the connection: too many connections for role/),
        code: '53300',
      });
    } finally {
      await database.query(`DROP ROLE ${login}`);
    }
  });

  it('counts as database away on a read-only server, and the next transaction uses another connection', async () => {
    const demoted = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1 });
    const write = () => demoted.transaction(async (tx) => tx.send(insert, [randomUUID(), 'Prueba', 'active']));
    try {
      await demoted.rows(`SELECT set_config('default_transaction_read_only', 'on', false)`);
      const failure = await failureOf(write());
      expect([failure.sqlState, isDatabaseAway(failure)]).toEqual(['25006', true]);
      await expect(write()).resolves.toBeUndefined();
    } finally {
      await demoted.close();
    }
  });

  it('counts as database away if the server ends the connection, and the next statement uses another one', async () => {
    const ended = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1 });
    try {
      const failure = failureOf(ended.rows('SELECT pg_sleep(60)'));
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%pg_sleep(60)%'`;
      await waitUntil(async () => (await database.query(end)).length > 0, { what: 'the statement is under way' });
      expect([(await failure).sqlState, isDatabaseAway(await failure)]).toEqual(['57P01', true]);
      expect(await ended.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      await ended.close();
    }
  });

  it('counts as database away if the transaction stood still for too long, and the next statement uses another connection', async () => {
    const still = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1 });
    try {
      const stood = still.transaction(async (tx) => {
        await tx.rows(`SELECT set_config('idle_in_transaction_session_timeout', '50', true)`);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      });
      expect(isDatabaseAway(await failureOf(stood))).toBe(true);
      expect(await still.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      await still.close();
    }
  });

  it('counts as database away if the answer times out, and the next statement uses another connection', async () => {
    // On a busy machine the server may need more than this second to accept a connection.
    const open = () => openDatabase({ url: database.url, service: 'gateway', poolSize: 1, answerWithinMs: 1_000 });
    const impatient = await waitUntil(open);
    try {
      expect(isDatabaseAway(await failureOf(impatient.rows('SELECT pg_sleep(60)')))).toBe(true);
      expect(await waitUntil(() => impatient.rows('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    } finally {
      await impatient.close();
    }
  });
});
