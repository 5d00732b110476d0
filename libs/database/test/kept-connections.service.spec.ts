import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, holdLock, type TestDatabase } from '@vigia/testing';
import type { PoolClient } from 'pg';
import { lacksRoom, openDatabase, StatementError, type Database } from '../src/index.js';

const ownProcess = 'SELECT pg_backend_pid() AS pid';

describe('the connection of a single statement', () => {
  let database: TestDatabase;
  let connection: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query(
      `CREATE TABLE public.refused (id int PRIMARY KEY, content text); GRANT ALL ON public.refused TO PUBLIC;
       INSERT INTO public.refused VALUES (1, '');
       CREATE FUNCTION public.refuse(code text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE USING ERRCODE = code; END $$`,
    );
    connection = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1, lockTimeout: 50 });
  });

  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  const pid = async () => (await connection.rows<{ pid: number }>(ownProcess))[0]!.pid;

  it.each([
    ['the disk is full', '53100'],
    ['PostgreSQL has no memory left', '53200'],
    ['it would need more room than a statement may take', '53400'],
    ['PostgreSQL ends it because it takes too long', '57014'],
    ['PostgreSQL ends it because of a deadlock', '40P01'],
  ])('stays open if the statement fails because %s', async (_why, code) => {
    const before = await pid();
    await expect(connection.rows('SELECT public.refuse($1)', [code])).rejects.toMatchObject({ sqlState: code });
    expect(await pid()).toBe(before);
  });

  it('stays open if the statement waits for a lock in vain', async () => {
    const before = await pid();
    const held = await holdLock(database, 'SELECT FROM public.refused FOR UPDATE');
    try {
      await expect(connection.rows(`UPDATE public.refused SET content = 'new'`)).rejects.toMatchObject({ sqlState: '55P03' });
      expect(await pid()).toBe(before);
    } finally {
      await held.release();
    }
  });

  it('is closed if the server takes no more writes', async () => {
    const before = await pid();
    await expect(connection.rows('SELECT public.refuse($1)', ['25006'])).rejects.toMatchObject({ sqlState: '25006' });
    expect(await pid()).not.toBe(before);
  });

  it('is closed if the columns of the statement have changed since it was prepared', async () => {
    const statement = 'SELECT * FROM public.refused';
    await connection.rows(statement);
    await database.query('ALTER TABLE public.refused ADD added int');
    await expect(connection.rows(statement)).rejects.toMatchObject({ sqlState: '0A000' });
    expect(await connection.rows(statement)).toEqual([{ id: 1, content: '', added: null }]);
  });

  it('fails the statement, and nothing else, if it breaks in the middle', async () => {
    connection.pool.once('acquire', (client) => {
      const { stream } = (client as PoolClient & { connection: { stream: Socket } }).connection;
      setImmediate(() => stream.destroy(new Error('broken')));
    });
    await expect(connection.rows('SELECT pg_sleep(60)')).rejects.toThrow(StatementError);
    await pid();
  });
});

it('a statement that needs more of the disk than it may use lacks room', async () => {
  const database = await createTestDatabase();
  const connection = await openDatabase({ url: database.url, poolSize: 1 });
  try {
    await connection.rows(`SELECT set_config('temp_file_limit', '64kB', false), set_config('work_mem', '64kB', false)`);
    const sorted = connection.rows('SELECT n, md5(n::text) FROM generate_series(1, 100000) AS n ORDER BY 2');
    expect(lacksRoom(await sorted.catch((error: unknown) => error))).toBe(true);
  } finally {
    await connection.close();
    await database.drop();
  }
});
