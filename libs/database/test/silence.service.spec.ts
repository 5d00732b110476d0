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

describe('when one end of a connection falls silent', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  it.each(services)('a transaction that %s does not go on with gives its locks back after half a minute', async (service) => {
    const connection = await openDatabase({ url: database.url, service, poolSize: 2 });
    const [told] = await connection.rows<Told>(howTold);
    await connection.close();
    expect(told).toEqual({ idle: '30s', alive: '10' });
  });

  it('an import may rest in its transaction, and its locks are free soon after its machine is gone', async () => {
    const session = await openSession({ url: database.url, service: 'data-importer' });
    const [told] = await session.rows<Told>(howTold);
    await session.close();
    expect(told).toEqual({ idle: '0', alive: '10' });
  });

  it.each(services)(
    'a statement of %s fails five seconds after the server would have ended it, and then its connection',
    async (service) => {
      const silences = mock.method(Socket.prototype, 'setTimeout');
      try {
        await (await openDatabase({ url: database.url, service, poolSize: 1 })).close();
        expect(silences.mock.calls.map(({ arguments: [silentMs] }) => silentMs)).toContain(35_000);
      } finally {
        silences.mock.restore();
      }
    },
  );

  it('every statement that waits on a silent connection fails, and later ones go over another', async () => {
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

  it('a process that stood still itself reads what the server has said meanwhile', async () => {
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

  it('a connection that nobody uses stays, however long that takes, and is watched again when it is used', async () => {
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

  it('a connection that nobody uses is asked every ten seconds whether its other end is still there', () => {
    expect(connectionOptions({ service: 'billing' })).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  });

  it('a migration may take as long as it takes', async () => {
    const silences = mock.method(Socket.prototype, 'setTimeout');
    try {
      await (await openDatabase({ url: database.url, poolSize: 1 })).close();
      expect(silences.mock.calls.map(({ arguments: [silentMs] }) => silentMs).filter(Boolean)).toEqual([]);
    } finally {
      silences.mock.restore();
    }
  });
});
