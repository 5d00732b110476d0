import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { waitUntil } from '@vigia/testing';
import { register } from 'prom-client';
import { acknowledged } from '../src/deliveries/delivery-runner.js';
import { standardHeaders } from '../src/domain/signature.js';
import { startReceiver, stopReceivers } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';
import { oddJson } from './running/stored-profiles.js';

describe('a delivery', () => {
  const taxId = '20990000019';
  let dispatcher: RunningDispatcher;
  let corporationId: string;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
    await dispatcher.profiles.active(randomUUID(), taxId, 'partial', ['protestos']);
  });
  afterAll(() => dispatcher?.stop());
  afterEach(stopReceivers);

  async function configured(url: string, given = {}) {
    corporationId = randomUUID();
    await dispatcher.profiles.access(corporationId, taxId);
    return dispatcher.create(corporationId, { url, ...given });
  }

  it('carries the summary, its headers, and a signature over exactly its bytes', async () => {
    const receiver = await startReceiver();
    const { secretKey } = await configured(receiver.url, { headers: '{"X-Api-Key":"canary"}', standardHeaders: true });
    const { triggerId, loading } = await dispatcher.trigger(corporationId, taxId);
    expect(loading).toBe(false);
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(delivery).toMatchObject({ state: 'SUCCEEDED', attempts: 1, payloadVersion: 'v1' });

    const [received] = receiver.received;
    const text = received!.body.toString('utf8');
    expect(receiver.received).toHaveLength(1);
    expect(received).toMatchObject({ method: 'POST', path: '/hook' });
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(received!.body.length),
      'x-service-trigger-id': triggerId,
      'x-api-key': 'canary',
      'webhook-id': delivery.deliveryId,
    });
    expect(received!.rawHeaders).toContain('X-Api-Key');
    expect(await verify(secretKey, text, String(received!.headers['x-service-signature']))).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ triggerId, taxId, profileLoadStatus: 'partial', failedSubhelpers: ['protestos'] });
    expect(text).toContain(oddJson);
    expect(JSON.stringify(JSON.parse(text))).not.toBe(text);

    expect(attempts).toMatchObject([
      { number: 1, state: 'SUCCEEDED', status: 200, isManual: false, remoteAddress: '127.0.0.1', failure: null },
    ]);
    expect(JSON.stringify(attempts)).not.toContain('canary');
    const answered = (await acknowledged.get()).values.find(({ metricName }) => metricName?.endsWith('_count'));
    expect(answered?.value).toBeGreaterThan(0);
    const kept = await dispatcher.ask('deliveries.body', { corporationId, deliveryId: delivery.deliveryId });
    expect(kept.body).toBe(text);
  });

  it('goes separately to each active configuration, in its version and signed by its key, the same at each retry', async () => {
    const [first, second, broken] = [
      await startReceiver(),
      await startReceiver(),
      await startReceiver((response) => response.writeHead(500).end()),
    ];
    const one = await configured(first.url);
    const two = await dispatcher.create(corporationId, { url: second.url, payloadVersion: 'v2' });
    await dispatcher.create(corporationId, { url: broken.url });
    await dispatcher.create(corporationId, { url: first.url, active: false });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const states = () => dispatcher.event(corporationId, triggerId).then(({ deliveries }) => deliveries.map(({ state }) => state).sort());
    await waitUntil(async () => !(await states()).includes('PENDING'));
    expect(await states()).toEqual(['FAILED', 'SUCCEEDED', 'SUCCEEDED']);
    expect([first, second, broken].map(({ received }) => received.length)).toEqual([1, 1, 3]);
    const [v1, v2] = [first, second].map(({ received }) => received[0]!);
    expect(Object.keys(JSON.parse(v1!.body.toString()))).toEqual(['triggerId', 'taxId', 'profileLoadStatus', 'failedSubhelpers', 'data']);
    expect(Object.keys(JSON.parse(v2!.body.toString()))).toEqual(['triggerId', 'taxId', 'data']);
    expect(await verify(one.secretKey, v1!.body.toString(), String(v1!.headers['x-service-signature']))).toBe(true);
    expect(await verify(two.secretKey, v2!.body.toString(), String(v2!.headers['x-service-signature']))).toBe(true);
    expect(await verify(one.secretKey, v2!.body.toString(), String(v2!.headers['x-service-signature']))).toBe(false);
    const identities = broken.received.map(({ body, headers }) => [
      body.toString('base64'),
      headers['x-service-signature'],
      headers['x-service-trigger-id'],
    ]);
    expect(new Set(identities.map(String)).size).toBe(1);
  });

  it('has its own webhook-id, the same at each retry and resend, even with two versions at one URL', async () => {
    const receiver = await startReceiver((response, _, { received }) => response.writeHead(received.length < 3 ? 503 : 204).end());
    await configured(receiver.url, { standardHeaders: true });
    await dispatcher.create(corporationId, { url: receiver.url, payloadVersion: 'v2', standardHeaders: true });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const deliveries = async () => (await dispatcher.event(corporationId, triggerId)).deliveries;
    await waitUntil(async () => (await deliveries()).every(({ state }) => state === 'SUCCEEDED'));
    for (const { deliveryId } of await deliveries()) await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    await waitUntil(() => receiver.received.length === 6);
    const kept = new Map<unknown, Set<string>>();
    for (const { headers, body } of receiver.received) {
      expect(headers['x-service-trigger-id']).toBe(triggerId);
      kept.set(headers['webhook-id'], (kept.get(headers['webhook-id']) ?? new Set()).add(body.toString()));
    }
    expect(new Set(kept.keys())).toEqual(new Set((await deliveries()).map(({ deliveryId }) => deliveryId)));
    expect([...kept.values()].map((bodies) => bodies.size)).toEqual([1, 1]);
  });

  it('is retried by the schedule, never early, until it succeeds', async () => {
    const receiver = await startReceiver((response, _, { received }) => response.writeHead(received.length < 3 ? 503 : 204).end());
    await configured(receiver.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(delivery).toMatchObject({ state: 'SUCCEEDED', attempts: 3, nextAttemptAt: null });
    expect(attempts.map(({ state, status }) => [state, status])).toEqual([
      ['FAILED', 503],
      ['FAILED', 503],
      ['SUCCEEDED', 204],
    ]);
    const [first, second, third] = receiver.received.map(({ at }) => at);
    expect(second! - first!).toBeGreaterThanOrEqual(50);
    expect(third! - second!).toBeGreaterThanOrEqual(100);
  });

  it('ends at status 410, and waits as long as Retry-After asks', async () => {
    const gone = await startReceiver((response) => response.writeHead(410).end());
    await configured(gone.url);
    const ended = await dispatcher.trigger(corporationId, taxId);
    expect((await dispatcher.closed(corporationId, ended.triggerId)).delivery).toMatchObject({ state: 'FAILED', attempts: 1 });

    const busy = await startReceiver((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await configured(busy.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { nextAttemptAt } = await dispatcher.delivery(
      corporationId,
      triggerId,
      ({ attempts, nextAttemptAt: at }) => attempts === 1 && Date.parse(at ?? '') > Date.now(),
    );
    expect(Date.parse(nextAttemptAt!) - Date.now()).toBeGreaterThan(500_000);
    const [configuration] = (await dispatcher.ask('webhooks.list', { corporationId })).configurations;
    expect(configuration!.health.failuresInRow).toBe(1);
  });

  it('keeps its whole retry schedule when attempts are cut off', async () => {
    const receiver = await startReceiver((response, _, { received }) =>
      response.writeHead(503, received.length < 2 ? { 'retry-after': '600' } : {}).end(),
    );
    await configured(receiver.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = await dispatcher.delivery(
      corporationId,
      triggerId,
      ({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') > Date.now(),
    );
    await dispatcher.database.query(
      `WITH cut AS (INSERT INTO webhooks.attempt (delivery_id, number, is_manual, state, ended_at)
         SELECT $1, number, false, 'INTERRUPTED', now() FROM generate_series(2, 6) AS number)
       UPDATE webhooks.delivery SET attempts = 6, next_at = now() WHERE id = $1`,
      [deliveryId],
    );
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(delivery).toMatchObject({ state: 'FAILED', attempts: 8 });
    expect(attempts.slice(-2)).toMatchObject([
      { state: 'FAILED', possibleDuplicateOf: 6 },
      { state: 'FAILED', possibleDuplicateOf: null },
    ]);
  });

  it('is resent now instead of later, with the same bytes', async () => {
    const receiver = await startReceiver((response, _, { received }) =>
      response.writeHead(received.length < 2 ? 429 : 200, { 'retry-after': '600' }).end(),
    );
    await configured(receiver.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = await dispatcher.delivery(
      corporationId,
      triggerId,
      ({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') > Date.now(),
    );
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(delivery.state).toBe('SUCCEEDED');
    expect(attempts.map(({ isManual }) => isManual)).toEqual([false, true]);
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    await waitUntil(() => receiver.received.length === 3);
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
    await expect(dispatcher.ask('deliveries.resend', { corporationId: randomUUID(), deliveryId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('names the address that each attempt was sent to, whatever the address of its webhook is now', async () => {
    const [first, second] = [await startReceiver((response) => response.writeHead(410).end()), await startReceiver()];
    const [before, after] = [`${first.url}?token=1`, second.url];
    const { configurationId } = await configured(before);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { delivery, attempts } = await dispatcher.closed(corporationId, triggerId);
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { url: after } });
    const { deliveryId } = delivery;
    const addresses = async () => {
      const [shown] = (await dispatcher.event(corporationId, triggerId)).deliveries;
      return [shown!.url, (await dispatcher.attempts(corporationId, deliveryId)).map(({ url }) => url)];
    };
    expect(attempts).toHaveLength(1);
    expect(await addresses()).toEqual([before, [before]]);
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    await waitUntil(() => second.received.length === 1);
    expect(await addresses()).toEqual([after, [before, after]]);
    // As the release before wrote it.
    await dispatcher.database.query('UPDATE webhooks.attempt SET url = NULL WHERE delivery_id = $1', [deliveryId]);
    expect(await addresses()).toEqual([null, [null, null]]);
  });

  it('is resent after the attempt under way, and not for an inactive configuration', async () => {
    const held: (() => void)[] = [];
    const receiver = await startReceiver((response) => void held.push(() => response.end()));
    const { configurationId } = await configured(receiver.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    await waitUntil(() => held.length === 1);
    const { deliveryId } = (await dispatcher.event(corporationId, triggerId)).deliveries[0]!;
    const resend = () => dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    await resend();
    held[0]!();
    await waitUntil(() => held.length === 2);
    held[1]!();
    const { attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(attempts.map(({ state, isManual }) => [state, isManual])).toEqual([
      ['SUCCEEDED', false],
      ['SUCCEEDED', true],
    ]);
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } });
    await expect(resend()).rejects.toMatchObject({ code: 'webhook_inactive', status: 409 });
    expect(receiver.received).toHaveLength(2);
  });

  it('waits until its secrets can be opened, and delays no other delivery', async () => {
    const receiver = await startReceiver();
    const { configurationId } = await configured(`${receiver.url}/sealed`);
    await dispatcher.create(corporationId, { url: `${receiver.url}/open` });
    const seal = (sealed: string) =>
      dispatcher.database.query('UPDATE webhooks.configuration SET sealed_secret_key = $2 WHERE id = $1', [configurationId, sealed]);
    const [{ sealed }] = (await dispatcher.database.query<{ sealed: string }>(
      'SELECT sealed_secret_key AS sealed FROM webhooks.configuration WHERE id = $1',
      [configurationId],
    )) as [{ sealed: string }];
    await seal('v1:lost:a:b:c');
    const givenBack = async () => (await register.getSingleMetric('vigia_webhook_given_back_total')!.get()).values[0]!.value;
    const before = await givenBack();
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    await waitUntil(() => receiver.received.length === 1);
    const waiting = async () =>
      (await dispatcher.event(corporationId, triggerId)).deliveries.find((one) => one.configurationId === configurationId)!;
    await waitUntil(async () => (await givenBack()) > before, { what: 'the attempt is given back' });
    expect(await waiting()).toMatchObject({ state: 'PENDING' });
    await seal(sealed);
    await dispatcher.database.query('UPDATE webhooks.delivery SET leased_until = NULL WHERE configuration_id = $1', [configurationId]);
    await waitUntil(async () => (await waiting()).state === 'SUCCEEDED');
    expect(await dispatcher.attempts(corporationId, (await waiting()).deliveryId)).toMatchObject([
      { number: 1, possibleDuplicateOf: null },
    ]);
  });

  it('that failed is recovered with all others since an instant, which can be counted first', async () => {
    let works = false;
    const receiver = await startReceiver((response) => response.writeHead(works ? 200 : 500).end());
    const { configurationId } = await configured(receiver.url);
    const triggers = await Promise.all([1, 2, 3].map(() => dispatcher.trigger(corporationId, taxId)));
    for (const { triggerId } of triggers) await dispatcher.closed(corporationId, triggerId);
    works = true;
    const recover = (countOnly: boolean, since = new Date(0).toISOString()) =>
      dispatcher.ask('deliveries.recover', { corporationId, configurationId, since, countOnly });
    expect(await recover(true)).toEqual({ count: 3 });
    expect(await recover(true, new Date(Date.now() + 60_000).toISOString())).toEqual({ count: 0 });
    // A delivery counts by its last attempt, which can be hours after its trigger.
    const lastAttemptAt = new Date(receiver.received.at(-1)!.at).toISOString();
    expect((await recover(true, lastAttemptAt)).count).toBeGreaterThan(0);
    expect(await recover(false)).toEqual({ count: 3 });
    for (const { triggerId } of triggers) expect((await dispatcher.closed(corporationId, triggerId)).delivery.state).toBe('SUCCEEDED');
    expect(await recover(true)).toEqual({ count: 0 });
  });

  it('ends as it had ended if its webhook is switched off while a resend waits, and can then be recovered if it had failed', async () => {
    const busyAfter = (status: number) =>
      startReceiver((response, _, { received }) =>
        received.length < 2 ? response.writeHead(status).end() : response.writeHead(429, { 'retry-after': '600' }).end(),
      );
    const { configurationId: accepted } = await configured((await busyAfter(200)).url);
    const { configurationId: refused } = await dispatcher.create(corporationId, { url: (await busyAfter(410)).url });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const deliveries = async () => (await dispatcher.event(corporationId, triggerId)).deliveries;
    const ended = async () => {
      const states = new Map((await deliveries()).map(({ configurationId, state }) => [configurationId, state]));
      return [...states.values()].includes('PENDING') ? undefined : [states.get(accepted), states.get(refused)];
    };
    const switchTo = (configurationId: string, active: boolean) =>
      dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active } });
    const recover = (countOnly: boolean) =>
      dispatcher.ask('deliveries.recover', { corporationId, configurationId: refused, since: new Date(0).toISOString(), countOnly });

    expect(await waitUntil(ended)).toEqual(['SUCCEEDED', 'FAILED']);
    const { deliveryId } = (await deliveries()).find(({ configurationId }) => configurationId === accepted)!;
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId });
    expect(await recover(false)).toEqual({ count: 1 });
    await waitUntil(async () => (await deliveries()).every(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') > Date.now()), {
      what: 'both wait for the retry of their resend',
    });
    await switchTo(accepted, false);
    await switchTo(refused, false);
    expect(await waitUntil(ended)).toEqual(['SUCCEEDED', 'FAILED']);
    await switchTo(refused, true);
    expect(await recover(true)).toEqual({ count: 1 });
  });

  it('can be diagnosed by its signature', async () => {
    const receiver = await startReceiver();
    const { secretKey } = await configured(receiver.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    const signature = String(receiver.received[0]!.headers['x-service-signature']);
    const finding = (claimed: string) => dispatcher.ask('webhooks.diagnose', { corporationId, deliveryId, signature: claimed });
    expect(await finding(signature)).toEqual({ finding: 'match' });
    expect(await finding(signature.slice('sha256='.length))).toEqual({ finding: 'prefix_missing' });
    expect(JSON.stringify(await finding('x'))).not.toContain(secretKey);
  });

  it('can be diagnosed by its Standard Webhooks signature, with its timestamp if its headers are not stored', async () => {
    const receiver = await startReceiver();
    await configured(receiver.url, { standardHeaders: true });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    const [signature, webhookTimestamp] = ['signature', 'timestamp'].map((one) => String(receiver.received[0]!.headers[`webhook-${one}`]));
    const finding = async (given: object = {}) =>
      (await dispatcher.ask('webhooks.diagnose', { corporationId, deliveryId, signature: signature!, ...given })).finding;
    expect(await finding()).toBe('match');
    expect(await finding({ signature: signature!.slice('v1,'.length) })).toBe('prefix_missing');
    await dispatcher.database.query('UPDATE webhooks.attempt SET request_headers = NULL WHERE delivery_id = $1', [deliveryId]);
    expect(await finding()).toBe('unknown');
    expect([await finding({ webhookTimestamp }), await finding({ webhookTimestamp, webhookId: 'x' })]).toEqual(['match', 'unknown']);
  });

  it('can be diagnosed by the timestamps of its ten latest attempts, and by that of an older one if it is given', async () => {
    const receiver = await startReceiver();
    const { secretKey } = await configured(receiver.url, { standardHeaders: true });
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    await dispatcher.database.query(
      `INSERT INTO webhooks.attempt (delivery_id, number, state, ended_at, is_manual, request_headers)
       SELECT $1::uuid, n, 'INTERRUPTED', now(), true, jsonb_build_array(
         jsonb_build_object('name', 'webhook-id', 'value', $1::uuid::text), jsonb_build_object('name', 'webhook-timestamp', 'value', n::text))
       FROM generate_series(101, 111) AS n`,
      [deliveryId],
    );
    const finding = async (second: number, given: object = {}) => {
      const sent = standardHeaders(receiver.received[0]!.body, {
        secretKeys: [secretKey],
        id: deliveryId,
        sentAt: new Date(1_000 * second),
      });
      const signature = sent['webhook-signature'];
      return (await dispatcher.ask('webhooks.diagnose', { corporationId, deliveryId, signature, ...given })).finding;
    };
    expect([await finding(111), await finding(102), await finding(101)]).toEqual(['match', 'match', 'unknown']);
    expect(await finding(101, { webhookTimestamp: '101' })).toBe('match');
  });

  it('shows its hundred newest attempts, oldest first', async () => {
    const receiver = await startReceiver();
    await configured(receiver.url);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    await dispatcher.database.query(
      `INSERT INTO webhooks.attempt (delivery_id, number, state, ended_at, is_manual)
       SELECT $1, n, 'SUCCEEDED', now(), true FROM generate_series(2, 250) AS n`,
      [deliveryId],
    );
    const shown = await dispatcher.attempts(corporationId, deliveryId);
    expect(shown.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, i) => 151 + i));
  });

  it('is listed page by page, forward and back, while others are added', async () => {
    const receiver = await startReceiver();
    const { configurationId } = await configured(receiver.url);
    const fire = async () => (await dispatcher.trigger(corporationId, taxId)).triggerId;
    const made = [await fire(), await fire(), await fire()];
    const page = async (given: object) =>
      (await dispatcher.ask('deliveries.list', { corporationId, configurationId, limit: 2, ...given })).deliveries;
    const newest = await page({});
    expect(newest.map(({ triggerId }) => triggerId)).toEqual([made[2], made[1]]);
    const added = await fire();
    const older = await page({ before: newest[1]!.position });
    expect(older.map(({ triggerId }) => triggerId)).toEqual([made[0]]);
    expect((await page({ after: older[0]!.position })).map(({ triggerId }) => triggerId)).toEqual([made[2], made[1]]);
    expect((await page({ after: newest[0]!.position })).map(({ triggerId }) => triggerId)).toEqual([added]);
    const { events } = await dispatcher.ask('events.list', { corporationId, limit: 10 });
    expect(events.map(({ triggerId }) => triggerId)).toEqual([added, ...made.toReversed()]);
    expect(await dispatcher.ask('events.list', { corporationId: randomUUID(), limit: 10 })).toEqual({ events: [] });
  });
});
