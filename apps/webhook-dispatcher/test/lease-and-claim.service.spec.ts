import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isLockTimeout, openDatabase, type Database } from '@vigia/database';
import { connectBroker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { readSettings, Readiness } from '@vigia/service-kit';
import { createTestDatabase, holdLock, untilWaiting, waitUntil, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import { ConfigurationStore } from '../src/configurations/configuration-store.js';
import { DayCounts } from '../src/counts/day-counts.js';
import { skipLeft } from '../src/configurations/skip-waiting.js';
import { SettingsDrafts } from '../src/configurations/settings-drafts.js';
import { Warnings } from '../src/configurations/warnings.js';
import { Claims, type Claimed } from '../src/deliveries/claims.js';
import { AttemptOutcomes } from '../src/deliveries/attempt-outcomes.js';
import { DeliveryDispatcher } from '../src/deliveries/delivery-dispatcher.js';
import { DueDeliveries, leasedAgain } from '../src/deliveries/due-deliveries.js';
import { OverdueWork } from '../src/upkeep/overdue-work.js';
import { Resends } from '../src/deliveries/resends.js';
import { writeEvents } from '../src/events/write-events.js';
import { Vault } from '../src/secrets/vault.js';
import { webhookDispatcherSettings } from '../src/settings.js';
import { newTrigger } from './running/new-trigger.js';
import { newMasterKey } from './running/running-dispatcher.js';
import { StoredProfiles } from './running/stored-profiles.js';

const perReceiver = 3;
const plenty = 1_000;
const taxId = '20990000019';

describe('due deliveries', () => {
  const settings = readSettings(webhookDispatcherSettings, {
    DATABASE_URL: 'postgres://unused',
    VIGIA_BROKER_URL: 'postgres://unused',
    VIGIA_WEBHOOK_KEYS: newMasterKey(),
    VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: String(perReceiver),
  });
  const vault = new Vault(settings);
  let database: TestDatabase;
  let connection: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'webhook-dispatcher', poolSize: 20, lockTimeout: 30_000 });
  });
  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  const corporations = new Map<string, string>();

  async function configuration(deliveries: number, failuresInRow = 0): Promise<string> {
    const owner = { id: randomUUID(), corporationId: randomUUID() };
    await connection.rows(
      `INSERT INTO webhooks.configuration (id, corporation_id, type, url, payload_version, standard_headers, active_place, sealed_secret_key,
         failures_in_row, failing_since)
       VALUES ($1, $2, 'resumen_perfil', 'https://receiver.example/', 'v1', false, 1, $3, $4, CASE WHEN $4 > 0 THEN now() END)`,
      [owner.id, owner.corporationId, vault.seal('key', 'sealed_secret_key', owner), failuresInRow],
    );
    corporations.set(owner.id, owner.corporationId);
    await owe(owner.id, deliveries);
    await new StoredProfiles(database).access(owner.corporationId, taxId);
    return owner.id;
  }

  /** Deliveries that are due at once. */
  async function owe(configurationId: string, deliveries: number): Promise<void> {
    await connection.rows(
      `WITH event AS (
         INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at,
           correlation_id, dispatched_at)
         SELECT $1 || n, $2, 'RUC', '20990000019', 'trigger', 'query', 'DISPATCHED', gen_random_uuid(), now(), 'test', now()
         FROM generate_series(1, $3::int) AS n RETURNING trigger_id),
       payload AS (INSERT INTO webhooks.payload (trigger_id, version, body, sha256) SELECT trigger_id, 'v1', '{}', '' FROM event)
       INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at)
       SELECT trigger_id, $4, $2, 'v1', now() FROM event`,
      [`trg_${randomUUID()}`, corporations.get(configurationId), deliveries, configurationId],
    );
  }

  const again = async () => (await leasedAgain.get()).values[0]!.value;
  const leasedOf = async (id: string) =>
    (await database.query('SELECT 1 FROM webhooks.delivery WHERE configuration_id = $1 AND leased_until IS NOT NULL', [id])).length;

  /** Writes events of an active profile, and returns the first attempts that start with them. */
  async function startFresh(configurationId: string, events: number, slots = plenty): Promise<Claimed[]> {
    const corporationId = corporations.get(configurationId)!;
    const triggers = Array.from({ length: events }, () => newTrigger(corporationId, taxId));
    return (await patiently(() => writeEvents(connection, triggers, settings, slots))).flatMap(({ started }) => started);
  }

  /**
   * A replica that counts slots waits a quarter of a second for a row; on a busy machine others hold it longer, so this asks again.
   */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
      }
    }
  }

  it('are leased or started up to the slots of each receiver, however many replicas look at once', async () => {
    const configurations = await Promise.all([50, 50, 2].map((deliveries) => configuration(deliveries)));
    const [busy] = configurations as [string];
    const leasing = Array.from({ length: 5 }, () => new DueDeliveries(connection, settings));
    for (let round = 0; round < 10; round += 1) {
      const taken = await Promise.all([
        ...leasing.map(() => startFresh(busy, 2)),
        ...leasing.map((replica) => patiently(() => replica.lease())),
      ]);
      const deliveries = taken.flat().map(({ deliveryId }) => deliveryId);
      expect(deliveries).toHaveLength(2 * perReceiver + 2);
      expect(new Set(deliveries).size).toBe(deliveries.length);
      expect(await Promise.all(configurations.map(leasedOf))).toEqual([perReceiver, perReceiver, 2]);
      await database.query('DELETE FROM webhooks.attempt');
      await database.query('UPDATE webhooks.delivery SET leased_until = NULL, attempts = 0');
    }
  });

  it('are started with their event while the replica has free slots, with the first attempt on record', async () => {
    const before = await again();
    const id = await configuration(0);
    expect(await startFresh(id, 2, 1)).toMatchObject([{ attempt: 1, failuresBefore: 0, text: expect.stringContaining('"triggerId"') }]);
    expect(await startFresh(id, 2, 0)).toEqual([]);
    expect(await startFresh(id, 5)).toHaveLength(perReceiver - 1);
    expect(await startFresh(id, 1)).toEqual([]);
    expect(await database.query(`SELECT number, count(*)::int FROM webhooks.attempt WHERE state = 'IN_FLIGHT' GROUP BY 1`)).toEqual([
      { number: 1, count: perReceiver },
    ]);
    expect(await leasedOf(id)).toBe(perReceiver);
    expect(await again()).toBe(before);
  });

  it('of a receiver with many failures in a row are leased one at a time', async () => {
    const failing = await configuration(5, 10);
    const due = new DueDeliveries(connection, settings);
    expect(await due.lease()).toHaveLength(1);
    expect(await due.lease()).toEqual([]);
    expect(await startFresh(failing, 2)).toEqual([]);
    expect(await leasedOf(failing)).toBe(1);
    expect(await startFresh(await configuration(0, 10), 2)).toHaveLength(1);
  });

  it('of an inactive configuration, which are tests, are leased one at a time', async () => {
    const id = await configuration(5);
    await database.query('UPDATE webhooks.configuration SET active_place = NULL');
    await database.query(`UPDATE webhooks.event SET purpose = 'test'`);
    const due = new DueDeliveries(connection, settings);
    expect(await due.lease()).toHaveLength(1);
    expect(await due.lease()).toEqual([]);
    expect(await leasedOf(id)).toBe(1);
  });

  it('of a configuration that was switched off are skipped, and an open attempt is closed', async () => {
    const id = await configuration(1);
    await claimAll(await new DueDeliveries(connection, settings).lease());
    await database.query('UPDATE webhooks.configuration SET active_place = NULL WHERE id = $1', [id]);
    await database.query('UPDATE webhooks.delivery SET leased_until = NULL');
    expect(await new DueDeliveries(connection, settings).lease()).toEqual([]);
    expect(await database.query('SELECT state FROM webhooks.delivery')).toEqual([{ state: 'SKIPPED_INACTIVE' }]);
    expect(await database.query('SELECT state FROM webhooks.attempt')).toEqual([{ state: 'INTERRUPTED' }]);
  });

  it('of a configuration that was switched off keep an outcome that is recorded after their lease', async () => {
    await configuration(1);
    await claimAll(await new DueDeliveries(connection, settings).lease());
    await database.query('UPDATE webhooks.configuration SET active_place = NULL');
    await database.query('UPDATE webhooks.delivery SET leased_until = NULL');
    const waking = new pg.Client({ connectionString: database.url });
    await waking.connect();
    try {
      // The lease does not touch the attempt; the skip waits for it.
      await waking.query('BEGIN; SELECT FROM webhooks.attempt FOR UPDATE');
      const leased = new DueDeliveries(connection, settings).lease();
      await untilWaiting(database);
      await waking.query(`UPDATE webhooks.delivery SET state = 'SUCCEEDED', next_at = NULL, leased_until = NULL, closed_at = now()`);
      await waking.query(`UPDATE webhooks.attempt SET state = 'SUCCEEDED', ended_at = now(); COMMIT`);
      expect(await leased).toEqual([]);
    } finally {
      await waking.end();
    }
    expect(await states()).toEqual({ SUCCEEDED: 1 });
    expect(await attemptsMade()).toMatchObject([{ state: 'SUCCEEDED' }]);
  });

  const silent = createLogger('test', { level: 'silent' });
  const newOutcomes = () => new AttemptOutcomes(connection, settings, silent);
  const newStore = () => new ConfigurationStore(connection, vault, new DayCounts(connection), new SettingsDrafts(vault, settings), silent);
  const edit = (id: string, active: boolean) =>
    newStore().edit({ corporationId: corporations.get(id)!, configurationId: id, changes: { active } });
  const states = async () =>
    Object.fromEntries(
      (
        await database.query<{ state: string; count: number }>('SELECT state, count(*)::int AS count FROM webhooks.delivery GROUP BY state')
      ).map(({ state, count }) => [state, count]),
    );

  const claimAll = (jobs: { deliveryId: string; attempt: number }[], claims = new Claims(connection, settings)) =>
    Promise.all(jobs.map((job) => claims.claim({ v: 1, ...job })));
  const attemptsMade = () => database.query('SELECT number, state, is_manual FROM webhooks.attempt ORDER BY number');

  it('are attempted once per job, however often it comes and on however many replicas', async () => {
    await configuration(2);
    const jobs = await new DueDeliveries(connection, settings).lease();
    const repeated = Array.from({ length: 10 }, () => jobs).flat();
    const replicas = [new Claims(connection, settings), new Claims(connection, settings)];
    const claimed = (await Promise.all(replicas.map((replica) => claimAll(repeated, replica)))).flat().filter(Boolean) as Claimed[];
    expect(claimed.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(jobs.map(({ deliveryId }) => deliveryId).toSorted());
    expect(await claimAll(jobs.map((job) => ({ ...job, attempt: 3 })))).toEqual([undefined, undefined]);
    const once = { number: 1, state: 'IN_FLIGHT', is_manual: false };
    expect(await attemptsMade()).toEqual([once, once]);
  });

  it('are claimed even if another transaction locks them for a moment', async () => {
    await configuration(1);
    const jobs = await new DueDeliveries(connection, settings).lease();
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      const looked = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle' AND query_start > $1 AND query LIKE '%given (delivery_id, number)%'`;
      // On a busy machine the last try may be over before the other transaction ends: then the test claims again.
      const made = await waitUntil(async () => {
        await other.query('BEGIN');
        const { rows } = await other.query<{ began: Date }>('SELECT clock_timestamp() AS began FROM webhooks.delivery FOR UPDATE');
        const claimed = claimAll(jobs);
        await waitUntil(async () => (await database.query(looked, [rows[0]!.began])).length > 0, { what: 'the first try is over' });
        await other.query('ROLLBACK');
        const [one] = await claimed;
        return one && [one];
      });
      expect(made).toMatchObject(jobs);
    } finally {
      await other.end();
    }
  });

  it('stay pending if their attempt begins while their configuration is switched off', async () => {
    const id = await configuration(2);
    const jobs = await new DueDeliveries(connection, settings).lease();
    const [begun] = jobs as [(typeof jobs)[number]];
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    // The claim has locked the delivery and cannot write its attempt yet.
    await other.query('BEGIN');
    await other.query('INSERT INTO webhooks.attempt (delivery_id, number, is_manual) VALUES ($1, 1, false)', [begun.deliveryId]);
    const claimed = claimAll([begun]);
    await untilWaiting(database, 1);
    await edit(id, false);
    await other.end();
    expect(await claimed).toMatchObject([begun]);
    const kept = await database.query<{ id: string; state: string }>('SELECT id, state FROM webhooks.delivery');
    expect(new Map(kept.map(({ id: deliveryId, state }) => [deliveryId, state]))).toEqual(
      new Map(jobs.map(({ deliveryId }) => [deliveryId, deliveryId === begun.deliveryId ? 'PENDING' : 'SKIPPED_INACTIVE'])),
    );
  });

  it('of a configuration that is switched off are skipped in batches, before it can be switched on again', async () => {
    const id = await configuration(4_100);
    await edit(id, false);
    expect(await states()).toEqual({ SKIPPED_INACTIVE: 2_000, PENDING: 2_100 });
    await expect(edit(id, true)).rejects.toMatchObject({ code: 'webhook_emptying' });
    expect(await skipLeft(connection, silent)).toBe(true);
    expect(await states()).toEqual({ SKIPPED_INACTIVE: 4_000, PENDING: 100 });
    await edit(id, true);
    expect(await states()).toEqual({ SKIPPED_INACTIVE: 4_100 });
    await configuration(2);
    expect(await skipLeft(connection, silent)).toBe(false);
    expect(await states()).toEqual({ SKIPPED_INACTIVE: 4_100, PENDING: 2 });
  });

  it('of a configuration that is being switched on are not skipped', async () => {
    const id = await configuration(2);
    await database.query('UPDATE webhooks.configuration SET active_place = NULL');
    const lock = await holdLock(database, 'UPDATE webhooks.configuration SET active_place = 1 WHERE id = $1', [id]);
    try {
      expect(await skipLeft(connection, silent)).toBe(false);
      expect(await states()).toEqual({ PENDING: 2 });
    } finally {
      await lock.release();
    }
  });

  async function withResends<T>(work: (resends: Resends) => Promise<T>): Promise<T> {
    const broker = await connectBroker({ url: database.url, service: 'test', logger: silent });
    try {
      return await work(
        new Resends(connection, newStore(), new DeliveryDispatcher(new DueDeliveries(connection, settings), broker, silent)),
      );
    } finally {
      await broker.close();
    }
  }

  it('that failed by the thousand are all recovered, once each', async () => {
    const id = await configuration(4_100);
    await database.query(`UPDATE webhooks.delivery SET state = 'FAILED', next_at = NULL, closed_at = now()`);
    const asked = { corporationId: corporations.get(id)!, configurationId: id, since: new Date(0).toISOString(), countOnly: false };
    expect(await withResends((resends) => resends.recover(asked))).toBe(4_100);
    expect(await states()).toEqual({ PENDING: 4_100 });
  });

  const resent = [
    { was: 'SUCCEEDED', first: null, status: 200, failure: null },
    { was: 'FAILED', first: null, status: 500, failure: 'http' },
    { was: 'SUCCEEDED', first: 'FAILED', status: 200, failure: null },
    { was: 'SKIPPED_INACTIVE', first: null, status: 500, failure: 'http' },
    { was: 'SKIPPED_INACTIVE', first: null, status: null, failure: null },
  ];
  const endOf = async () =>
    (
      await database.query<{ state: string }>(
        'SELECT state FROM webhooks.delivery WHERE next_at IS NULL AND closed_at IS NOT NULL ORDER BY position',
      )
    ).map(({ state }) => state);

  it.each([
    ['by the switch', (id: string) => edit(id, false)],
    [
      'when they are leased',
      async () => {
        await database.query('UPDATE webhooks.configuration SET active_place = NULL');
        for (let round = 0; round < resent.length; round += 1) expect(await new DueDeliveries(connection, settings).lease()).toEqual([]);
      },
    ],
  ])('of a configuration that is switched off before a resend end %s as they had ended', async (_, switchOff) => {
    const id = await configuration(resent.length);
    const corporationId = corporations.get(id)!;
    const deliveries = await database.query<{ id: string }>('SELECT id FROM webhooks.delivery ORDER BY position');
    await withResends(async (resends) => {
      for (const [i, { was, first, status, failure }] of resent.entries()) {
        const deliveryId = deliveries[i]!.id;
        await database.query(
          `UPDATE webhooks.delivery SET state = $2, state_before_resend = $3, last_status = $4, last_failure = $5, next_at = NULL,
             closed_at = now() WHERE id = $1`,
          [deliveryId, was, first, status, failure],
        );
        await resends.resend({ corporationId, deliveryId });
      }
    });
    expect(await states()).toEqual({ PENDING: resent.length });
    await switchOff(id);
    expect(await endOf()).toEqual(resent.map(({ was }) => was));
  });

  it('that are given back are due again as if they had not been claimed', async () => {
    await configuration(1);
    await database.query('UPDATE webhooks.delivery SET resend_asked = true');
    const jobs = await new DueDeliveries(connection, settings).lease();
    const [claimed] = (await claimAll(jobs)) as [Claimed];
    await newOutcomes().giveBack(claimed);
    expect(await attemptsMade()).toEqual([]);
    await database.query('UPDATE webhooks.delivery SET leased_until = now()');
    const before = await again();
    expect(await new DueDeliveries(connection, settings).lease()).toEqual(jobs);
    expect(await again()).toBe(before + 1);
    await claimAll(jobs);
    expect(await attemptsMade()).toEqual([{ number: 1, state: 'IN_FLIGHT', is_manual: true }]);
  });

  it('are late unless attempts have the slots of their receiver: others that are given back only keep them', async () => {
    await configuration(perReceiver + 2);
    await database.query(`UPDATE webhooks.delivery SET next_at = now() - interval '10 min'`);
    const readiness = new Readiness([]);
    const isLate = async () => {
      await new OverdueWork(connection, readiness, settings).measure();
      return 'delivery' in ((await readiness.report()).warnings ?? {});
    };
    const jobs = await new DueDeliveries(connection, settings).lease();
    expect(jobs).toHaveLength(perReceiver);
    const claimed = (await claimAll(jobs)) as Claimed[];
    expect(await isLate()).toBe(false);
    const attempts = newOutcomes();
    await Promise.all(claimed.map((one) => attempts.giveBack(one)));
    expect(await new DueDeliveries(connection, settings).lease()).toEqual([]);
    expect(await isLate()).toBe(true);
    await claimAll(jobs);
    expect(await isLate()).toBe(false);
  });

  const succeeded = { outcome: { result: 'succeeded' as const }, requestHeaders: [], tokens: 0 };
  const failed = { outcome: { result: 'failed' as const, failure: 'http' as const, detail: 'no' }, requestHeaders: [], tokens: 0 };

  it('end a warning that a failure raised while a success waited for the row of the receiver', async () => {
    const [tenth, next] = (await startFresh(await configuration(0, 9), 2)) as [Claimed, Claimed];
    const record = (claimed: Claimed, report: typeof succeeded | typeof failed) => newOutcomes().record(claimed, report, { goesOn: false });
    const open = () => database.query('SELECT cause FROM webhooks.warning WHERE ended_at IS NULL');

    const held = await holdLock(database, 'SELECT 1 FROM webhooks.configuration FOR UPDATE');
    const raising = record(tenth, failed);
    await held.untilWaitedFor(1);
    const recovering = record(next, succeeded);
    await held.untilWaitedFor(2);
    await held.release();
    await Promise.all([raising, recovering]);
    expect(await open()).toEqual([{ cause: 'ten_in_a_row' }]);

    await new Warnings(connection).raiseAndMeasure();
    expect(await open()).toEqual([]);
    expect(await database.query('SELECT ended_as FROM webhooks.warning')).toEqual([{ ended_as: 'recovered' }]);
  });

  it('keep a success whose receiver cannot be counted, and the next success resets the failures', async () => {
    const [id, neighbour] = [await configuration(perReceiver, 9), await configuration(1, 9)];
    const claimed = (await claimAll(await new DueDeliveries(connection, settings).lease())) as Claimed[];
    const [lucky, next] = claimed.filter((one) => one.id === id) as [Claimed, Claimed];
    const other = claimed.find((one) => one.id === neighbour)!;
    await owe(id, 1);
    const failures = async () => {
      const sql = 'SELECT id, failures_in_row AS n FROM webhooks.configuration';
      const counts = new Map((await database.query<{ id: string; n: number }>(sql)).map((row) => [row.id, row.n]));
      return [counts.get(id), counts.get(neighbour)];
    };

    const held = await holdLock(database, 'SELECT 1 FROM webhooks.configuration WHERE id = $1 FOR UPDATE', [id]);
    const outcomes = newOutcomes();
    const recording = Promise.all([
      outcomes.record(lucky, succeeded, { goesOn: true }),
      outcomes.record(other, succeeded, { goesOn: false }),
    ]);
    await held.untilWaitedFor(1);
    expect(await states()).toEqual({ SUCCEEDED: 2, PENDING: perReceiver });
    let isRecorded = false;
    void recording.then(() => (isRecorded = true));
    const giveUpOnLocks = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await waitUntil(async () => (await database.query(giveUpOnLocks)) && isRecorded, { what: 'the dispatcher gives up on the receiver' });
    expect(await recording).toMatchObject([{ id, attempt: 1 }, undefined]);
    await held.release();
    expect(await failures()).toEqual([9, 0]);

    await newOutcomes().record(next, succeeded, { goesOn: false });
    expect(await failures()).toEqual([0, 0]);
  });

  it('leave room for the end of an attempt on the page where it began, so that its indexes need no second entry', async () => {
    await database.query(
      `INSERT INTO webhooks.attempt (delivery_id, number, is_manual, signed_by) SELECT gen_random_uuid(), 1, false, '{1}' FROM generate_series(1, 200)`,
    );
    const [ended] = await database.query(
      `WITH ended AS (
         UPDATE webhooks.attempt SET state = 'SUCCEEDED', ended_at = now(), response_body = convert_to(repeat('x', 1000), 'UTF8')
         WHERE ctid = '(0,1)' RETURNING number)
       SELECT pg_stat_get_xact_tuples_hot_updated('webhooks.attempt'::regclass)::int AS updates_in_place FROM ended`,
    );
    expect(ended).toEqual({ updates_in_place: 1 });
  });

  describe('that follow each other', () => {
    const goesOn = { goesOn: true };

    it('need no round trip through the queue, and never exceed the slots of their receiver', async () => {
      const id = await configuration(30);
      const attempts = newOutcomes();
      let underWay = (await claimAll(await new DueDeliveries(connection, settings).lease())) as Claimed[];
      const all = 30 + 9;
      let made = 0;
      while (underWay.length > 0) {
        made += underWay.length;
        // Other replicas look for free slots at the same moment.
        const [next, leased, fresh] = await Promise.all([
          Promise.all(underWay.map((one) => patiently(() => attempts.record(one, succeeded, goesOn)))),
          patiently(() => new DueDeliveries(connection, settings).lease()),
          made < 30 ? startFresh(id, 1) : [],
        ]);
        underWay = [...next.filter((one) => one !== undefined), ...fresh];
        expect(underWay.length + leased.length).toBe(made === all ? 0 : perReceiver);
        expect(await leasedOf(id)).toBe(underWay.length);
      }
      expect(made).toBe(all);
      expect(await database.query(`SELECT 1 FROM webhooks.delivery WHERE state <> 'SUCCEEDED' OR attempts <> 1`)).toEqual([]);
    });

    it.each([
      { other: 150, follow: 1 },
      { other: 250, follow: 0 },
    ])('are found behind $other of the other lane: $follow', async ({ other, follow }) => {
      const id = await configuration(1);
      const [ending] = (await claimAll(await new DueDeliveries(connection, settings).lease())) as [Claimed];
      await owe(id, other);
      await database.query('UPDATE webhooks.delivery SET attempts = 1');
      await owe(id, 1);
      const next = await newOutcomes().record(ending, succeeded, goesOn);
      expect(next ? 1 : 0).toBe(follow);
      const leased = await new DueDeliveries(connection, settings).lease();
      expect(leased.map(({ attempt }) => attempt)).toEqual(Array.from({ length: perReceiver - follow }, () => 2));
    });

    it('are never the delivery that has just ended, even if its lease had run out', async () => {
      await configuration(1);
      await database.query('UPDATE webhooks.delivery SET attempts = 1');
      const [ending] = (await claimAll(await new DueDeliveries(connection, settings).lease())) as [Claimed];
      await database.query('UPDATE webhooks.delivery SET leased_until = now()');
      expect(await newOutcomes().record(ending, succeeded, goesOn)).toBeUndefined();
      expect(await states()).toEqual({ SUCCEEDED: 1 });
      expect(await attemptsMade()).toEqual([{ number: 2, state: 'SUCCEEDED', is_manual: false }]);
    });

    it('need a worker that goes on, and a retry does not follow a first attempt', async () => {
      await configuration(perReceiver + 1);
      const attempts = newOutcomes();
      const claimed = (await claimAll(await new DueDeliveries(connection, settings).lease())) as Claimed[];
      await database.query('UPDATE webhooks.delivery SET attempts = 1 WHERE leased_until IS NULL');
      expect(await attempts.record(claimed[0]!, succeeded, { goesOn: false })).toBeUndefined();
      expect(await attempts.record(claimed[1]!, succeeded, goesOn)).toBeUndefined();
      expect(await new DueDeliveries(connection, settings).lease()).toMatchObject([{ attempt: 2 }]);
    });

    it('wait for their retry after a failure, which counts for their receiver', async () => {
      const id = await configuration(2);
      const attempts = newOutcomes();
      const claimed = (await claimAll(await new DueDeliveries(connection, settings).lease())) as Claimed[];
      const health = () =>
        database.query('SELECT failures_in_row AS n, failing_since IS NOT NULL AS failing FROM webhooks.configuration WHERE id = $1', [id]);
      await Promise.all(claimed.map((one) => attempts.record(one, failed, { goesOn: false, retryInMs: attempts.retryInMs(one, failed) })));
      expect(await health()).toEqual([{ n: 2, failing: true }]);
      expect(
        await database.query(
          `SELECT 1 FROM webhooks.delivery JOIN webhooks.attempt ON delivery_id = delivery.id
           WHERE delivery.state = 'PENDING' AND next_at > ended_at AND leased_until IS NULL`,
        ),
      ).toHaveLength(2);
      await database.query('UPDATE webhooks.delivery SET next_at = now()');
      const again = (await claimAll(await new DueDeliveries(connection, settings).lease())) as Claimed[];
      expect(again.map(({ failuresBefore, attempt }) => [failuresBefore, attempt])).toEqual([
        [1, 2],
        [1, 2],
      ]);
      await attempts.record(again[0]!, succeeded, goesOn);
      expect(await health()).toEqual([{ n: 0, failing: false }]);
    });
  });
});
