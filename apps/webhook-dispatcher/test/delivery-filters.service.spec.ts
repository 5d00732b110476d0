import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@vigia/contracts';
import { listen, startReceiver, stopReceivers } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

type Deliveries = Partial<PayloadOf<'deliveries.list'>>;
type Events = Partial<PayloadOf<'events.list'>>;

describe('the log of deliveries', () => {
  const taxId = '20990000019';
  const corporationId = randomUUID();
  let dispatcher: RunningDispatcher;
  /** Names of configurations, by id. */
  const names = new Map<string, string>();
  let trigger: string;
  let test: string;
  let between: string;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_WEBHOOK_RETRIES: 'none' });
    await dispatcher.profiles.active(corporationId, taxId);
    const answering = (status: number) => startReceiver((response) => response.writeHead(status).end());
    const [up, down] = [await answering(204), await answering(503)];
    const closed = createServer((socket) => socket.destroy());
    const urls = { up: up.url, down: down.url, silent: await listen(closed, []) };
    for (const [name, url] of Object.entries(urls)) names.set((await dispatcher.create(corporationId, { url })).configurationId, name);
    trigger = (await dispatcher.trigger(corporationId, taxId)).triggerId;
    await dispatcher.database.query('SELECT pg_sleep(0.002)');
    between = new Date().toISOString();
    test = (await dispatcher.ask('webhooks.test', { corporationId, configurationId: idOf('up') })).triggerId;
    await Promise.all([closedAll(trigger, 3), closedAll(test, 1)]);
  });
  afterAll(async () => {
    await dispatcher?.stop();
    await stopReceivers();
  });

  const idOf = (name: string) => [...names].find(([, one]) => one === name)![0];
  const closedAll = (triggerId: string, count: number) => dispatcher.closedAll(corporationId, triggerId, count);

  it.each<{ filter: Deliveries; expected: string[] }>([
    { filter: {}, expected: ['test of up', 'down', 'silent', 'up'] },
    { filter: { isTest: true }, expected: ['test of up'] },
    { filter: { isTest: false }, expected: ['down', 'silent', 'up'] },
    { filter: { httpClass: '2' }, expected: ['test of up', 'up'] },
    { filter: { httpClass: '5' }, expected: ['down'] },
    { filter: { httpClass: '4' }, expected: [] },
    { filter: { httpClass: 'none' }, expected: ['silent'] },
    { filter: { failure: 'http', httpClass: 'none' }, expected: ['silent'] },
    { filter: { failure: 'http' }, expected: ['down', 'silent'] },
    { filter: { failure: 'dns' }, expected: [] },
    { filter: { state: 'FAILED' }, expected: ['down', 'silent'] },
    { filter: { state: 'SUCCEEDED', isTest: false }, expected: ['up'] },
  ])('filtered by $filter contains the deliveries to $expected', async ({ filter, expected }) => {
    const { deliveries } = await dispatcher.ask('deliveries.list', { corporationId, limit: 10, ...filter });
    const shown = deliveries.map(({ configurationId, isTest }) => `${isTest ? 'test of ' : ''}${names.get(configurationId)}`);
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });

  it.each<[string, () => Events, () => string[]]>([
    ['all', () => ({}), () => [test, trigger]],
    ['tests', () => ({ isTest: true }), () => [test]],
    ['those with a delivery that failed', () => ({ health: 'FAILED' }), () => [trigger]],
    ['those that arrived at one receiver', () => ({ health: 'SUCCEEDED', configurationId: idOf('down') }), () => []],
    ['those for one receiver', () => ({ configurationId: idOf('silent') }), () => [trigger]],
    ['those that wait', () => ({ state: 'LOADING_PROFILE' }), () => []],
    ['those since an instant', () => ({ from: between }), () => [test]],
    ['those before it', () => ({ to: between }), () => [trigger]],
  ])('lists events: %s', async (_, filter, expected) => {
    const { events } = await dispatcher.ask('events.list', { corporationId, limit: 10, ...filter() });
    expect(events.map(({ triggerId }) => triggerId)).toEqual(expected());
  });

  it('shows the document of each delivery and the outcome of its latest attempt', async () => {
    const { deliveries } = await dispatcher.event(corporationId, trigger);
    const byName = Object.fromEntries(deliveries.map((delivery) => [names.get(delivery.configurationId), delivery]));
    expect(byName).toMatchObject({
      up: { taxId, docType: 'RUC', isTest: false, lastStatus: 204, lastFailure: null },
      down: { lastStatus: 503, lastFailure: 'http' },
      silent: { lastStatus: null, lastFailure: 'http' },
    });
    const one = byName['down']!;
    expect(await dispatcher.ask('deliveries.one', { corporationId, deliveryId: one.deliveryId })).toEqual({ delivery: one });
    await expect(dispatcher.ask('deliveries.one', { corporationId: randomUUID(), deliveryId: one.deliveryId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('finds deliveries that succeeded under a release that stored no status', async () => {
    await dispatcher.database.query(`UPDATE webhooks.delivery SET last_status = NULL WHERE trigger_id = $1 AND state = 'SUCCEEDED'`, [
      trigger,
    ]);
    const { deliveries } = await dispatcher.ask('deliveries.list', { corporationId, limit: 10, httpClass: '2', isTest: false });
    expect(deliveries).toMatchObject([{ configurationId: idOf('up'), lastStatus: null }]);
  });

  it.each([20, 2_000])('finds the events of %d failed deliveries, page by page', async (count) => {
    const other = randomUUID();
    const { configurationId } = await dispatcher.create(other, { url: 'http://127.0.0.1:9/' });
    const ids = `'trg_' || md5($1::text || i) FROM generate_series(1, $2::integer) AS i`;
    await dispatcher.database.query(
      `INSERT INTO webhooks.event (corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, dispatched_at, correlation_id, trigger_id)
       SELECT $1::uuid, 'RUC', $3, 'trigger', 'query', 'DISPATCHED', gen_random_uuid(), now(), now(), 'test', ${ids}`,
      [other, count + 2, taxId],
    );
    await dispatcher.database.query(
      `INSERT INTO webhooks.delivery (corporation_id, configuration_id, closed_at, state, trigger_id)
       SELECT $1::uuid, $3, now(), CASE WHEN i <= $2::integer - 2 THEN 'FAILED' ELSE 'SUCCEEDED' END, ${ids}`,
      [other, count + 2, configurationId],
    );
    const asked = { corporationId: other, health: 'FAILED', limit: 15 } as const;
    const first = (await dispatcher.ask('events.list', asked)).events;
    const second = (await dispatcher.ask('events.list', { ...asked, before: first.at(-1)!.position })).events;
    const shown = [...first, ...second].flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
    expect(shown).toEqual(Array.from({ length: Math.min(count, 30) }, () => 'FAILED'));
    const positions = [...first, ...second].map(({ position }) => Number(position));
    expect(positions).toEqual(Array.from(shown, (_, i) => positions[0]! - i));
  });
});
