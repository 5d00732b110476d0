import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { forgetJobs, startServiceProcess, untilWaiting, waitUntil } from '@vigia/testing';
import pg from 'pg';
import { startReceiver, stopReceivers } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const taxId = '20990000019';

describe('a delivery', () => {
  let dispatcher: RunningDispatcher;
  const corporationId = randomUUID();
  afterEach(async () => {
    await dispatcher?.stop();
    await stopReceivers();
  });

  it('survives a process that is stopped in the middle of it', async () => {
    dispatcher = await RunningDispatcher.start();
    await dispatcher.profiles.active(corporationId, taxId);
    const receiver = await startReceiver((response, _, { received }) => void (received.length > 1 && response.end()));
    await dispatcher.create(corporationId, { url: receiver.url });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    await waitUntil(() => receiver.received.length === 1);
    await dispatcher.stopReplicas();
    await dispatcher.startReplica();
    const { attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(attempts).toMatchObject([{ state: 'INTERRUPTED' }, { state: 'SUCCEEDED', possibleDuplicateOf: 1 }]);
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('survives a process that is killed in the middle of it', async () => {
    dispatcher = await RunningDispatcher.start();
    await dispatcher.profiles.active(corporationId, taxId);
    let isAlone = false;
    const receiver = await startReceiver((response) => void (isAlone && response.end()));
    await dispatcher.create(corporationId, { url: receiver.url });
    await dispatcher.stopReplicas();
    const child = await startServiceProcess('webhook-dispatcher', dispatcher.environmentOf({ VIGIA_LOG_FILE: '' }));
    try {
      const { triggerId } = await dispatcher.trigger(corporationId, taxId);
      await waitUntil(() => receiver.received.length === 1);
      const { deliveryId } = (await dispatcher.event(corporationId, triggerId)).deliveries[0]!;
      expect(await dispatcher.attempts(corporationId, deliveryId)).toMatchObject([{ number: 1, state: 'IN_FLIGHT', endedAt: null }]);
      await child.kill('SIGKILL');
      isAlone = true;
      // The lease of the dead process would run out in a minute.
      await dispatcher.database.query(`UPDATE webhooks.delivery SET leased_until = now() WHERE leased_until IS NOT NULL`);
      await dispatcher.startReplica();
      const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
      expect(delivery.state).toBe('SUCCEEDED');
      expect(attempts).toMatchObject([{ state: 'INTERRUPTED' }, { state: 'SUCCEEDED', possibleDuplicateOf: 1 }]);
      expect(receiver.received.map(({ headers }) => headers['x-service-trigger-id'])).toEqual([triggerId, triggerId]);
    } finally {
      await child.kill('SIGKILL');
    }
  });

  it('survives a broker that loses every job, again and again', async () => {
    dispatcher = await RunningDispatcher.start({
      VIGIA_WEBHOOK_CONCURRENCY: '2',
      VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: '50',
    });
    await dispatcher.profiles.active(corporationId, taxId);
    const receiver = await startReceiver((response) => void setTimeout(() => response.end(), 50));
    await dispatcher.create(corporationId, { url: receiver.url });
    const triggers = await Promise.all(Array.from({ length: 30 }, () => dispatcher.triggerPatiently(corporationId, taxId)));
    for (const atLeast of [3, 10]) {
      await waitUntil(() => receiver.received.length >= atLeast);
      await forgetJobs(dispatcher.brokerUrl, dispatcher.database);
    }
    const open = () => dispatcher.database.query(`SELECT 1 FROM webhooks.delivery WHERE state <> 'SUCCEEDED'`);
    await waitUntil(async () => (await open()).length === 0);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-trigger-id'])).size).toBe(triggers.length);
  });

  it('is attempted once among three replicas, within the slots of its receiver', async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: '3' });
    await dispatcher.startReplica();
    await dispatcher.startReplica();
    await dispatcher.profiles.active(corporationId, taxId);
    let atOnce = 0;
    let most = 0;
    const receiver = await startReceiver((response) => {
      most = Math.max(most, (atOnce += 1));
      setTimeout(() => response.end(), 40);
      response.once('close', () => (atOnce -= 1));
    });
    await dispatcher.create(corporationId, { url: receiver.url });
    await Promise.all(Array.from({ length: 40 }, () => dispatcher.triggerPatiently(corporationId, taxId)));
    const open = () => dispatcher.database.query(`SELECT 1 FROM webhooks.delivery WHERE state <> 'SUCCEEDED'`);
    await waitUntil(async () => (await open()).length === 0);
    expect(receiver.received).toHaveLength(40);
    expect(most).toBeLessThanOrEqual(3);
  });
});

describe('a preflight', () => {
  let dispatcher: RunningDispatcher;
  afterEach(async () => {
    await dispatcher?.stop();
    await stopReceivers();
  });

  it('ends with a process that stops if the receiver does not answer, and is repeated by another', async () => {
    dispatcher = await RunningDispatcher.start();
    const corporationId = randomUUID();
    const receiver = await startReceiver((response, _, { received }) => void (received.length > 1 && response.end()));
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url, active: false });
    await dispatcher.stopReplicas();
    const child = await startServiceProcess('webhook-dispatcher', dispatcher.environmentOf({ VIGIA_LOG_FILE: '' }));
    try {
      const tried = dispatcher.ask('webhooks.preflight', { corporationId, configurationId });
      await waitUntil(() => receiver.received.length === 1);
      expect(await child.kill('SIGTERM')).toBe(0);
      await dispatcher.startReplica();
      expect((await tried).steps.map(({ step, ok }) => [step, ok])).toEqual([
        ['address', true],
        ['answer', true],
      ]);
    } finally {
      await child.kill('SIGKILL');
    }
  });
});

describe('an expired body', () => {
  let dispatcher: RunningDispatcher;
  afterEach(async () => {
    await dispatcher?.stop();
    await stopReceivers();
  });

  it('is not resent while it is being purged', async () => {
    dispatcher = await RunningDispatcher.start();
    const corporationId = randomUUID();
    await dispatcher.profiles.active(corporationId, taxId);
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    await dispatcher.create(corporationId, { url: receiver.url });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    const purging = new pg.Client({ connectionString: dispatcher.database.url });
    await purging.connect();
    try {
      await purging.query('BEGIN; SELECT FROM webhooks.payload FOR UPDATE');
      const resend = () =>
        dispatcher.ask('deliveries.resend', { corporationId, deliveryId }).then(
          () => 'resent',
          ({ code }: { code: string }) => code,
        );
      const resent = resend();
      const waits = untilWaiting(dispatcher.database);
      await Promise.race([waits, resent]);
      await purging.query('UPDATE webhooks.payload SET body = NULL; COMMIT');
      // A service waits two seconds for a row, which may be over earlier on a busy machine.
      const refusal = await resent;
      expect(refusal === 'unavailable' ? await resend() : refusal).toBe('payload_purged');
      expect((await dispatcher.closed(corporationId, triggerId)).delivery).toMatchObject({ state: 'FAILED', attempts: 1 });
    } finally {
      await purging.end();
    }
  });
});

describe('overdue work', () => {
  let dispatcher: RunningDispatcher;
  afterEach(() => dispatcher?.stop());

  it('is shown by the health of a replica, which stays ready', async () => {
    dispatcher = await RunningDispatcher.start();
    const corporationId = randomUUID();
    await dispatcher.profiles.active(corporationId, taxId);
    await dispatcher.create(corporationId, { url: 'http://127.0.0.1:9/hook' });
    await dispatcher.stopReplicas();
    const child = await startServiceProcess('webhook-dispatcher', dispatcher.environmentOf({ VIGIA_LOG_FILE: '' }));
    const health = async () => (await (await fetch(`${child.url}/health/ready`)).json()) as object;
    // On a busy machine a check may come too late once.
    const untilHealthIs = (report: object) =>
      waitUntil(async () => {
        expect(await health()).toEqual(report);
        return true;
      });
    const ready = { ready: true, checks: { database: 'ok', broker: 'ok' } };
    try {
      await untilHealthIs(ready);
      const { triggerId } = await dispatcher.trigger(corporationId, taxId);
      await dispatcher.closed(corporationId, triggerId);
      // As if no attempt had ever ended.
      await dispatcher.database.query(
        `UPDATE webhooks.delivery SET state = 'PENDING', closed_at = NULL, next_at = now() - interval '10 min', leased_until = now() + interval '1 h'`,
      );
      const late = { ...ready, warnings: { delivery: expect.stringMatching(/^due for [67][0-9]{2} s$/) } };
      await waitUntil(async () => 'warnings' in (await health()));
      const [{ configurationId, age }] = (await dispatcher.database.query<{ configurationId: string; age: number }>(
        `SELECT configuration_id AS "configurationId", extract(epoch FROM now() - created_at)::int AS age FROM webhooks.delivery`,
      )) as [{ configurationId: string; age: number }];
      const metrics = await waitUntil(async () => {
        const text = await (await fetch(`${child.url}/metrics`)).text();
        return text.includes(`vigia_webhook_under_way{configuration="${configurationId}",corporation="${corporationId}"} 1`) && text;
      });
      const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
      expect(valueOf('vigia_webhook_overdue_seconds{what="delivery"}')).toBeGreaterThan(590);
      expect(Math.abs(valueOf('vigia_webhook_oldest_undelivered_seconds') - age)).toBeLessThan(15);
      await untilHealthIs(late);
      // A receiver that keeps failing has one slot, which its attempt holds: the delivery waits for the receiver, not for the dispatcher.
      await dispatcher.database.query(`UPDATE webhooks.configuration SET failures_in_row = 10, failing_since = now()`);
      await waitUntil(async () => !('warnings' in (await health())), { what: 'a delivery that waits for its receiver is not overdue' });
      await dispatcher.database.query(`UPDATE webhooks.delivery SET state = 'FAILED', closed_at = now(), next_at = NULL`);
      await waitUntil(async () => !('warnings' in (await health())));
    } finally {
      await child.kill('SIGKILL');
    }
  });
});
