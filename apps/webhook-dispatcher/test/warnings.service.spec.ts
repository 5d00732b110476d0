import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { register } from 'prom-client';
import { startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const taxId = '20990000019';

describe('a receiver that keeps failing', () => {
  let dispatcher: RunningDispatcher;
  let corporationId: string;
  let configurationId: string;
  let receiver: Receiver;
  let status: number;
  /** The responses that are held back, once there is a list. */
  let held: ServerResponse[] | undefined;

  beforeAll(async () => {
    // A delivery has ten attempts.
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_RETRIES: '1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms' });
    await dispatcher.profiles.active(randomUUID(), taxId);
  });
  afterAll(() => dispatcher?.stop());

  beforeEach(async () => {
    status = 500;
    held = undefined;
    receiver = await startReceiver((response) => void (held ? held.push(response) : response.writeHead(status).end()));
    corporationId = randomUUID();
    await dispatcher.profiles.access(corporationId, taxId);
    ({ configurationId } = await dispatcher.create(corporationId, { url: receiver.url, name: 'Cartera' }));
  });
  afterEach(stopReceivers);

  const deliver = async () => dispatcher.closed(corporationId, (await dispatcher.trigger(corporationId, taxId)).triggerId);
  const warnings = async () => (await dispatcher.ask('webhooks.warnings', { corporationId })).warnings;
  const resend = async (deliveryId: string, attempts: number) => {
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    await waitUntil(async () => {
      const { delivery } = await dispatcher.ask('deliveries.one', { corporationId, deliveryId });
      return delivery.attempts === attempts && delivery.state !== 'PENDING';
    });
  };
  const anHourAgo = () =>
    dispatcher.database.query(`UPDATE webhooks.configuration SET failing_since = now() - interval '61 minutes' WHERE id = $1`, [
      configurationId,
    ]);
  const listed = async () => (await dispatcher.ask('webhooks.list', { corporationId })).configurations[0]!;

  const unharmed = { health: { failuresInRow: 0, failingSince: null }, lastDay: { succeeded: 1, failed: 0, pending: 0 } };

  it('raises one warning after ten failures in a row, with an example delivery, and stays active', async () => {
    const { delivery } = await deliver();
    const [warning, ...others] = await warnings();
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      configurationId,
      name: 'Cartera',
      cause: 'ten_in_a_row',
      failuresInRow: 10,
      endedAt: null,
      example: { deliveryId: delivery.deliveryId, taxId, lastStatus: 500, lastFailure: 'http' },
    });
    expect((await listed()).health).toMatchObject({ failuresInRow: 10, warnedAt: warning!.raisedAt });
    await deliver();
    expect(await warnings()).toMatchObject([{ warningId: warning!.warningId, raisedAt: warning!.raisedAt, failuresInRow: 20 }]);
    expect((await listed()).active).toBe(true);
  });

  /** The failures in a row are reset after a success was recorded. */
  const untilEnded = () => waitUntil(async () => (await warnings()).every(({ endedAs }) => endedAs !== null), { what: 'the warning ends' });

  it('raises no warning before the tenth failure', async () => {
    status = 410;
    for (let time = 1; time < 10; time += 1) await deliver();
    expect(await warnings()).toEqual([]);
    await deliver();
    expect(await warnings()).toMatchObject([{ cause: 'ten_in_a_row', failuresInRow: 10 }]);
  });

  it('ends its warning when it recovers, and raises another when it fails again', async () => {
    await deliver();
    status = 200;
    await deliver();
    await untilEnded();
    expect(await warnings()).toMatchObject([{ cause: 'ten_in_a_row', failuresInRow: 0, endedAs: 'recovered', example: null }]);
    expect((await listed()).health).toEqual({ failuresInRow: 0, failingSince: null, warnedAt: null });
    status = 500;
    await deliver();
    expect((await warnings()).map(({ endedAs }) => endedAs)).toEqual([null, 'recovered']);
  });

  it('raises a warning after an hour, even while nothing is sent to it', async () => {
    status = 410;
    await deliver();
    await anHourAgo();
    await dispatcher.stopReplicas();
    await dispatcher.startReplica();
    await waitUntil(async () => (await warnings()).length > 0);
    expect(await warnings()).toMatchObject([{ cause: 'an_hour', failuresInRow: 1, endedAt: null }]);
    await waitUntil(async () =>
      new RegExp(`vigia_webhook_failing_seconds\\{configuration="${configurationId}",corporation="${corporationId}"\\} 3[67]\\d\\d`).test(
        await register.metrics(),
      ),
    );
  });

  it('raises one warning across several replicas, even after they are replaced', async () => {
    await dispatcher.startReplica();
    const triggers = await Promise.all([1, 2, 3].map(() => dispatcher.triggerPatiently(corporationId, taxId)));
    await Promise.all(triggers.map(({ triggerId }) => dispatcher.closed(corporationId, triggerId)));
    await dispatcher.stopReplicas();
    await dispatcher.startReplica();
    const [warning] = await warnings();
    await deliver();
    expect(await warnings()).toMatchObject([{ warningId: warning!.warningId, failuresInRow: 40 }]);
  });

  it('ends its warning when it is switched off, and starts anew when it is switched on', async () => {
    await deliver();
    const edit = (active: boolean) => dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active } });
    await edit(false);
    expect(await warnings()).toMatchObject([{ endedAs: 'switched_off' }]);
    expect((await edit(true)).configuration.health).toEqual({ failuresInRow: 0, failingSince: null, warnedAt: null });
  });

  it('ends its warning when a restore has left it switched off', async () => {
    await deliver();
    expect(await warnings()).toMatchObject([{ endedAt: null }]);
    await dispatcher.database.query('UPDATE webhooks.configuration SET active_place = NULL WHERE id = $1', [configurationId]);
    await untilEnded();
    expect(await warnings()).toMatchObject([{ endedAs: 'switched_off' }]);
  });

  it('does not count failed resends, and recovers by a resend that arrives', async () => {
    status = 410;
    const { delivery } = await deliver();
    for (let attempts = 2; attempts < 12; attempts += 1) await resend(delivery.deliveryId, attempts);
    expect((await listed()).health.failuresInRow).toBe(1);
    status = 500;
    await deliver();
    expect(await warnings()).toMatchObject([{ failuresInRow: 11, endedAt: null }]);
    status = 200;
    await resend(delivery.deliveryId, 12);
    await untilEnded();
    expect(await warnings()).toMatchObject([{ endedAs: 'recovered' }]);
  });

  it('shows in its hours the failures before a resend, and how long its answers took', async () => {
    const failed = await deliver();
    status = 200;
    await deliver();
    await resend(failed.delivery.deliveryId, 11);
    const { triggerId } = await dispatcher.ask('webhooks.test', { corporationId, configurationId });
    const test = await dispatcher.closed(corporationId, triggerId);
    await dispatcher.database.query('UPDATE webhooks.attempt SET first_byte_ms = 60000 WHERE delivery_id = $1', [test.delivery.deliveryId]);
    const hoursOf = async (hours: number) => (await dispatcher.ask('webhooks.health', { corporationId, configurationId, hours })).hours;
    const hours = await hoursOf(2);
    expect(hours).toHaveLength(2);
    // An hour may have begun between the two.
    const total = (count: 'succeeded' | 'failed' | 'pending') => hours.reduce((all, hour) => all + hour[count], 0);
    expect([total('succeeded'), total('failed'), total('pending')]).toEqual([1, 1, 0]);
    const { p95Ms } = hours.find(({ succeeded }) => succeeded === 1)!;
    expect(p95Ms).toEqual(expect.any(Number));
    expect(p95Ms).toBeLessThan(60_000);
    expect((await listed()).lastDay).toEqual({ succeeded: 1, failed: 1, pending: 0 });
    expect((await hoursOf(168)).map(({ hour }) => hour)).toHaveLength(168);
    await expect(dispatcher.ask('webhooks.health', { corporationId: randomUUID(), configurationId, hours: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('counts the retries of a failed resend neither in its health nor in its hours', async () => {
    status = 200;
    const { delivery } = await deliver();
    status = 500;
    await resend(delivery.deliveryId, 11);
    await dispatcher.database.query('UPDATE webhooks.attempt SET first_byte_ms = number * 1000 WHERE delivery_id = $1', [
      delivery.deliveryId,
    ]);
    expect(await listed()).toMatchObject(unharmed);
    expect(await warnings()).toEqual([]);
    const { hours } = await dispatcher.ask('webhooks.health', { corporationId, configurationId, hours: 2 });
    expect(hours).toContainEqual({ hour: expect.any(String), succeeded: 1, failed: 0, pending: 0, p95Ms: 1_000 });
  });

  it('does not count a failed resend that was asked for during a successful attempt', async () => {
    held = [];
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const [first] = await waitUntil(() => held?.length === 1 && held);
    const { deliveryId } = (await dispatcher.event(corporationId, triggerId)).deliveries[0]!;
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    held = undefined;
    first!.writeHead(200).end();
    await dispatcher.delivery(corporationId, triggerId, ({ attempts, state }) => attempts === 11 && state === 'FAILED');
    const [natural, ...resent] = await dispatcher.attempts(corporationId, deliveryId);
    expect([natural!.isManual, new Set(resent.map(({ isManual }) => isManual))]).toEqual([false, new Set([true])]);
    expect(await listed()).toMatchObject(unharmed);
    expect(await warnings()).toEqual([]);
  });

  it('is the only kind that causes writes: a working receiver causes none, not even a lock', async () => {
    status = 200;
    const versions = async () =>
      dispatcher.database.query('SELECT xmin::text AS xmin, xmax::text AS xmax FROM webhooks.configuration WHERE id = $1', [
        configurationId,
      ]);
    const before = await versions();
    await deliver();
    expect(await versions()).toEqual(before);
    expect(await dispatcher.database.query('SELECT FROM webhooks.warning WHERE configuration_id = $1', [configurationId])).toEqual([]);
  });
});
