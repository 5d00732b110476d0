import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { pageOfDeliveries } from '../src/deliveries/pages-of-deliveries.js';
import { pageOfEvents } from '../src/deliveries/pages-of-events.js';
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
    const [gone, next] = second.slice(1);
    await dispatcher.database.query(
      'WITH gone AS (DELETE FROM webhooks.delivery WHERE trigger_id = $1) DELETE FROM webhooks.event WHERE trigger_id = $1',
      [gone!.triggerId],
    );
    const fromGone = (await dispatcher.ask('events.list', { ...asked, before: gone!.position })).events;
    expect(fromGone[0]).toMatchObject({ triggerId: next!.triggerId });
    const beyond = { corporationId: other, limit: 10, after: '3000000000' };
    expect(await dispatcher.ask('events.list', beyond)).toEqual({ events: [] });
    expect(await dispatcher.ask('deliveries.list', beyond)).toEqual({ deliveries: [] });
  });

  describe('of a corporation with many events', () => {
    const [large, count] = [randomUUID(), 6_000];
    const start = Date.parse('2026-03-10T12:00:00Z');
    const at = (second: number) => new Date(start + second * 1_000).toISOString();
    let database: Database;
    let receivers: { old: string; both: string; none: string };

    beforeAll(async () => {
      const create = async () => (await dispatcher.create(large, { url: 'http://127.0.0.1:9/' })).configurationId;
      receivers = { old: await create(), both: await create(), none: await create() };
      await dispatcher.database.query(
        `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, dispatched_at, correlation_id, created_at)
         SELECT 'trg_' || md5($1::text || i), $1::uuid, 'RUC', (20100000000 + i % 3000)::text, CASE WHEN i IN (7, 9) THEN 'test' ELSE 'trigger' END,
           'query', 'DISPATCHED', gen_random_uuid(), now(), now(), 'test', $3::timestamptz + i * interval '1 second' FROM generate_series(1, $2::integer) AS i`,
        [large, count, at(0)],
      );
      // Those of one moment are out of the order of their events, as concurrent triggers may leave them.
      await dispatcher.database.query(
        `INSERT INTO webhooks.delivery (corporation_id, trigger_id, configuration_id, created_at, closed_at, state)
         SELECT $1::uuid, 'trg_' || md5($1::text || i), receiver, $5::timestamptz + i * interval '1 second', CASE WHEN i <> 5 THEN now() END,
           CASE WHEN i = 5 THEN 'PENDING' WHEN i % 1000 = 0 THEN 'SKIPPED_INACTIVE' ELSE 'SUCCEEDED' END
         FROM generate_series(1, $2::integer) AS i JOIN (VALUES ($3::uuid, 40), ($4::uuid, $2)) AS of (receiver, until) ON i <= until
         ORDER BY i / 3, receiver, -i`,
        [large, count, receivers.old, receivers.both, at(0)],
      );
      await dispatcher.database.query('ANALYZE webhooks.event, webhooks.delivery');
      database = await openDatabase({ url: dispatcher.database.url, service: 'webhook-dispatcher', poolSize: 1 });
    });
    afterAll(() => database?.close());

    const filters: [string, () => Events & Deliveries, number][] = [
      ['its newest', () => ({}), count],
      ['a document', () => ({ taxId: '20100000007' }), 2],
      ['what waits for a load', () => ({ state: 'LOADING_PROFILE' }), 0],
      ['tests', () => ({ isTest: true }), 2],
      ['a receiver of long ago', () => ({ configurationId: receivers.old }), 40],
      ['a receiver without deliveries', () => ({ configurationId: receivers.none }), 0],
      ['what is not decided', () => ({ health: 'PENDING' }), 1],
      ['what was given up', () => ({ health: 'SKIPPED_INACTIVE' }), count / 1000],
      ['what failed at one receiver', () => ({ health: 'FAILED', configurationId: receivers.both }), 0],
      ['a time long ago', () => ({ from: at(100), to: at(160) }), 60],
      ['what arrived before an instant', () => ({ health: 'SUCCEEDED', to: at(6) }), 4],
    ];

    /** How much a piece of work reads of the log and of its indexes. */
    async function rowsRead(work: () => Promise<unknown>): Promise<number> {
      await database.rows('BEGIN');
      // These tables are small enough to be read whole. A large log is not.
      await database.rows('SET LOCAL enable_seqscan = off');
      const read = async () => {
        const [row] = (await database.rows(
          `SELECT sum(pg_stat_get_xact_tuples_returned(pg_class.oid))::int AS rows FROM pg_class LEFT JOIN pg_index ON indexrelid = pg_class.oid
           WHERE coalesce(indrelid, pg_class.oid) IN ('webhooks.event'::regclass, 'webhooks.delivery'::regclass)`,
        )) as [{ rows: number }];
        return row.rows;
      };
      const before = await read();
      await work();
      const rows = (await read()) - before;
      await database.rows('ROLLBACK');
      return rows;
    }

    it.each(filters)('reads little of the log for a page of %s', async (_what, filter, expected) => {
      const { health, taxId: document, ...rest } = filter() as { health?: 'PENDING'; taxId?: string };
      const page = { corporationId: large, limit: 26 };
      const events = { ...page, ...rest, ...(health && { health }), ...(document && { taxId: document }) };
      const isLittle = (rows: number) => {
        expect(rows).toBeGreaterThanOrEqual(Math.min(expected, page.limit));
        expect(rows).toBeLessThan(count / 2);
      };
      isLittle(await rowsRead(() => pageOfEvents(database, events)));
      if (document !== undefined || 'state' in rest) return;
      const deliveries = { ...page, ...rest, ...(health && { state: health }) };
      isLittle(await rowsRead(() => pageOfDeliveries(database, deliveries)));
    });

    it.each(filters.slice(1))('shows each event once on its pages, downwards and upwards: %s', async (_what, filter, expected) => {
      const ask = (page: object) =>
        pageOfEvents(database, { corporationId: large, limit: 7, ...filter(), ...page } as PayloadOf<'events.list'>);
      const down: string[] = [];
      for (let page = await ask({}); page.length > 0; page = await ask({ before: page.at(-1)!.position }))
        down.push(...page.map(({ triggerId }) => triggerId));
      const up: string[] = [];
      for (let page = await ask({ after: '0' }); page.length > 0; page = await ask({ after: page[0]!.position }))
        up.unshift(...page.map(({ triggerId }) => triggerId));
      expect(new Set(down).size).toBe(expected);
      expect([down.length, up]).toEqual([expected, down]);
    });

    it('shows the events of a time whose deliveries are forgotten', async () => {
      await dispatcher.database.query('DELETE FROM webhooks.delivery WHERE corporation_id = $1 AND created_at < $2', [large, at(110)]);
      const events = await pageOfEvents(database, { corporationId: large, limit: 26, from: at(100), to: at(112) });
      expect(events.map(({ createdAt, deliveries }) => [createdAt, deliveries.length])).toEqual(
        Array.from({ length: 12 }, (_, i) => [at(111 - i), i < 2 ? 1 : 0]),
      );
    });

    it('finds the events of a small corporation by their own index when the statistics know only a large one', async () => {
      const small = randomUUID();
      await dispatcher.database.query('DELETE FROM webhooks.attempt');
      await dispatcher.database.query('DELETE FROM webhooks.delivery WHERE corporation_id <> $1', [large]);
      await dispatcher.database.query('DELETE FROM webhooks.payload');
      await dispatcher.database.query('DELETE FROM webhooks.event WHERE corporation_id <> $1', [large]);
      await dispatcher.database.query('ANALYZE webhooks.event, webhooks.delivery');
      await dispatcher.database.query(
        `INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, dispatched_at, correlation_id)
         SELECT 'trg_' || md5($1::text || i), $1::uuid, 'RUC', '20990000019', 'trigger', 'query', 'DISPATCHED', gen_random_uuid(), now(), now(), 'test'
         FROM generate_series(1, 3) AS i`,
        [small],
      );
      const read = await rowsRead(async () => {
        expect(await pageOfEvents(database, { corporationId: small, limit: 26 })).toHaveLength(3);
      });
      expect(read).toBeGreaterThanOrEqual(3);
      expect(read).toBeLessThan(100);
    });
  });
});
