import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshRuc } from '@vigia/testing';
import { triggerIdOf } from '../src/domain/envelope.js';
import { startReceiver, stopReceivers, type Receiver } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

const legal = '{"representantes_legales":[]}';

describe('an event that waits for a load', () => {
  let dispatcher: RunningDispatcher;
  let corporationId: string;
  let receiver: Receiver;
  let taxId: string;
  let requestId: string;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start();
  });
  afterAll(() => dispatcher?.stop());
  beforeEach(async () => {
    [corporationId, taxId, requestId] = [randomUUID(), freshRuc(), randomUUID()];
    receiver = await startReceiver();
    await dispatcher.create(corporationId, { url: receiver.url, payloadVersion: 'v2' });
  });
  afterEach(stopReceivers);

  const trigger = async () => expect(await dispatcher.trigger(corporationId, taxId, { requestId })).toMatchObject({ loading: true });
  const finish = (item: 'loaded' | 'skipped' | 'failed') => dispatcher.profiles.request(requestId, corporationId, taxId, 'finished', item);

  const waitsNoLonger = () =>
    dispatcher.database.query('UPDATE webhooks.event SET deadline_at = now() WHERE trigger_id = $1', [triggerIdOf(requestId)]);

  /** The delivered bodies about the document, and how its load ended for v1. */
  async function told() {
    await dispatcher.closed(corporationId, triggerIdOf(requestId));
    const { loadState } = await dispatcher.event(corporationId, triggerIdOf(requestId));
    const bodies = receiver.received.map(({ body }) => JSON.parse(body.toString()) as { taxId: string; data: object });
    return { loadState, data: bodies.filter((body) => body.taxId === taxId).map(({ data }) => data) };
  }

  /** A later event that can be dispatched is dispatched after those before it. */
  async function laterOneIsTold() {
    const [later, itsRequest] = [freshRuc(), randomUUID()];
    await dispatcher.trigger(corporationId, later, { requestId: itsRequest });
    await dispatcher.profiles.request(itsRequest, corporationId, later, 'finished', 'failed');
    await dispatcher.closed(corporationId, triggerIdOf(itsRequest));
  }

  describe('of a document that belongs to a list', () => {
    let listId: string;

    beforeEach(async () => {
      listId = randomUUID();
      await dispatcher.profiles.profile(taxId, 'succeeded', { legal });
      await dispatcher.profiles.request(listId, corporationId, taxId, 'loading', 'loaded');
      await dispatcher.profiles.access(corporationId, taxId, 'pending', listId);
      await trigger();
      await finish('skipped');
    });

    it('is dispatched once the list is settled, even if its own request finishes earlier', async () => {
      await laterOneIsTold();
      expect(await dispatcher.event(corporationId, triggerIdOf(requestId))).toMatchObject({ state: 'LOADING_PROFILE' });
      await dispatcher.profiles.access(corporationId, taxId, 'active');
      await dispatcher.profiles.settle(listId);
      expect(await told()).toMatchObject({ loadState: 'succeeded', data: [{ activo: true, estado: 'succeeded' }] });
    });

    it('is dispatched with the current state when its wait is over', async () => {
      await waitsNoLonger();
      expect(await told()).toMatchObject({ loadState: 'partial', data: [{ activo: false, estado: 'loading' }] });
    });

    describe('whose load has failed', () => {
      const failure = { activo: false, subhelpers_fallidos: ['protestos'], legal: { statusCode: 'SH51', data: {} } };
      beforeEach(() => dispatcher.profiles.failure(listId, taxId, 'SH51'));

      it('is dispatched as that failure when its wait is over, whatever others have loaded', async () => {
        await waitsNoLonger();
        expect(await told()).toMatchObject({ loadState: 'failed', data: [{ ...failure, estado: 'failed' }] });
      });

      it.each(['loading', 'loaded'] as const)('is dispatched as loading if its corporation loads it again: %s', async (item) => {
        const again = randomUUID();
        await dispatcher.profiles.request(again, corporationId, taxId, 'loading', item);
        if (item === 'loading') await dispatcher.profiles.opened(again, taxId);
        await waitsNoLonger();
        expect(await told()).toMatchObject({
          loadState: 'failed',
          data: [{ ...failure, estado: 'loading', legal: { statusCode: 'SH20', data: {} } }],
        });
      });
    });
  });

  it('waits while the request that holds the access is not on record, until billing ends that access', async () => {
    await dispatcher.profiles.access(corporationId, taxId, 'pending', randomUUID());
    await trigger();
    await finish('skipped');
    await laterOneIsTold();
    expect(await dispatcher.event(corporationId, triggerIdOf(requestId))).toMatchObject({ state: 'LOADING_PROFILE' });
    await dispatcher.database.query(`UPDATE billing.access SET state = 'failed' WHERE corporation_id = $1`, [corporationId]);
    expect(await told()).toMatchObject({ data: [{ activo: false, estado: 'failed' }] });
  });

  describe('of which billing has not heard when its wait is over', () => {
    const sections = (code: string) => ({ legal: { statusCode: code, data: {} }, alerta_servicio: { statusCode: code, data: {} } });
    const underWay = { loadState: 'failed', data: [{ activo: false, estado: 'loading', subhelpers_fallidos: [], ...sections('SH20') }] };
    const item = (request: 'loading' | 'settling', state: 'loading' | 'loaded') =>
      dispatcher.profiles.request(requestId, corporationId, taxId, request, state);

    beforeEach(async () => {
      await trigger();
      await dispatcher.profiles.profile(taxId, 'succeeded', { legal });
    });

    it.each([
      ['loading', 'loading'],
      ['settling', 'loaded'],
    ] as const)('says that it is loading, and nothing that others have loaded: %s, %s', async (request, state) => {
      await item(request, state);
      await waitsNoLonger();
      expect(await told()).toMatchObject(underWay);
    });

    it('awaits no section that does not apply to the document', async () => {
      [requestId, taxId] = [randomUUID(), '99990001'];
      await dispatcher.trigger(corporationId, taxId, { requestId, docType: 'DNI' });
      await dispatcher.profiles.request(requestId, corporationId, taxId, 'loading', 'loading', 'DNI');
      await waitsNoLonger();
      const { data } = await told();
      expect(data).toMatchObject([
        { estado: 'loading', legal: { statusCode: 'SH40', data: {} }, boletin: { statusCode: 'SH20', data: {} } },
      ]);
    });

    it('says so of an ended query', async () => {
      await dispatcher.profiles.access(corporationId, taxId);
      await dispatcher.database.query(
        `UPDATE billing.access SET mode = 'query', state = 'expired', expires_at = now() WHERE corporation_id = $1`,
        [corporationId],
      );
      await item('settling', 'loaded');
      await waitsNoLonger();
      expect(await told()).toMatchObject(underWay);
    });

    it('says so of ended monitoring, with its past', async () => {
      await dispatcher.profiles.access(corporationId, taxId);
      await dispatcher.database.query(
        `UPDATE billing.access SET state = 'expired', expires_at = now() - interval '1 day' WHERE corporation_id = $1`,
        [corporationId],
      );
      await dispatcher.profiles.past(corporationId, taxId, 'legal', '{"representantes_legales":["then"]}');
      await item('settling', 'loaded');
      await waitsNoLonger();
      expect(await told()).toMatchObject({
        loadState: 'partial',
        data: [{ activo: false, estado: 'loading', legal: { statusCode: 'SH10', data: { representantes_legales: ['then'] } } }],
      });
    });

    it('names the sources of a load that has failed, and says that it failed if no load was taken', async () => {
      await item('loading', 'loading');
      await dispatcher.profiles.failure(requestId, taxId, 'SH51');
      await waitsNoLonger();
      expect(await told()).toMatchObject({
        loadState: 'failed',
        data: [{ activo: false, estado: 'failed', subhelpers_fallidos: ['protestos'], ...sections('SH50') }],
      });
      const never = { corporationId, taxId: freshRuc(), requestId: randomUUID() };
      await dispatcher.trigger(corporationId, never.taxId, { requestId: never.requestId });
      await dispatcher.database.query('UPDATE webhooks.event SET deadline_at = now() WHERE trigger_id = $1', [
        triggerIdOf(never.requestId),
      ]);
      await dispatcher.closed(corporationId, triggerIdOf(never.requestId));
      const last = JSON.parse(receiver.received.at(-1)!.body.toString()) as object;
      expect(last).toMatchObject({ taxId: never.taxId, data: { estado: 'failed', ...sections('SH50') } });
    });
  });

  describe('of an active profile in a list that is updated by force', () => {
    beforeEach(async () => {
      const updateId = randomUUID();
      await dispatcher.profiles.active(corporationId, taxId);
      await dispatcher.profiles.request(updateId, corporationId, taxId, 'loading', 'loading');
      await dispatcher.profiles.opened(updateId, taxId);
      await dispatcher.database.query('UPDATE profiles.load_request SET doc_type = NULL, mode = NULL WHERE id = $1', [updateId]);
      await trigger();
    });

    const endItsLoad = () =>
      dispatcher.database.query(
        `WITH load AS (UPDATE profiles.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE tax_id = $1 AND state = 'open')
         UPDATE profiles.load_item SET state = 'loaded' WHERE tax_id = $1`,
        [taxId],
      );
    const stateAfterLaterOnes = async () => {
      await laterOneIsTold();
      return (await dispatcher.event(corporationId, triggerIdOf(requestId))).state;
    };

    it('is dispatched once its own load has ended, while the rest of the list still loads', async () => {
      expect(await stateAfterLaterOnes()).toBe('LOADING_PROFILE');
      await endItsLoad();
      expect(await told()).toMatchObject({ loadState: 'succeeded', data: [{ activo: true, estado: 'succeeded' }] });
    });

    it('waits for the whole update if its monitoring has ended by then, which the update may renew', async () => {
      await dispatcher.database.query('UPDATE billing.access SET expires_at = now() WHERE corporation_id = $1', [corporationId]);
      await endItsLoad();
      expect(await stateAfterLaterOnes()).toBe('LOADING_PROFILE');
    });
  });

  it('for an ended monitoring that is loaded again is dispatched with the past when its wait is over', async () => {
    await dispatcher.profiles.profile(taxId, 'succeeded', { legal, judicial: '{"boletin_concursal":true}' });
    await dispatcher.profiles.request(requestId, corporationId, taxId, 'loading', 'loading');
    await dispatcher.profiles.returning(corporationId, taxId, requestId, 'legal', '{"representantes_legales":["then"]}');
    await trigger();
    await waitsNoLonger();
    expect(await told()).toMatchObject({
      loadState: 'partial',
      data: [
        {
          activo: false,
          estado: 'loading',
          legal: { statusCode: 'SH10', data: { representantes_legales: ['then'] } },
          judicial: { statusCode: 'SH20', data: {} },
        },
      ],
    });
  });

  describe('of a monitoring that has ended by then', () => {
    const end = (endsAt: string) =>
      dispatcher.database.query(`UPDATE billing.access SET state = 'expired', expires_at = ${endsAt} WHERE corporation_id = $1`, [
        corporationId,
      ]);
    const itself = { loadState: 'succeeded', data: [{ activo: false, estado: 'succeeded', legal: { statusCode: 'SH10' } }] };
    const nothing = { loadState: 'failed', data: [{ activo: false, estado: 'failed', legal: { statusCode: 'SH50' } }] };

    it('contains what was loaded if it ended with its settlement, except what the plan excludes', async () => {
      await trigger();
      await dispatcher.profiles.profile(taxId, 'succeeded', { legal, judicial: '{"boletin_concursal":true}' });
      await dispatcher.profiles.access(corporationId, taxId, 'pending', requestId);
      await dispatcher.database.query(`UPDATE billing.access SET withheld_sections = '{judicial}' WHERE corporation_id = $1`, [
        corporationId,
      ]);
      await end('now()');
      await finish('loaded');
      const { loadState, data } = await told();
      expect({ loadState, data }).toMatchObject(itself);
      expect(data).toMatchObject([{ judicial: { statusCode: 'SH30', data: {} } }]);
    });

    it('contains what was loaded if its months ended before the sources answered', async () => {
      await trigger();
      await dispatcher.profiles.request(requestId, corporationId, taxId, 'settling', 'loaded');
      await dispatcher.profiles.profile(taxId, 'succeeded', { legal });
      await dispatcher.database.query(
        'UPDATE profiles.load_item AS item SET load_id = profile.load_id FROM profiles.profile WHERE profile.tax_id = item.tax_id AND request_id = $1',
        [requestId],
      );
      await dispatcher.profiles.access(corporationId, taxId, 'pending', requestId);
      await end(`now() - interval '1 minute'`);
      await dispatcher.profiles.settle(requestId);
      expect(await told()).toMatchObject(itself);
    });

    it('contains what was loaded by the list of the document', async () => {
      const listId = randomUUID();
      await dispatcher.profiles.profile(taxId, 'succeeded', { legal });
      await dispatcher.profiles.request(listId, corporationId, taxId, 'loading', 'loaded');
      await dispatcher.profiles.access(corporationId, taxId, 'pending', listId);
      await trigger();
      await finish('skipped');
      await end('now()');
      await dispatcher.profiles.settle(listId);
      expect(await told()).toMatchObject(itself);
    });

    it('contains nothing that was learned after the end', async () => {
      await trigger();
      await dispatcher.profiles.access(corporationId, taxId, 'pending', requestId);
      await end('now()');
      await dispatcher.profiles.profile(taxId, 'succeeded', { legal });
      await finish('loaded');
      expect(await told()).toMatchObject(nothing);
    });

    describe('before its load was asked for', () => {
      const then = {
        loadState: 'failed',
        data: [{ activo: false, estado: 'failed', legal: { statusCode: 'SH10', data: { representantes_legales: ['then'] } } }],
      };

      beforeEach(async () => {
        await dispatcher.profiles.profile(taxId, 'succeeded', { legal, judicial: '{"boletin_concursal":true}' });
        await dispatcher.profiles.access(corporationId, taxId);
        await end(`now() - interval '1 day'`);
        await dispatcher.profiles.past(corporationId, taxId, 'legal', '{"representantes_legales":["then"]}');
        await trigger();
      });

      it('contains its past if the load was refused, as the summary does, and that the load failed', async () => {
        await finish('failed');
        const { loadState, data } = await told();
        expect({ loadState, data }).toMatchObject(then);
        expect(data).toMatchObject([{ subhelpers_fallidos: [], judicial: { statusCode: 'SH20', data: {} } }]);
      });

      it('contains its past if every source failed, and names these sources', async () => {
        await dispatcher.profiles.request(requestId, corporationId, taxId, 'loading', 'loading');
        await dispatcher.profiles.failure(requestId, taxId, 'SH51');
        await dispatcher.database.query(
          `UPDATE profiles.load_request SET state = 'finished', open_items = 0, finished_at = now() WHERE id = $1`,
          [requestId],
        );
        const { loadState, data } = await told();
        expect({ loadState, data }).toMatchObject(then);
        expect(data).toMatchObject([{ subhelpers_fallidos: ['protestos'] }]);
      });

      it('contains its past and that it is loading if the wait is over before the load', async () => {
        await dispatcher.profiles.request(requestId, corporationId, taxId, 'loading', 'loading');
        await waitsNoLonger();
        expect(await told()).toMatchObject({ loadState: 'partial', data: [{ ...then.data[0], estado: 'loading' }] });
      });

      it('names the sources that have not answered by then, for v1', async () => {
        await dispatcher.database.query(`UPDATE webhooks.configuration SET payload_version = 'v1' WHERE corporation_id = $1`, [
          corporationId,
        ]);
        await dispatcher.profiles.request(requestId, corporationId, taxId, 'loading', 'loading');
        await dispatcher.profiles.opened(requestId, taxId, ['protestos']);
        await waitsNoLonger();
        expect(await told()).toMatchObject({ loadState: 'partial' });
        const [body] = receiver.received.map((one) => JSON.parse(one.body.toString()));
        expect(body).toMatchObject({ profileLoadStatus: 'partial', failedSubhelpers: ['protestos'] });
      });

      it('contains nothing if it was a query', async () => {
        await dispatcher.database.query(`UPDATE billing.access SET mode = 'query' WHERE corporation_id = $1`, [corporationId]);
        await finish('failed');
        expect(await told()).toMatchObject(nothing);
      });
    });
  });
});
