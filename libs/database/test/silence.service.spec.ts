import { once } from 'node:events';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSlowForwarder } from '@vigia/local-servers';
import { createTestDatabase, waitUntil, type TestDatabase } from '@vigia/testing';
import { openDatabase, openSession, serviceRoles, type DatabaseService } from '../src/index.js';
import { openDataSource } from '../src/migrations/data-source.js';

const services = Object.keys(serviceRoles) as DatabaseService[];

interface Told {
  idle: string;
  /** The seconds until PostgreSQL knows that the machine at the other end is gone. */
  gone: number;
  /** The same if an answer is on its way to that machine: then nothing else is sent to find out. */
  goneWithAnswer: number;
}

interface Process {
  pid: number;
}

const ownProcess = 'SELECT pg_backend_pid() AS pid';
const howTold = `SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
  current_setting('tcp_keepalives_idle')::int
    + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS gone,
  current_setting('tcp_user_timeout')::int / 1000 AS "goneWithAnswer"`;

describe('a connection to the database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database?.drop());

  it.each(services)('has PostgreSQL end a silent transaction of %s after 30 s, or within 25 s if its machine is gone', async (service) => {
    const connection = await openDatabase({ url: database.url, service, poolSize: 2 });
    const [told] = await connection.rows<Told>(howTold);
    await connection.close();
    expect(told).toEqual({ idle: '30s', gone: 25, goneWithAnswer: 25 });
  });

  it('has PostgreSQL end a silent transaction of an import after an hour, or within 25 s if its machine is gone', async () => {
    const session = await openSession({ url: database.url, service: 'data-importer' });
    const [told] = await session.rows<Told>(howTold);
    await session.close();
    expect(told).toEqual({ idle: '1h', gone: 25, goneWithAnswer: 25 });
  });

  /** A connection and its socket, which emits `timeout` after 35 s without a byte. */
  async function openWatched(service: DatabaseService) {
    const silences = mock.method(Socket.prototype, 'setTimeout');
    try {
      const connection = await openDatabase({ url: database.url, service, poolSize: 1 });
      const socket = silences.mock.calls.find(({ arguments: [silentMs] }) => silentMs === 35_000)!.this as Socket;
      return { connection, socket };
    } finally {
      silences.mock.restore();
    }
  }

  it.each(services)('fails a statement of %s after 35 s of silence, five more than PostgreSQL lets it run', async (service) => {
    const { connection, socket } = await openWatched(service);
    try {
      const unanswered = connection.transaction(async (tx) => {
        expect(await tx.rows(`SELECT current_setting('statement_timeout') AS longest`)).toEqual([{ longest: '30s' }]);
        const slept = tx.rows('SELECT pg_sleep(60)');
        socket.emit('timeout');
        await slept;
      });
      await expect(unanswered).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    } finally {
      await connection.close();
    }
  });

  it.each([
    { answerMs: 29_000, outcome: 'open', what: 'is waited for' },
    { answerMs: 31_000, outcome: /timeout|CONNECTION_LOST/, what: 'is given up after half a minute' },
  ])('for which no client waits $what, if it is answered after $answerMs ms', async ({ answerMs, outcome }) => {
    const server = await startSlowForwarder(database.url);
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      for (const open of [ofService, ofImport, ofMigration]) {
        const opened = open(server.url).then(
          (connection) => connection.close().then(() => 'open'),
          (error: Error) => error.message,
        );
        await server.passTime(opened, answerMs, tick);
        expect(await opened).toMatch(outcome);
      }
    } finally {
      mock.timers.reset();
      server.close();
    }
  });

  it('for which a client waits is given up after five seconds', async () => {
    const server = await startSlowForwarder(database.url);
    mock.timers.enable({ apis: ['setTimeout'] });
    const opening = openDatabase({ url: server.url, service: 'gateway', poolSize: 2 });
    try {
      await server.passTime(opening, 6_000, tick);
      await (
        await opening
      ).transaction(async (tx) => {
        await tx.rows(ownProcess);
        const onAnother = (await opening).rows(ownProcess);
        await server.passTime(onAnother, 6_000, tick);
        await expect(onAnother).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
      });
    } finally {
      mock.timers.reset();
      await (await opening).close();
      server.close();
    }
  });

  it('fails every statement that waits on it, and later statements use another connection', async () => {
    const { connection, socket } = await openWatched('gateway');
    try {
      const [before] = await connection.rows<Process>(ownProcess);
      const sent = connection.transaction(async (tx) => {
        await tx.rows(ownProcess);
        tx.send('SELECT pg_sleep(60)');
        const waits = tx.rows(ownProcess);
        socket.emit('timeout');
        await waits;
      });
      await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      const [after] = await connection.rows<Process>(ownProcess);
      expect(after!.pid).not.toBe(before!.pid);
    } finally {
      await connection.close();
    }
  });

  it('still delivers the answer that came while the process itself was blocked', async () => {
    const blocked = async () => {
      const { connection, socket } = await openWatched('gateway');
      try {
        return await connection.transaction(async (tx) => {
          const answered = tx.rows<Process>(`SELECT pg_backend_pid() AS pid FROM pg_sleep(0.1)`);
          await setImmediate();
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
          socket.emit('timeout');
          return answered;
        });
      } finally {
        await connection.close();
      }
    };
    // On a busy machine the answer may come only after the process is no longer blocked.
    expect(await waitUntil(blocked)).toEqual([{ pid: expect.any(Number) }]);
  });

  it('stays open while it is unused, and is watched again when it is used', async () => {
    const { connection, socket } = await openWatched('gateway');
    try {
      const [before] = await connection.rows<Process>(ownProcess);
      socket.emit('timeout');
      await setImmediate();
      expect(await connection.rows<Process>(ownProcess)).toEqual([before]);
      socket.setTimeout(200);
      await once(socket, 'timeout');
      await expect(connection.rows('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    } finally {
      await connection.close();
    }
  });

  it('is probed after ten seconds without use, in a pool and in a session', async () => {
    const probes = mock.method(Socket.prototype, 'setKeepAlive');
    try {
      await (await openDatabase({ url: database.url, service: 'billing', poolSize: 1 })).close();
      await (await openSession({ url: database.url, service: 'data-importer' })).close();
      expect(probes.mock.calls.map((call) => call.arguments)).toEqual([
        [true, 10_000],
        [true, 10_000],
      ]);
    } finally {
      probes.mock.restore();
    }
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

const tick = (ms: number) => mock.timers.tick(ms);
const ofService = (url: string) => openDatabase({ url, service: 'billing', poolSize: 1 });
const ofImport = (url: string) => openSession({ url, service: 'data-importer' });

async function ofMigration(url: string) {
  const source = await openDataSource({ url });
  return { close: () => source.destroy() };
}
