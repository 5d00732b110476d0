import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isAdvisoryLockTimeout, openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, untilWaiting, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import type { Claimed } from '../src/deliveries/claims.js';
import { lockSlots } from '../src/deliveries/slots.js';
import { triggerIdOf } from '../src/domain/envelope.js';
import type { Trigger } from '../src/events/trigger.js';
import { writeEvents } from '../src/events/write-events.js';
import { newTrigger } from './running/new-trigger.js';
import { oddJson, StoredProfiles } from './running/stored-profiles.js';

const [first, second, active] = ['20990000019', '20990000027', '20990000035'];
const settings = { loadWaitMs: 60_000, attemptsPerReceiver: 3, answerMs: 30_000, tokenMs: 10_000 };
const plenty = 1_000;
/** Keeps the lock on slots for as long as a test needs. */
const patient = 'SET LOCAL idle_in_transaction_session_timeout = 0';

describe('events that are written together', () => {
  const corporationId = randomUUID();
  let database: TestDatabase;
  let connection: Database;
  let other: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 5, lockTimeout: 30_000 });
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await database.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, active_place, sealed_secret_key)
       VALUES (gen_random_uuid(), $1, 'resumen_perfil', 'https://receiver.example/', 'v1', false, 1, '')`,
      [corporationId],
    );
  });
  afterEach(async () => {
    await other.end();
    await connection.close();
    await database.drop();
  });

  const triggerFor = (taxId: string) => newTrigger(corporationId, taxId);
  const write = (...triggers: Trigger[]) => writeEvents(connection, triggers, settings, plenty);

  const insertWaiting = (taxId: string) =>
    other.query(
      `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, correlation_id)
       VALUES ($1, $2, 'RUC', $3, 'trigger', 'query', 'LOADING_PROFILE', gen_random_uuid(), now(), 'test')`,
      [triggerIdOf(randomUUID()), corporationId, taxId],
    );

  it('never deadlock with events of the same documents that another replica writes', async () => {
    await other.query('BEGIN');
    await insertWaiting(first);
    const written = write(triggerFor(second), triggerFor(first));
    await untilWaiting(database);
    await insertWaiting(second);
    await other.query('COMMIT');
    expect((await written).map(({ isNew, loading, hasReceivers }) => [isNew, loading, hasReceivers])).toEqual([
      [false, true, true],
      [false, true, true],
    ]);
  });

  it('take the lock on slots before the locks that others wait for', async () => {
    await new StoredProfiles(database).active(corporationId, active);
    await other.query(`BEGIN; ${lockSlots}; ${patient}`);
    const written = write(triggerFor(first), triggerFor(active));
    await untilWaiting(database);
    await insertWaiting(first);
    await other.query('COMMIT');
    expect((await written).map(({ isNew, loading }) => [isNew, loading])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('wait at most five seconds for a replica that stands still with the lock on slots', async () => {
    await other.query(`BEGIN; ${lockSlots}`);
    const { rows } = await other.query(`SELECT current_setting('idle_in_transaction_session_timeout') AS longest`);
    await other.query('ROLLBACK');
    expect(rows).toEqual([{ longest: '5s' }]);
  });

  it('are told which lock was not free', async () => {
    await new StoredProfiles(database).active(corporationId, active);
    await other.query(`BEGIN; ${lockSlots}; ${patient}`);
    const impatient = await openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 1, lockTimeout: 50 });
    try {
      const failure = await writeEvents(impatient, [triggerFor(active)], settings, plenty).catch((error: unknown) => error);
      expect(isAdvisoryLockTimeout(failure)).toBe(true);
    } finally {
      await impatient.close();
    }
  });

  it('start their first attempts once, however often a request comes', async () => {
    await new StoredProfiles(database).active(corporationId, active);
    const trigger = triggerFor(active);
    const [event] = await write(trigger);
    expect(event).toMatchObject({ isNew: true, started: [{ attempt: 1, triggerId: trigger.triggerId, correlationId: trigger.requestId }] });
    const [{ text }] = event!.started as [Claimed];
    const [kept] = await database.query<{ body: string }>(`SELECT convert_from(body, 'UTF8') AS body FROM webhooks.payload`);
    expect(kept).toEqual({ body: text });
    expect(await write(trigger)).toMatchObject([{ isNew: false, started: [] }]);
    expect(await database.query('SELECT number, state, is_manual FROM webhooks.attempt')).toEqual([
      { number: 1, state: 'IN_FLIGHT', is_manual: false },
    ]);
  });

  it('are stored byte by byte as their attempts send them, in every version that a receiver wants', async () => {
    await new StoredProfiles(database).active(corporationId, active);
    await database.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, active_place, sealed_secret_key)
       VALUES (gen_random_uuid(), $1, 'resumen_perfil', 'https://other.example/', 'v2', false, 2, '')`,
      [corporationId],
    );
    const started = (await write(triggerFor(active), triggerFor(active))).flatMap((event) => event.started as Claimed[]);
    const kept = await database.query<{ sent: string }>(
      `SELECT convert_from(body, 'UTF8') AS sent FROM webhooks.payload WHERE sha256 = sha256(body)`,
    );
    expect(kept.map(({ sent }) => sent).toSorted()).toEqual(started.map(({ text }) => text).toSorted());
    expect(kept.filter(({ sent }) => sent.includes(oddJson))).toHaveLength(4);
  });

  it('read a receiver once for all the first attempts that start with them', async () => {
    await new StoredProfiles(database).active(corporationId, active);
    const started = (await write(triggerFor(active), triggerFor(active))).map((event) => event.started as [Claimed]);
    expect(started.map((attempts) => attempts.length)).toEqual([1, 1]);
    expect(started[0]![0].signedBy).toBe(started[1]![0].signedBy);
  });

  it('carry the result of a load that ends while they are written', async () => {
    const profiles = new StoredProfiles(database);
    const requestId = randomUUID();
    await profiles.active(corporationId, active, 'failed');
    await profiles.request(requestId, corporationId, active, 'loading', 'loading');
    await profiles.opened(requestId, active);
    // A reader of the profile does not reach the requests before the load has ended.
    await other.query('BEGIN; LOCK TABLE profiles.load_item');
    const written = write(triggerFor(active));
    await untilWaiting(database);
    await other.query(`UPDATE profiles.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE state = 'open'`);
    await other.query(`UPDATE profiles.profile SET estado = 'succeeded'`);
    await other.query(`UPDATE profiles.load_item SET state = 'loaded'`);
    await other.query(`UPDATE profiles.load_request SET state = 'finished', open_items = 0, finished_at = now()`);
    await other.query('COMMIT');
    const [event] = await written;
    expect(event).toMatchObject({ loading: false, started: [{ attempt: 1 }] });
    expect(JSON.parse((event!.started as [Claimed])[0].text)).toMatchObject({ profileLoadStatus: 'succeeded' });
  });

  it('leave nothing behind if no configuration receives them', async () => {
    await database.query('UPDATE webhooks.configuration SET active_place = NULL');
    expect(await write(triggerFor(first))).toMatchObject([{ isNew: false, hasReceivers: false }]);
    expect(await database.query('SELECT 1 FROM webhooks.event')).toEqual([]);
  });
});
