import { Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { connectionOptions } from '../src/connection/open-database.js';
import { openDatabase, openSession, serviceRoles, type DatabaseService } from '../src/index.js';

const services = Object.keys(serviceRoles) as DatabaseService[];

interface Told {
  idle: string;
  alive: string;
}

interface Process {
  pid: number;
}

const ownProcess = 'SELECT pg_backend_pid() AS pid';
const howTold = `SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('tcp_keepalives_idle') AS alive`;

describe('a connection to the database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  it.each(services)('has an idle-in-transaction timeout of 30 s and keepalives after 10 s for %s', async (service) => {
    const connection = await openDatabase({ url: database.url, service, poolSize: 2 });
    const [told] = await connection.rows<Told>(howTold);
    await connection.close();
    expect(told).toEqual({ idle: '30s', alive: '10' });
  });

  it('has no idle-in-transaction timeout for a session of the importer, but keepalives after 10 s', async () => {
    const session = await openSession({ url: database.url, service: 'data-importer' });
    const [told] = await session.rows<Told>(howTold);
    await session.close();
    expect(told).toEqual({ idle: '0', alive: '10' });
  });

  it.each(services)('of %s has a socket timeout five seconds above the timeouts of the server', async (service) => {
    const silences = mock.method(Socket.prototype, 'setTimeout');
    try {
      await (await openDatabase({ url: database.url, service, poolSize: 1 })).close();
      expect(silences.mock.calls.map(({ arguments: [silentMs] }) => silentMs)).toContain(35_000);
    } finally {
      silences.mock.restore();
    }
  });

  it('fails every statement that waits on it, and later statements use another connection', async () => {
    const impatient = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1, answerWithinMs: 500 });
    try {
      const [before] = await impatient.rows<Process>(ownProcess);
      const sent = impatient.transaction(async (tx) => {
        await tx.rows(ownProcess);
        tx.send('SELECT pg_sleep(60)');
        await tx.rows(ownProcess);
      });
      await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      const [after] = await impatient.rows<Process>(ownProcess);
      expect(after!.pid).not.toBe(before!.pid);
    } finally {
      await impatient.close();
    }
  });

  it('still delivers the answer that came while the process itself was blocked', async () => {
    const impatient = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1, answerWithinMs: 500 });
    try {
      await impatient.rows(ownProcess);
      const answered = impatient.rows<Process>(`SELECT pg_backend_pid() AS pid FROM pg_sleep(0.1)`);
      await setImmediate();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      expect(await answered).toEqual([{ pid: expect.any(Number) }]);
    } finally {
      await impatient.close();
    }
  });

  it('stays open while it is unused, and is watched again when it is used', async () => {
    const impatient = await openDatabase({ url: database.url, service: 'gateway', poolSize: 1, answerWithinMs: 200 });
    try {
      const [before] = await impatient.rows<Process>(ownProcess);
      await database.query('SELECT pg_sleep(0.6)');
      expect(await impatient.rows<Process>(ownProcess)).toEqual([before]);
      await expect(impatient.rows('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    } finally {
      await impatient.close();
    }
  });

  it('has TCP keepalive with a delay of ten seconds', () => {
    expect(connectionOptions({ service: 'billing' })).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  });

  it('has no timeout for a migration', async () => {
    const silences = mock.method(Socket.prototype, 'setTimeout');
    try {
      await (await openDatabase({ url: database.url, poolSize: 1 })).close();
      expect(silences.mock.calls.map(({ arguments: [silentMs] }) => silentMs).filter(Boolean)).toEqual([]);
    } finally {
      silences.mock.restore();
    }
  });
});
