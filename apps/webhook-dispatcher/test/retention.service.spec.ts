import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, holdLock, untilWaiting, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import type { ConfigurationStore } from '../src/configurations/configuration-store.js';
import type { DeliveryDispatcher } from '../src/deliveries/delivery-dispatcher.js';
import { pageOfEvents } from '../src/deliveries/pages-of-events.js';
import { Resends } from '../src/deliveries/resends.js';
import { OldRows } from '../src/upkeep/old-rows.js';

interface Given {
  age: string;
  /** How long ago its delivery was closed. */
  closed?: string;
  purpose?: 'trigger' | 'test';
  state?: 'PENDING' | 'SUCCEEDED' | 'FAILED';
}

describe('old rows', () => {
  const configurationId = randomUUID();
  let database: TestDatabase;
  let connection: Database;
  let oldRows: OldRows;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 4, lockTimeout: 60_000 });
    oldRows = new OldRows(connection);
    await database.query(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, sealed_secret_key)
       VALUES ($1, $1, 'resumen_perfil', 'https://receiver.example/', 'v1', false, '')`,
      [configurationId],
    );
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  /** An event in two versions with one delivery that was attempted once. */
  async function keep({ age, closed = age, purpose = 'trigger', state = 'SUCCEEDED' }: Given, times = 1): Promise<void> {
    await database.query(
      `WITH event AS (
         INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
           correlation_id, created_at, dispatched_at)
         SELECT 'trg_' || gen_random_uuid(), $1, 'RUC', '20990000019', $2, 'query', 'DISPATCHED', gen_random_uuid(), now(), $3::text, at, at
         FROM generate_series(1, $5::int), LATERAL (SELECT now() - $3::text::interval AS at) AS old RETURNING trigger_id, created_at AS at),
       payload AS (
         INSERT INTO webhooks.payload (trigger_id, version, body, sha256, created_at)
         SELECT trigger_id, version, '{}', 'hash', at FROM event, unnest(ARRAY['v1', 'v2']) AS version),
       delivery AS (
         INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, state, attempts, created_at, closed_at, next_at)
         SELECT trigger_id, $1, $1, 'v1', $4, 1, at, CASE WHEN $4 <> 'PENDING' THEN now() - $6::text::interval END, CASE WHEN $4 = 'PENDING' THEN now() END
         FROM event RETURNING id, created_at AS at)
       INSERT INTO webhooks.attempt (delivery_id, number, is_manual, state, started_at, ended_at, response_body, response_truncated)
       SELECT id, 1, false, 'SUCCEEDED', at, at, 'a name', false FROM delivery`,
      [configurationId, purpose, age, state, times, closed],
    );
  }

  /** The remaining rows of one age. */
  async function left(age: string) {
    const [counts] = await database.query(
      `SELECT count(*)::int AS events, (SELECT count(*)::int FROM webhooks.payload WHERE trigger_id = ANY(ids) AND sha256 = 'hash') AS hashes,
         (SELECT count(body)::int FROM webhooks.payload WHERE trigger_id = ANY(ids)) AS bodies,
         (SELECT count(*)::int FROM webhooks.delivery WHERE trigger_id = ANY(ids)) AS deliveries,
         (SELECT count(*)::int FROM webhooks.attempt JOIN webhooks.delivery ON delivery.id = delivery_id WHERE trigger_id = ANY(ids)) AS attempts,
         (SELECT count(response_body)::int FROM webhooks.attempt JOIN webhooks.delivery ON delivery.id = delivery_id WHERE trigger_id = ANY(ids)) AS answers
       FROM webhooks.event, (SELECT array_agg(trigger_id) AS ids FROM webhooks.event WHERE correlation_id = $1) AS same
       WHERE correlation_id = $1 GROUP BY ids`,
      [age],
    );
    return counts;
  }
  const whole = { events: 1, hashes: 2, bodies: 2, deliveries: 1, attempts: 1, answers: 1 };

  it('are deleted step by step, and younger rows stay, however often the loop runs', async () => {
    for (const age of ['89 days', '91 days', '12 months', '14 months']) await keep({ age });
    for (let round = 0; round < 3; round += 1) expect(await oldRows.forget()).toBe(false);
    expect(await left('89 days')).toEqual(whole);
    expect(await left('91 days')).toEqual({ ...whole, bodies: 0, answers: 0 });
    expect(await left('12 months')).toEqual({ ...whole, bodies: 0, answers: 0 });
    expect(await left('14 months')).toEqual({ events: 1, hashes: 2, bodies: 0, deliveries: 0, attempts: 0, answers: 0 });
  });

  it('leave their event with the hashes of its bodies, and no claim that its deliveries are all there', async () => {
    const sha256 = Buffer.from('hash').toString('hex');
    const bodies = ['v1', 'v2'].map((version) => ({ version, sha256 }));
    for (const age of ['12 months', '14 months']) await keep({ age });
    for (let round = 0; round < 2; round += 1) await oldRows.forget();
    expect(await pageOfEvents(connection, { corporationId: configurationId, taxId: '20990000019', limit: 10 })).toMatchObject([
      { deliveries: [], deliveriesKept: false, bodies },
      { deliveries: [{ url: null }], deliveriesKept: true, bodies },
    ]);
  });

  it('of one version keep what the receivers of the other version answered', async () => {
    await keep({ age: '91 days' });
    await database.query(`UPDATE webhooks.delivery SET payload_version = 'v2'`);
    await database.query(`UPDATE webhooks.payload SET created_at = now() WHERE version = 'v2'`);
    await oldRows.forget();
    expect(await left('91 days')).toEqual({ ...whole, bodies: 1 });
  });

  it('of a test are deleted completely', async () => {
    await keep({ age: '91 days', purpose: 'test', state: 'FAILED' });
    await keep({ age: '89 days', purpose: 'test', state: 'FAILED' });
    await oldRows.forget();
    expect(await left('91 days')).toBeUndefined();
    expect(await left('89 days')).toEqual(whole);
  });

  it('of a test are deleted also while its resend is requested, which then finds nothing', async () => {
    await keep({ age: '91 days', purpose: 'test', state: 'FAILED' });
    const [delivery] = await database.query<{ id: string }>('SELECT id FROM webhooks.delivery');
    // The deletion has the bodies and waits for the event, before it needs the delivery.
    const event = await holdLock(database, 'SELECT FROM webhooks.event FOR UPDATE');
    const forgotten = oldRows.forget();
    await event.untilWaitedFor(1);
    const resends = new Resends(connection, {} as ConfigurationStore, {} as DeliveryDispatcher);
    const resent = resends.resend({ corporationId: configurationId, deliveryId: delivery!.id });
    await event.untilWaitedFor(2);
    await event.release();
    const [forgetting, resending] = await Promise.allSettled([forgotten, resent]);
    expect(forgetting).toMatchObject({ status: 'fulfilled' });
    expect(resending).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
    expect(await left('91 days')).toBeUndefined();
  });

  it('stay while a delivery is pending', async () => {
    await keep({ age: '14 months', state: 'PENDING' });
    await keep({ age: '15 months', state: 'PENDING', purpose: 'test' });
    await oldRows.forget();
    expect(await left('14 months')).toEqual(whole);
    expect(await left('15 months')).toEqual(whole);
  });

  it('are deleted in batches, by several replicas at once', async () => {
    await keep({ age: '14 months' }, 2_500);
    const replicas = [oldRows, new OldRows(connection)];
    const untilDone = async (replica: OldRows) => {
      while (await replica.forget()) expect(await left('14 months')).toMatchObject({ events: 2_500, hashes: 5_000 });
    };
    expect(await oldRows.forget()).toBe(true);
    expect(await left('14 months')).toMatchObject({ bodies: 4_000, attempts: 1_500 });
    await Promise.all(replicas.map(untilDone));
    await untilDone(oldRows);
    expect(await left('14 months')).toEqual({ events: 2_500, hashes: 5_000, bodies: 0, deliveries: 0, attempts: 0, answers: 0 });
  });

  it('are deleted even behind more than a batch of older rows that were resent later', async () => {
    await keep({ age: '15 months', closed: '12 months' }, 1_000);
    await keep({ age: '14 months' });
    while (await oldRows.forget());
    expect(await left('14 months')).toMatchObject({ deliveries: 0, attempts: 0 });
    expect(await left('15 months')).toMatchObject({ deliveries: 1_000 });
  });

  it('stay with their attempts if a resend ends while their deletion waits for it', async () => {
    await keep({ age: '14 months' });
    const resend = new pg.Client({ connectionString: database.url });
    await resend.connect();
    try {
      await resend.query('BEGIN; UPDATE webhooks.delivery SET closed_at = now(), attempts = 2');
      await resend.query(
        `INSERT INTO webhooks.attempt (delivery_id, number, is_manual, state, ended_at) SELECT id, 2, true, 'SUCCEEDED', now() FROM webhooks.delivery`,
      );
      const forgotten = oldRows.forget();
      await untilWaiting(database);
      await resend.query('COMMIT');
      expect(await forgotten).toBe(false);
    } finally {
      await resend.end();
    }
    expect(await left('14 months')).toMatchObject({ deliveries: 1, attempts: 1 });
  });
});
