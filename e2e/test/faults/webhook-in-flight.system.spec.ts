import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  anyBroker,
  ApiClient,
  createWebhook,
  everyService,
  forgetJobs,
  receiversOnThisMachine,
  startWebhookReceiver,
  waitUntil,
  type System,
  type SystemService,
  type TestCorporation,
  type WebhookReceiver,
} from '@vigia/testing';
import pg from 'pg';
import { holdBack, release, startImpatientSystem, untilAsked } from './load-in-flight.js';

const documents = { gateway: '20699000010', 'profile-loader': '20991000012', billing: '20991234561', 'webhook-dispatcher': '20997777779' };
const loaded = '20990000019';
const [fresh, freshToo] = ['20990000027', '20990000035'];
const brief = { VIGIA_WEBHOOK_RETRIES: '200ms,200ms,1s,1s,1s,1s', VIGIA_WEBHOOK_ANSWER_MS: '20000' };
const toEach = { v1: expect.any(Number), v2: expect.any(Number) };

/** The id is known after the answer, which may come from another process than the one that was asked. */
interface Triggered {
  triggerId: Promise<string>;
}

const accept = (response: ServerResponse) => void response.end();

describe('an accepted trigger', () => {
  let system: System;
  let receiver: WebhookReceiver;
  let corporation: TestCorporation;
  let answer = accept;

  beforeAll(async () => {
    system = await startImpatientSystem(anyBroker(), { environment: { ...receiversOnThisMachine, ...brief } });
    receiver = await startWebhookReceiver((response) => answer(response));
    corporation = await system.createCorporation('one_time');
    for (const payloadVersion of ['v1', 'v2'] as const)
      await createWebhook(system.brokerUrl, corporation.corporationId, { url: `${receiver.url}/${payloadVersion}`, payloadVersion });
    await client().load(loaded);
  });
  afterAll(async () => {
    receiver?.close();
    await system?.stop();
  });
  beforeEach(() => {
    answer = accept;
    receiver.received.length = 0;
  });

  const client = () => new ApiClient(system.replicas('gateway').at(-1)!.url, corporation);

  async function trigger(taxId: string): Promise<string> {
    const { status, body } = await client().trigger(taxId);
    expect(status).toBe(202);
    return body.data.triggerId;
  }

  async function kill(service: SystemService): Promise<void> {
    expect(await system.replicas(service).at(-1)!.kill('SIGKILL')).toBeNull();
  }

  /** Starts a dispatcher without a wait for the leases and statements of the dead one, which would take a minute and a half. */
  async function startDispatcher(): Promise<void> {
    const connected = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'vigia-webhook-dispatcher%'`;
    await waitUntil(async () => (await system.database.query(connected)).length === 0, { what: 'the dead dispatcher is disconnected' });
    await system.database.query('UPDATE webhooks.delivery SET leased_until = now() WHERE leased_until IS NOT NULL');
    await system.start('webhook-dispatcher');
  }

  /** Waits for both deliveries, and counts the requests to each configuration. */
  async function untilDelivered(triggerId: string): Promise<{ v1: number; v2: number }> {
    const states = async () => {
      const rows = await system.database.query<{ state: string }>('SELECT state FROM webhooks.delivery WHERE trigger_id = $1', [triggerId]);
      return rows.map(({ state }) => state).join();
    };
    await waitUntil(async () => (await states()) === 'SUCCEEDED,SUCCEEDED', { what: `the deliveries of ${triggerId}` });
    const copies = (path: string) =>
      receiver.received
        .filter((one) => one.path === path && one.headers['x-service-trigger-id'] === triggerId)
        .map(({ body }) => body.toString());
    const [v1, v2] = [copies('/v1'), copies('/v2')];
    for (const bodies of [v1, v2]) {
      expect(new Set(bodies).size).toBe(1);
      expect(JSON.parse(bodies[0]!)).toMatchObject({ triggerId, data: { activo: true } });
    }
    return { v1: v1.length, v2: v2.length };
  }

  it.each(everyService)(
    'reaches every configuration with the same bytes after %s is killed during its load',
    async (service) => {
      const taxId = documents[service];
      await holdBack(system, taxId);
      const triggerId = await trigger(taxId);
      await untilAsked(system, taxId);
      await kill(service);
      await release(system, taxId);
      await system.start(service);
      expect(await untilDelivered(triggerId)).toEqual(toEach);
    },
    300_000,
  );

  it('is one event, which reaches every configuration, if the gateway is killed and the client retries with its key', async () => {
    const call = async () =>
      client().call('POST', '/v1/webhook/perfiles/resumen', {
        body: { taxId: loaded, docType: 'RUC' },
        headers: { ...authorization, 'idempotency-key': key },
      });
    const [authorization, key] = [await client().authorization(), randomUUID()];
    const events = () => system.database.query<{ id: string }>('SELECT trigger_id AS id FROM webhooks.event WHERE tax_id = $1', [loaded]);
    const before = (await events()).length;
    const first = call().catch(() => 'no answer');
    await waitUntil(async () => (await events()).length > before);
    await kill('gateway');
    await first;
    await system.start('gateway');
    const { status, body } = await call();
    expect(status).toBe(202);
    expect(await events()).toHaveLength(before + 1);
    expect(await untilDelivered(body.data.triggerId)).toEqual(toEach);
  });

  const blockedOn = (table: string) =>
    system.database.query(`SELECT 1 FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`);
  const untilBlockedOn = (table: string) =>
    waitUntil(async () => (await blockedOn(table)).length > 0, { what: `the dispatcher writes to ${table}` });

  /** Ends the statement of the dead process as well, which PostgreSQL would otherwise complete. */
  async function killBlockedOn(table: string): Promise<void> {
    await kill('webhook-dispatcher');
    await system.database.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`);
    await waitUntil(async () => (await blockedOn(table)).length === 0, { what: `nobody writes to ${table} any more` });
  }

  /** Kills the dispatcher when it is about to write to a table, which a lock keeps it from until it is dead. */
  async function killBefore(table: string, taxId: string): Promise<Triggered> {
    const other = new pg.Client({ connectionString: system.database.url });
    await other.connect();
    const headers = { ...(await client().authorization()), 'idempotency-key': randomUUID() };
    const body = { taxId, docType: 'RUC' };
    // The dispatcher gives up on a lock after a while, and the client retries: it is the same trigger.
    const accepted = async () => {
      const answer = await client().call('POST', '/v1/webhook/perfiles/resumen', { body, headers });
      return answer.status === 202 && (answer.body.data.triggerId as string);
    };
    try {
      await other.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
      const triggerId = waitUntil(accepted, { what: 'the trigger is accepted' });
      await untilBlockedOn(table);
      await killBlockedOn(table);
      return { triggerId };
    } finally {
      await other.end();
    }
  }

  async function killAfterAnswer(): Promise<Triggered> {
    const triggerId = trigger(loaded);
    await triggerId;
    await kill('webhook-dispatcher');
    return { triggerId };
  }

  it.each([
    ['before the event is stored', () => killBefore('webhooks.attempt', loaded)],
    ['as soon as it has accepted the trigger', killAfterAnswer],
    ['while it writes the bodies', () => killBefore('webhooks.payload', fresh)],
    ['between the lease and the claim', () => killBefore('webhooks.attempt', freshToo)],
  ])(
    'reaches every configuration with the same bytes after the dispatcher is killed %s',
    async (_step, triggerAndKill) => {
      const { triggerId } = await triggerAndKill();
      await startDispatcher();
      expect(await untilDelivered(await triggerId)).toEqual(toEach);
    },
    300_000,
  );

  it('reaches every configuration, again with the same bytes, if the dispatcher dies while receivers hold it', async () => {
    answer = () => undefined;
    const triggerId = await trigger(loaded);
    await waitUntil(() => receiver.received.length === 2);
    await kill('webhook-dispatcher');
    answer = accept;
    await startDispatcher();
    const { v1, v2 } = await untilDelivered(triggerId);
    expect(Math.min(v1, v2)).toBe(2);
    // A success that a slow machine could not store is sent again when its lease has ended.
    expect(Math.max(v1, v2)).toBeLessThanOrEqual(3);
  });

  it('reaches every configuration, again with the same bytes, if the dispatcher dies before it stores the success', async () => {
    const other = new pg.Client({ connectionString: system.database.url });
    await other.connect();
    try {
      let held: Promise<unknown> | undefined;
      let endedAt: number | undefined;
      answer = (response) => {
        held ??= other.query('BEGIN; LOCK TABLE webhooks.attempt IN SHARE MODE');
        void held.then(() => response.end(() => (endedAt ??= Date.now())));
      };
      const triggerId = await trigger(loaded);
      // The dispatcher gives up on the lock after two seconds: then it has not stored the success either.
      await waitUntil(async () => (await blockedOn('webhooks.attempt')).length > 0 || (endedAt && Date.now() > endedAt + 3_000));
      await killBlockedOn('webhooks.attempt');
      answer = accept;
      await other.query('ROLLBACK');
      await startDispatcher();
      const { v1, v2 } = await untilDelivered(triggerId);
      // On a slow machine the lease may also end before the dispatcher is killed: one request more.
      expect(Math.max(v1, v2)).toBeGreaterThanOrEqual(2);
    } finally {
      await other.end();
    }
  });

  it('reaches every configuration with the same bytes although the broker loses a backlog of jobs', async () => {
    // Every first attempt fails, so that each delivery goes through the queue again.
    const seen = new Set<string>();
    answer = (response) => {
      const { path, headers } = receiver.received.at(-1)!;
      const one = `${path} ${String(headers['x-service-trigger-id'])}`;
      if (!seen.has(one)) response.statusCode = 503;
      seen.add(one);
      setTimeout(() => response.end(), 100);
    };
    const triggerIds = await Promise.all(Array.from({ length: 30 }, () => trigger(loaded)));
    for (const attempts of [5, 40, 70]) {
      await waitUntil(() => receiver.received.length > attempts);
      await forgetJobs(system.brokerUrl, system.database);
    }
    for (const triggerId of triggerIds) expect(await untilDelivered(triggerId)).toEqual(toEach);
  });
});
