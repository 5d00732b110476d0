import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { holdLock, waitUntil, type HeldLock } from '@vigia/testing';
import { triggerIdOf } from '../src/domain/envelope.js';
import { startReceiver, stopReceivers } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const taxId = '20990000019';
const notLoaded = '20991234561';

describe('a corporation beside a busy or locked one', () => {
  let dispatcher: RunningDispatcher;
  const locks: HeldLock[] = [];

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
    await dispatcher.profiles.profile(taxId, 'succeeded', {}, []);
  });
  afterEach(() => Promise.all(locks.splice(0).map((held) => held.release())));
  afterEach(stopReceivers);
  afterAll(() => dispatcher?.stop());

  async function newCorporation(answer?: Parameters<typeof startReceiver>[0]) {
    const corporationId = randomUUID();
    const receiver = await startReceiver(answer);
    await dispatcher.profiles.access(corporationId, taxId);
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url });
    return { corporationId, receiver, configurationId };
  }

  it('gets its deliveries while a neighbour is locked, whose triggers fail as unavailable and work later', async () => {
    const [locked, quiet] = [await newCorporation(), await newCorporation()];
    const requestIds = Array.from({ length: 5 }, () => randomUUID());
    // As another replica does that writes the same events.
    const held = await holdLock(
      dispatcher.database,
      `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
         correlation_id, dispatched_at)
       SELECT trigger_id, $2, 'RUC', $3, 'trigger', 'monitoring', 'DISPATCHED', gen_random_uuid(), now(), 'locked', now()
       FROM unnest($1::text[]) AS trigger_id`,
      [requestIds.map(triggerIdOf), locked.corporationId, taxId],
    );
    const asked = Promise.allSettled(requestIds.map((requestId) => dispatcher.trigger(locked.corporationId, taxId, { requestId })));
    await Promise.race([held.untilWaitedFor(), asked]);
    const { triggerId } = await dispatcher.triggerPatiently(quiet.corporationId, taxId);
    expect((await dispatcher.closed(quiet.corporationId, triggerId)).delivery.state).toBe('SUCCEEDED');
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) };
    expect(await asked).toEqual(Array.from({ length: 5 }, () => unavailable));
    await held.release();
    const later = await dispatcher.trigger(locked.corporationId, taxId);
    expect((await dispatcher.closed(locked.corporationId, later.triggerId)).delivery.state).toBe('SUCCEEDED');
  });

  it('can trigger while one of its own configurations is switched off and its waiting deliveries are skipped', async () => {
    const { corporationId, configurationId } = await newCorporation();
    const other = await startReceiver();
    await dispatcher.create(corporationId, { url: other.url });
    const waiting = await dispatcher.trigger(corporationId, taxId);
    await dispatcher.closedAll(corporationId, waiting.triggerId, 2);
    const ofConfiguration = 'WHERE trigger_id = $1 AND configuration_id = $2';
    await dispatcher.database.query(
      `UPDATE webhooks.delivery SET state = 'PENDING', closed_at = NULL, next_at = now() + interval '1 hour' ${ofConfiguration}`,
      [waiting.triggerId, configurationId],
    );
    const held = await holdLock(dispatcher.database, `SELECT 1 FROM webhooks.delivery ${ofConfiguration} FOR UPDATE`, [
      waiting.triggerId,
      configurationId,
    ]);
    const switchedOff = Promise.allSettled([
      dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } }),
    ]);
    await Promise.race([held.untilWaitedFor(), switchedOff]);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    await waitUntil(() => other.received.some(({ headers }) => headers['x-service-trigger-id'] === triggerId));
    await held.release();
    await switchedOff;
    expect(other.received).toHaveLength(2);
  });

  it('has its attempts recorded even if those of another cannot be recorded', async () => {
    const [refused, quiet] = [await newCorporation((response) => response.writeHead(418).end()), await newCorporation()];
    await dispatcher.database.query('ALTER TABLE webhooks.attempt ADD CONSTRAINT no_teapots CHECK (status <> 418)');
    const trigger = ({ corporationId }: typeof quiet) => dispatcher.trigger(corporationId, taxId);
    const triggers = await Promise.all(Array.from({ length: 40 }, (_, i) => trigger(i % 2 ? refused : quiet)));
    for (const { triggerId } of triggers.filter((_, i) => i % 2 === 0)) {
      const { delivery, attempts } = await dispatcher.closed(quiet.corporationId, triggerId);
      expect([delivery.state, attempts.length]).toEqual(['SUCCEEDED', 1]);
    }
    await waitUntil(() => refused.receiver.received.length > 0);
    expect(quiet.receiver.received).toHaveLength(20);
  });

  it('gets its event even if a whole batch of events of others cannot be dispatched', async () => {
    const { database } = dispatcher;
    await database.query(
      `ALTER TABLE webhooks.event ADD CONSTRAINT keeps_waiting CHECK (correlation_id <> 'keeps waiting' OR dispatched_at IS NULL)`,
    );
    await database.query(
      `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, correlation_id)
       SELECT 'trg_' || i, gen_random_uuid(), 'RUC', $1, 'trigger', 'query', 'LOADING_PROFILE', gen_random_uuid(), now(), 'keeps waiting'
       FROM generate_series(1, 110) AS i`,
      [taxId],
    );
    const [quiet, requestId] = [await newCorporation(), randomUUID()];
    const { triggerId } = await dispatcher.trigger(quiet.corporationId, notLoaded, { requestId });
    await dispatcher.profiles.request(requestId, quiet.corporationId, notLoaded, 'finished', 'failed');
    expect((await dispatcher.closed(quiet.corporationId, triggerId)).delivery.state).toBe('SUCCEEDED');
    const waiting = `SELECT 1 FROM webhooks.event WHERE correlation_id = 'keeps waiting' AND state = 'LOADING_PROFILE'`;
    expect(await database.query(waiting)).toHaveLength(110);
  });

  const lockDeliveries = async () => {
    const held = await holdLock(dispatcher.database, 'LOCK TABLE webhooks.delivery IN ACCESS EXCLUSIVE MODE');
    locks.push(held);
    return held;
  };

  it('can change its receivers while deliveries cannot be counted', async () => {
    const { corporationId, configurationId } = await newCorporation();
    const secret = dispatcher.secretOf(corporationId, configurationId);
    await lockDeliveries();
    const { configuration } = await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { name: 'Otro' } });
    expect(configuration).toMatchObject({ name: 'Otro', active: true });
    await secret.switch(await secret.prepare());
    expect(await dispatcher.create(corporationId, { url: 'http://127.0.0.1:9/' })).toMatchObject({ secretKey: expect.any(String) });
  });

  it.each([
    ['the list of receivers', String.raw`day\.\*`, (corporationId: string) => dispatcher.ask('webhooks.list', { corporationId })],
    [
      'the hours of a receiver',
      'p95_ms',
      (corporationId: string, configurationId: string) => dispatcher.ask('webhooks.health', { corporationId, configurationId, hours: 2 }),
    ],
    [
      'the number of recoverable deliveries',
      "state = 'FAILED'",
      (corporationId: string, configurationId: string) =>
        dispatcher.ask('deliveries.recover', { corporationId, configurationId, since: new Date(0).toISOString(), countOnly: true }),
    ],
    [
      'their recovery',
      'WITH resent',
      (corporationId: string, configurationId: string) =>
        dispatcher.ask('deliveries.recover', { corporationId, configurationId, since: new Date(0).toISOString(), countOnly: false }),
    ],
    ['a page of events', 'AS is_test', (corporationId: string) => dispatcher.ask('events.list', { corporationId, limit: 10 })],
    [
      'a page of deliveries',
      String.raw`AS delivery\s+FROM`,
      (corporationId: string) => dispatcher.ask('deliveries.list', { corporationId, limit: 10 }),
    ],
    [
      'a signature check',
      'AS is_own',
      (corporationId: string) => dispatcher.ask('webhooks.diagnose', { corporationId, deliveryId: randomUUID(), signature: 'x' }),
    ],
  ])('has its deliveries read once at a time if it asks for %s again and again', async (_what, words, ask) => {
    const { corporationId, configurationId } = await newCorporation();
    const held = await lockDeliveries();
    const asked = Promise.allSettled(Array.from({ length: 3 }, () => ask(corporationId, configurationId)));
    let most = 0;
    const look = async () => {
      const { active } = await dispatcher.broker.queue('webhook-dispatcher-requests').counts();
      const waiting = await dispatcher.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ $1`,
        [words],
      );
      most = Math.max(most, waiting.length);
      return active === 3 && waiting.length > 0;
    };
    await Promise.race([waitUntil(look, { what: 'all readings are requested' }), asked]);
    // Meanwhile, readings that are not held back would reach the database.
    await dispatcher.ask('webhooks.key', {});
    await look();
    await held.release();
    await asked;
    expect(most).toBe(1);
  });
});
