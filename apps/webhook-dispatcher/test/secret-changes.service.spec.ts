import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetJobs, holdLock, startServiceProcess, untilAnswered, waitUntil } from '@vigia/testing';
import { signatureOf } from '../src/domain/signature.js';
import { startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';
import { signers } from './running/signers.js';

const taxId = '20990000019';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

describe('the secret of a configuration', () => {
  let dispatcher: RunningDispatcher;
  let receiver: Receiver;
  let corporationId: string;
  let configurationId: string;
  let old: string;
  let secret: ReturnType<RunningDispatcher['secretOf']>;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
    await dispatcher.profiles.profile(taxId, 'succeeded');
  });
  afterAll(() => dispatcher?.stop());
  afterEach(stopReceivers);
  beforeEach(async () => {
    receiver = await startReceiver();
    corporationId = randomUUID();
    await dispatcher.profiles.access(corporationId, taxId);
    ({ configurationId, secretKey: old } = await dispatcher.create(corporationId, { url: receiver.url, standardHeaders: true }));
    secret = dispatcher.secretOf(corporationId, configurationId);
  });

  const shown = async () => (await dispatcher.ask('webhooks.list', { corporationId })).configurations[0]!.secret;

  /** Which secrets sign a delivery now, and which its attempt reports. */
  async function signedNow(keys: string[]) {
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { attempts } = await dispatcher.closed(corporationId, triggerId);
    const received = receiver.received.find(({ headers }) => headers['x-service-trigger-id'] === triggerId)!;
    return { ...signers(received, keys), signedBy: attempts.map(({ signedBy }) => signedBy) };
  }

  it('changes without a gap: both secrets sign from preparation to end, and attempts name them', async () => {
    expect(await signedNow([old])).toEqual({ plain: old, standard: [old], signedBy: [[1]] });
    const next = await secret.prepare();
    expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await shown()).toEqual({ number: 1, change: { state: 'prepared', otherNumber: 2, since: expect.any(String), until: null } });
    expect(await signedNow([old, next])).toEqual({ plain: old, standard: [old, next], signedBy: [[1, 2]] });
    const { configuration } = await secret.switch(next);
    const { since, until } = configuration.secret.change!;
    expect(configuration.secret).toMatchObject({ number: 2, change: { state: 'switched', otherNumber: 1 } });
    expect(Date.parse(until!) - Date.parse(since)).toBe(72 * 3_600_000);
    expect(await signedNow([old, next])).toEqual({ plain: next, standard: [next, old], signedBy: [[2, 1]] });
    expect((await secret.end()).configuration.secret).toEqual({ number: 2, change: null });
    expect(await signedNow([old, next])).toEqual({ plain: next, standard: [next], signedBy: [[2]] });
    const [row] = await dispatcher.database.query('SELECT * FROM webhooks.configuration WHERE id = $1', [configurationId]);
    for (const key of [old, next]) expect(JSON.stringify(row)).not.toContain(key);
  });

  it('can be changed back, and never reuses a number', async () => {
    const withdrawn = await secret.prepare();
    expect((await secret.withdraw()).configuration.secret).toEqual({ number: 1, change: null });
    const next = await secret.prepare();
    expect(next).not.toBe(withdrawn);
    expect(await codeOf(secret.switch(withdrawn))).toBe('secret_key_wrong');
    await secret.switch(next);
    expect((await secret.revert()).configuration.secret).toMatchObject({
      number: 1,
      change: { state: 'prepared', otherNumber: 3, until: null },
    });
    expect(await signedNow([old, next])).toEqual({ plain: old, standard: [old, next], signedBy: [[1, 3]] });
    await secret.switch(next);
    expect(await shown()).toMatchObject({ number: 3, change: { otherNumber: 1 } });
  });

  it('signs with one key at a time without the headers of Standard Webhooks', async () => {
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { standardHeaders: false } });
    const next = await secret.prepare();
    expect(await signedNow([old, next])).toMatchObject({ plain: old, signedBy: [[1]] });
    await secret.switch(next);
    expect(await signedNow([old, next])).toMatchObject({ plain: next, signedBy: [[2]] });
  });

  it('refuses every step that is not next, and says why', async () => {
    const steps = () =>
      Promise.all([secret.withdraw(), secret.switch('whsec_x'), secret.revert(), secret.end()].map((step) => codeOf(step)));
    expect(await steps()).toEqual(['secret_not_prepared', 'secret_not_prepared', 'secret_not_switched', 'secret_not_switched']);
    const next = await secret.prepare();
    expect(await codeOf(secret.prepare())).toBe('secret_prepared');
    expect(await codeOf(secret.end())).toBe('secret_not_switched');
    expect(await codeOf(secret.revert())).toBe('secret_not_switched');
    expect(await codeOf(secret.switch(old))).toBe('secret_key_wrong');
    await secret.switch(next);
    expect(await codeOf(secret.prepare())).toBe('secret_switched');
    expect(await codeOf(secret.withdraw())).toBe('secret_switched');
    expect(await codeOf(secret.switch(next))).toBe('secret_switched');
    const strangers = dispatcher.secretOf(randomUUID(), configurationId);
    expect(await codeOf(strangers.end())).toBe('not_found');
    expect(await shown()).toMatchObject({ number: 2, change: { state: 'switched' } });
  });

  it('is changed by one of five concurrent callers', async () => {
    const atOnce = (step: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: 5 }, () => codeOf(untilAnswered(step)))).then((codes) => codes.toSorted());
    const keys: string[] = [];
    const prepared = await atOnce(async () => keys.push(await secret.prepare()));
    expect(prepared).toEqual(['done', ...Array.from({ length: 4 }, () => 'secret_prepared')]);
    expect(await atOnce(() => secret.switch(keys[0]!))).toEqual(['done', ...Array.from({ length: 4 }, () => 'secret_switched')]);
    expect(await atOnce(() => secret.end())).toEqual(['done', ...Array.from({ length: 4 }, () => 'secret_not_switched')]);
    expect(await shown()).toEqual({ number: 2, change: null });
  });

  it('is changed once by a repeated message', async () => {
    const ids = { prepare: randomUUID(), switch: randomUUID(), revert: randomUUID(), withdraw: randomUUID() };
    const next = await secret.prepare(ids.prepare);
    expect(await secret.prepare(ids.prepare)).toBe(next);
    for (let i = 0; i < 2; i += 1) await secret.switch(next, ids.switch);
    expect(await shown()).toMatchObject({ number: 2, change: { otherNumber: 1 } });
    for (let i = 0; i < 2; i += 1) await secret.revert(ids.revert);
    expect(await shown()).toMatchObject({ number: 1, change: { otherNumber: 2 } });
    for (let i = 0; i < 2; i += 1) await secret.withdraw(ids.withdraw);
    expect(await shown()).toEqual({ number: 1, change: null });
  });

  it('no longer signs 72 hours after the switch to the next one, even before it is deleted', async () => {
    const next = await secret.prepare();
    await secret.switch(next);
    await dispatcher.database.query('UPDATE webhooks.configuration SET other_until = now() WHERE id = $1', [configurationId]);
    expect(await signedNow([old, next])).toEqual({ plain: next, standard: [next], signedBy: [[2]] });
    expect(await shown()).toEqual({ number: 2, change: null });
    expect(await codeOf(secret.revert())).toBe('secret_not_switched');
    await dispatcher.startReplica();
    const kept = 'SELECT FROM webhooks.configuration WHERE id = $1 AND (other_number IS NOT NULL OR sealed_other_key IS NOT NULL)';
    await waitUntil(async () => (await dispatcher.database.query(kept, [configurationId])).length === 0);
    expect(await secret.prepare()).toMatch(/^whsec_/);
    expect(await shown()).toMatchObject({ change: { otherNumber: 3 } });
  });

  it('signs a retry if it is valid then, so that attempts show a refusal after the switch', async () => {
    const statuses = [500, 401];
    const failing = await startReceiver((response) => response.writeHead(statuses.shift() ?? 200).end());
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { url: failing.url } });
    const next = await secret.prepare();
    await secret.switch(next);
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { delivery } = await dispatcher.closed(corporationId, triggerId);
    await secret.revert();
    await dispatcher.ask('deliveries.resend', { corporationId, deliveryId: delivery.deliveryId });
    await waitUntil(() => failing.received.length === 4);
    const { attempts } = await dispatcher.closed(corporationId, triggerId);
    expect(attempts.map(({ status, signedBy }) => [status, signedBy])).toEqual([
      [500, [2, 1]],
      [401, [2, 1]],
      [200, [2, 1]],
      [200, [1, 2]],
    ]);
    expect(failing.received.map((one) => signers(one, [old, next]).plain)).toEqual([next, next, next, old]);
  });

  it('stays unchanged while its row is locked: the change fails as unavailable', async () => {
    const lock = await holdLock(dispatcher.database, 'SELECT FROM webhooks.configuration WHERE id = $1 FOR UPDATE', [configurationId]);
    try {
      expect(await codeOf(secret.prepare())).toBe('unavailable');
    } finally {
      await lock.release();
    }
    expect(await shown()).toEqual({ number: 1, change: null });
    expect(await signedNow([old])).toMatchObject({ plain: old, standard: [old] });
  });

  it('is distinguished by a signature check from a second valid secret and from foreign ones', async () => {
    const { secretKey: foreign } = await dispatcher.create(corporationId, { url: receiver.url, active: false });
    const next = await secret.prepare();
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    const { body, headers } = receiver.received[0]!;
    const standard = String(headers['webhook-signature']).split(' ');
    // One after the other: of the checks of a corporation only a few may wait.
    const findings = async () => {
      const found: string[] = [];
      for (const signature of [signatureOf(body, old), signatureOf(body, next), ...standard, signatureOf(body, foreign)]) {
        found.push((await dispatcher.ask('webhooks.diagnose', { corporationId, deliveryId, signature })).finding);
      }
      return found;
    };
    expect(await findings()).toEqual(['match', 'match_other_secret', 'match', 'match_other_secret', 'other_secret']);
    await secret.switch(next);
    expect(await findings()).toEqual(['match_other_secret', 'match', 'match_other_secret', 'match', 'other_secret']);
    await dispatcher.database.query('UPDATE webhooks.configuration SET other_until = now() WHERE id = $1', [configurationId]);
    expect(await findings()).toEqual(['unknown', 'match', 'unknown', 'match', 'other_secret']);
  });

  it('of another configuration is recognized by a signature check during a change, if it can be opened', async () => {
    const other = await dispatcher.create(corporationId, { url: receiver.url, active: false });
    const next = await dispatcher.secretOf(corporationId, other.configurationId).prepare();
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { deliveryId } = (await dispatcher.closed(corporationId, triggerId)).delivery;
    const signature = signatureOf(receiver.received[0]!.body, next);
    const diagnosed = () => dispatcher.ask('webhooks.diagnose', { corporationId, deliveryId, signature });
    expect(await diagnosed()).toEqual({ finding: 'other_secret' });
    await dispatcher.database.query(`UPDATE webhooks.configuration SET sealed_secret_key = 'v1:lost:a:b:c' WHERE id = $1`, [
      other.configurationId,
    ]);
    expect(await diagnosed()).toEqual({ finding: 'unknown' });
  });

  it('is not named by attempts that recorded no numbers', async () => {
    const { triggerId } = await dispatcher.trigger(corporationId, taxId);
    const { delivery } = await dispatcher.closed(corporationId, triggerId);
    await dispatcher.database.query('UPDATE webhooks.attempt SET signed_by = NULL WHERE delivery_id = $1', [delivery.deliveryId]);
    expect((await dispatcher.attempts(corporationId, delivery.deliveryId))[0]!.signedBy).toBeNull();
  });
});

describe('a change of secrets', () => {
  let dispatcher: RunningDispatcher;
  let receiver: Receiver;
  const corporationId = randomUUID();

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
    await dispatcher.profiles.active(corporationId, taxId);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await dispatcher?.stop();
    await stopReceivers();
  });

  const points = (['prepare', 'withdraw', 'switch', 'revert', 'end'] as const).flatMap((step) => [
    { step, failpoint: 'dispatcher.secret-uncommitted', isDone: false },
    { step, failpoint: `secrets.${step}.handled`, isDone: true },
  ]);

  it.each(points)('survives a kill at $failpoint of $step', async ({ step, failpoint, isDone }) => {
    const { configurationId, secretKey: old } = await dispatcher.create(corporationId, { url: receiver.url, standardHeaders: true });
    const secret = dispatcher.secretOf(corporationId, configurationId);
    const next = step === 'prepare' ? undefined : await secret.prepare();
    if (step === 'revert' || step === 'end') await secret.switch(next!);
    const keys = next === undefined ? [old] : [old, next];

    await dispatcher.stopReplicas();
    // A job that an earlier child left would end this one at the same point.
    await forgetJobs(dispatcher.brokerUrl, dispatcher.database);
    const child = await startServiceProcess(
      'webhook-dispatcher',
      dispatcher.environmentOf({ VIGIA_LOG_FILE: '', VIGIA_FAILPOINT: failpoint }),
    );
    const changeId = randomUUID();
    const take = () => (step === 'switch' ? secret.switch(next!, changeId) : secret[step](changeId));
    // Nobody replies, or a later replica does when it takes over the message.
    void take().catch(() => undefined);
    expect(await child.ended).toBe('SIGKILL');

    const numbers = async () => {
      const [row] = await dispatcher.database.query<{ signing: number; other: number | null }>(
        'SELECT secret_number AS signing, other_number AS other FROM webhooks.configuration WHERE id = $1',
        [configurationId],
      );
      return [row!.signing, row!.other];
    };
    const before = { prepare: [1, null], withdraw: [1, 2], switch: [1, 2], revert: [2, 1], end: [2, 1] }[step];
    const after = { prepare: [1, 2], withdraw: [1, null], switch: [2, 1], revert: [1, 2], end: [2, null] }[step];
    expect(await numbers()).toEqual(isDone ? after : before);

    await dispatcher.startReplica();
    const sent = receiver.received.length;
    await dispatcher.ask('webhooks.preflight', { corporationId, configurationId });
    const { plain, standard } = signers(receiver.received[sent]!, keys);
    // A key that was never shown may add a second signature, but never signs alone.
    expect(keys).toContain(plain);
    expect(standard[0]).toBe(plain);

    const repeated = await take();
    expect(await numbers()).toEqual(after);
    // A repeated preparation returns the key that was prepared.
    expect(typeof repeated === 'string' ? await codeOf(secret.switch(repeated)) : 'done').toBe('done');
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } });
  });
});
