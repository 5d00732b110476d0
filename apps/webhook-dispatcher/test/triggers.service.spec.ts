import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rucCheckDigit, sections, type VigiaError } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const known = '20990000019';
const partial = '20990000027';
const unknown = '20991234561';

describe('a trigger', () => {
  let dispatcher: RunningDispatcher;
  let corporationId: string;
  let receiver: Receiver;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_TEST_CLOCK: '1' });
    await dispatcher.startReplica();
    await dispatcher.profiles.active(randomUUID(), known);
  });
  afterAll(() => dispatcher?.stop());
  beforeEach(async () => {
    corporationId = randomUUID();
    receiver = await startReceiver();
  });
  afterEach(stopReceivers);

  const configure = () => dispatcher.create(corporationId, { url: receiver.url });
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);

  it('needs a valid document and an active configuration of its corporation', async () => {
    await expect(dispatcher.trigger(corporationId, '20990000018')).rejects.toMatchObject({ code: 'document_invalid' });
    await expect(dispatcher.trigger(corporationId, known, { docType: 'DNI' })).rejects.toMatchObject({ code: 'document_invalid' });
    const refused = dispatcher.trigger(corporationId, known);
    await expect(refused).rejects.toMatchObject({ status: 400, message: 'no active webhook configured for this event' });
    const { configurationId } = await configure();
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } });
    await expect(dispatcher.trigger(corporationId, known)).rejects.toMatchObject({ code: 'webhook_not_configured' });
    expect(await dispatcher.ask('events.list', { corporationId, limit: 10 })).toEqual({ events: [] });
  });

  it('sent fifty times at once for a document without a profile is accepted once', async () => {
    await configure();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => dispatcher.triggerPatiently(corporationId, unknown)));
    const accepted = results.filter(({ status }) => status === 'fulfilled');
    const refused = results.filter((result) => result.status === 'rejected');
    expect(accepted).toHaveLength(1);
    expect(refused.map(({ reason }) => (reason as Error).message)).toEqual(
      Array.from({ length: 49 }, () => `an event for taxId ${unknown} is already in LOADING_PROFILE`),
    );
    expect((await dispatcher.ask('events.list', { corporationId, limit: 100 })).events).toHaveLength(1);
  });

  it('sent fifty times at once for an active profile is accepted every time', async () => {
    await configure();
    await dispatcher.profiles.access(corporationId, known);
    await Promise.all(Array.from({ length: 50 }, () => dispatcher.triggerPatiently(corporationId, known)));
    await waitUntil(() => receiver.received.length === 50);
    expect(new Set(bodies().map(({ triggerId }) => triggerId)).size).toBe(50);
  });

  it('gets its own answer, whatever else comes at the same time', async () => {
    const { configurationId } = await configure();
    await dispatcher.profiles.access(corporationId, known);
    const [other, without] = [randomUUID(), randomUUID()];
    await dispatcher.create(other, { url: receiver.url });
    for (const one of [other, without]) await dispatcher.profiles.access(one, known);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const requestId = randomUUID();
        const asked = [corporationId, corporationId, other, without].map((one, i) =>
          dispatcher.triggerPatiently(one, known, i < 3 ? { requestId } : {}).then(
            ({ loading }) => String(loading),
            ({ code }: { code: string }) => code,
          ),
        );
        return (await Promise.all(asked)).join();
      }),
    );
    // A request id belongs to the corporation that sent it first; no other learns what became of it.
    const [ours, theirs] = [
      'false,false,webhook_loading,webhook_not_configured',
      'webhook_loading,webhook_loading,false,webhook_not_configured',
    ];
    expect([ours, theirs]).toEqual(expect.arrayContaining(answers));
    await waitUntil(() => receiver.received.length === 10);
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } });
    const accepted = (await dispatcher.ask('events.list', { corporationId, limit: 100 })).events.length;
    expect(accepted).toBe(answers.filter((answer) => answer === ours).length);
  });

  it('is accepted once per document, however many replicas are asked and in whatever order', async () => {
    await configure();
    const documents = Array.from({ length: 40 }, (_, i) => `20990001${String(i).padStart(2, '0')}`).map((ten) => ten + rucCheckDigit(ten));
    const asked = [...documents, ...documents.toReversed(), ...documents].map((taxId) => dispatcher.triggerPatiently(corporationId, taxId));
    const results = await Promise.allSettled(asked);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(new Set(refused.map(({ reason }) => (reason as VigiaError).code))).toEqual(new Set(['webhook_loading']));
    expect(refused).toHaveLength(2 * documents.length);
  });

  it('for an active profile is refused while an event of the same document waits', async () => {
    await configure();
    await dispatcher.profiles.access(corporationId, known);
    await dispatcher.database.query(
      `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, correlation_id)
       VALUES ('trg_0', $1, 'RUC', $2, 'trigger', 'query', 'LOADING_PROFILE', gen_random_uuid(), now() + interval '1 hour', 'c')`,
      [corporationId, known],
    );
    await expect(dispatcher.trigger(corporationId, known)).rejects.toMatchObject({ code: 'webhook_loading' });
    await dispatcher.database.query(`UPDATE webhooks.event SET deadline_at = now() WHERE trigger_id = 'trg_0'`);
    await waitUntil(() => dispatcher.trigger(corporationId, known).catch(() => undefined));
    await waitUntil(() => receiver.received.length === 1);
  });

  it('that is repeated is the same event, which no other corporation can see', async () => {
    await configure();
    const requestId = randomUUID();
    const replies = await Promise.all([1, 2, 3, 4].map(() => dispatcher.triggerPatiently(corporationId, unknown, { requestId })));
    expect(new Set(replies.map(({ triggerId }) => triggerId)).size).toBe(1);
    const other = randomUUID();
    await dispatcher.create(other, { url: receiver.url });
    await expect(dispatcher.trigger(other, unknown, { requestId })).rejects.toMatchObject({ code: 'webhook_loading' });
    expect(await dispatcher.trigger(other, unknown)).toMatchObject({ loading: true });
  });

  it('for a profile whose access has ended by business time loads it again', async () => {
    await configure();
    await dispatcher.profiles.access(corporationId, known);
    await dispatcher.database.query(
      `UPDATE billing.access SET mode = 'query', expires_at = now() + interval '48 h' WHERE corporation_id = $1`,
      [corporationId],
    );
    expect(await dispatcher.trigger(corporationId, known)).toMatchObject({ loading: false });
    await dispatcher.database.query(`INSERT INTO public.test_clock VALUES (interval '49 h')`);
    try {
      expect(await dispatcher.trigger(corporationId, known)).toMatchObject({ loading: true });
    } finally {
      await dispatcher.database.query('DELETE FROM public.test_clock');
    }
  });

  it('waits until its load has ended and is settled, and delivers once', async () => {
    await configure();
    const requestId = randomUUID();
    const { triggerId, loading } = await dispatcher.trigger(corporationId, unknown, { requestId });
    expect(loading).toBe(true);
    await dispatcher.profiles.request(requestId, corporationId, unknown, 'settling', 'loaded');
    await dispatcher.profiles.access(corporationId, unknown, 'pending');
    expect(await dispatcher.event(corporationId, triggerId)).toMatchObject({
      state: 'LOADING_PROFILE',
      deliveries: [{ state: 'PENDING', attempts: 0 }],
    });
    await dispatcher.profiles.active(corporationId, unknown, 'partial', ['protestos']);
    await dispatcher.profiles.settle(requestId);
    await dispatcher.closed(corporationId, triggerId);
    expect(bodies()).toMatchObject([{ triggerId, profileLoadStatus: 'partial', failedSubhelpers: ['protestos'], data: { activo: true } }]);
    expect(await dispatcher.event(corporationId, triggerId)).toMatchObject({ state: 'DISPATCHED', loadState: 'partial' });
  });

  it('delivers a failed summary if billing refuses its load', async () => {
    await dispatcher.create(corporationId, { url: receiver.url, payloadVersion: 'v2' });
    const requestId = randomUUID();
    const { triggerId } = await dispatcher.trigger(corporationId, unknown, { requestId });
    await dispatcher.profiles.request(requestId, corporationId, unknown, 'finished', 'failed');
    await dispatcher.closed(corporationId, triggerId);
    const [{ data }] = bodies() as [{ data: Record<string, unknown> }];
    expect(data).toMatchObject({ taxId: unknown, activo: false, estado: 'failed', subhelpers_fallidos: [] });
    for (const section of sections) expect(data[section]).toEqual({ statusCode: 'SH50', data: {} });
  });

  it('joins a load that the corporation has under way', async () => {
    await configure();
    await dispatcher.profiles.access(corporationId, known);
    const requestId = randomUUID();
    await dispatcher.profiles.request(requestId, corporationId, known, 'loading', 'loading');
    await dispatcher.database.query(
      `WITH load AS (INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         VALUES (gen_random_uuid(), 'RUC', $2, 'test', now() + interval '1 hour') RETURNING id)
       UPDATE profiles.load_item SET load_id = (SELECT id FROM load) WHERE request_id = $1`,
      [requestId, known],
    );
    const { triggerId, loading } = await dispatcher.trigger(corporationId, known);
    expect(loading).toBe(true);
    await dispatcher.database.query(
      `UPDATE profiles.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE tax_id = $1`,
      [known],
    );
    await dispatcher.profiles.settle(requestId);
    expect((await dispatcher.closed(corporationId, triggerId)).delivery.state).toBe('SUCCEEDED');
  });

  it('names the sources that failed, not those that are asked for another corporation', async () => {
    await configure();
    await dispatcher.profiles.active(corporationId, partial, 'partial', ['protestos']);
    await dispatcher.database.query(
      `WITH load AS (INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         VALUES (gen_random_uuid(), 'RUC', $1, 'test', now() + interval '1 hour') RETURNING id)
       INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at)
       SELECT id, source, 'pending', now(), now() + interval '1 hour' FROM load, unnest(ARRAY['morosos_judiciales', 'trabajadores']) AS source`,
      [partial],
    );
    const { triggerId, loading } = await dispatcher.trigger(corporationId, partial);
    await dispatcher.closed(corporationId, triggerId);
    expect(loading).toBe(false);
    expect(bodies()).toMatchObject([{ profileLoadStatus: 'partial', failedSubhelpers: ['protestos'] }]);
  });

  it('skips a configuration that was switched off meanwhile, even if it is switched on again later', async () => {
    const { configurationId } = await configure();
    const requestId = randomUUID();
    const { triggerId } = await dispatcher.trigger(corporationId, unknown, { requestId });
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } });
    await dispatcher.profiles.request(requestId, corporationId, unknown, 'finished', 'failed');
    expect((await dispatcher.closed(corporationId, triggerId)).delivery.state).toBe('SKIPPED_INACTIVE');
    await dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: true } });
    await dispatcher.profiles.access(corporationId, known);
    const later = await dispatcher.trigger(corporationId, known);
    expect((await dispatcher.closed(corporationId, later.triggerId)).delivery.state).toBe('SUCCEEDED');
    expect(bodies()).toMatchObject([{ triggerId: later.triggerId }]);
  });

  describe('for a profile that others have loaded', () => {
    const previewed = async () =>
      JSON.parse((await dispatcher.ask('webhooks.preview', { corporationId, docType: 'RUC', taxId: known })).v2).data;

    it('previews a load that failed as that failure and nothing else', async () => {
      const [requestId, nothing] = [randomUUID(), { activo: false, estado: 'failed', legal: { statusCode: 'SH50', data: {} } }];
      await dispatcher.profiles.request(requestId, corporationId, known, 'finished', 'failed');
      await dispatcher.profiles.access(corporationId, known, 'failed', requestId);
      expect(await previewed()).toMatchObject({ ...nothing, subhelpers_fallidos: [] });
      await dispatcher.profiles.failure(requestId, known, 'SH51');
      expect(await previewed()).toMatchObject({ ...nothing, subhelpers_fallidos: ['protestos'], legal: { statusCode: 'SH51', data: {} } });
    });

    it('previews no current data while an ended monitoring is loaded again', async () => {
      await dispatcher.profiles.access(corporationId, known, 'pending');
      expect(await previewed()).toMatchObject({ estado: 'loading', legal: { statusCode: 'SH10' } });
      await dispatcher.database.query(
        `UPDATE billing.access SET ended_mode = 'monitoring', ended_request_id = gen_random_uuid() WHERE corporation_id = $1`,
        [corporationId],
      );
      expect(await previewed()).toMatchObject({ activo: false, estado: 'loading', legal: { statusCode: 'SH20', data: {} } });
    });
  });

  it('can be previewed with both bodies', async () => {
    await dispatcher.profiles.access(corporationId, known);
    const { v1, v2 } = await dispatcher.ask('webhooks.preview', { corporationId, docType: 'RUC', taxId: known });
    expect(JSON.parse(v1)).toMatchObject({ profileLoadStatus: 'succeeded', data: { puntaje_riesgo_servicio: null } });
    expect(JSON.parse(v2)).toMatchObject({ data: { estado: 'succeeded', alerta_servicio: { statusCode: 'SH50' } } });
  });
});

describe('a load that takes too long', () => {
  let dispatcher: RunningDispatcher;
  afterEach(async () => {
    await stopReceivers();
    await dispatcher?.stop();
  });

  it('is delivered once as it stands, with the names of the missing sources', async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_LOAD_WAIT_MS: '10000' });
    const receiver = await startReceiver();
    const corporationId = randomUUID();
    await dispatcher.create(corporationId, { url: receiver.url });
    const requestId = randomUUID();
    const { triggerId } = await dispatcher.trigger(corporationId, unknown, { requestId });
    await dispatcher.profiles.profile(unknown, 'succeeded', { legal: '{"representantes_legales":[]}' });
    await dispatcher.database.query(`UPDATE profiles.profile SET estado = NULL`);
    await dispatcher.profiles.access(corporationId, unknown, 'pending');
    await dispatcher.database.query(`UPDATE profiles.load SET state = 'open', estado = NULL, closed_at = NULL`);
    await dispatcher.database.query(
      `INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at) SELECT id, 'protestos', 'pending', now(), now() FROM profiles.load`,
    );
    await dispatcher.profiles.request(requestId, corporationId, unknown, 'loading', 'loading');
    await dispatcher.closed(corporationId, triggerId);
    expect(JSON.parse(receiver.received[0]!.body.toString())).toMatchObject({
      profileLoadStatus: 'partial',
      failedSubhelpers: ['protestos'],
    });
    await dispatcher.profiles.settle(requestId);
    const again = await dispatcher.trigger(corporationId, unknown);
    expect(again.triggerId).not.toBe(triggerId);
    expect(receiver.received).toHaveLength(1);
  });

  it('is not reported as succeeded while it is a forced update over old data', async () => {
    dispatcher = await RunningDispatcher.start();
    const [receiver, corporationId, requestId] = [await startReceiver(), randomUUID(), randomUUID()];
    await dispatcher.create(corporationId, { url: receiver.url });
    await dispatcher.create(corporationId, { url: receiver.url, payloadVersion: 'v2' });
    await dispatcher.profiles.active(corporationId, known);
    await dispatcher.profiles.request(requestId, corporationId, known, 'loading', 'loading');
    await dispatcher.database.query(`UPDATE profiles.load_request SET doc_type = NULL, mode = NULL`);
    await dispatcher.database.query(
      `WITH load AS (INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
         VALUES (gen_random_uuid(), 'RUC', $1, 'test', now() + interval '1 hour') RETURNING id),
       task AS (INSERT INTO profiles.task (load_id, source, state, due_at, deadline_at) SELECT id, 'protestos', 'pending', now(), now() FROM load)
       UPDATE profiles.load_item SET load_id = load.id FROM load`,
      [known],
    );
    const { triggerId, loading } = await dispatcher.trigger(corporationId, known);
    expect(loading).toBe(true);
    await dispatcher.database.query(`UPDATE webhooks.event SET deadline_at = now()`);
    await dispatcher.closedAll(corporationId, triggerId, 2);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body.toString()) as object);
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual(expect.objectContaining({ profileLoadStatus: 'partial', failedSubhelpers: ['protestos'] }));
    expect(bodies).toContainEqual({ triggerId, taxId: known, data: expect.objectContaining({ estado: 'loading', activo: true }) });
  });
});
