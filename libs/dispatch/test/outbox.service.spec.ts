import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, type Logger } from '@vigia/observability';
import { brokerUrl, createTestDatabase, holdLock, startServiceProcess, testedBrokers, waitUntil } from '@vigia/testing';
import type { ServiceProcess, TestDatabase } from '@vigia/testing';
import type { Acknowledged } from '../src/index.js';
import { shortestLeaseMs } from '../src/loop.js';
import { settlementOf, startSender, type Sender } from './outbox-senders.js';

interface OutboxRow {
  correlation_id: string;
  dispatches: number;
}

describe.each(testedBrokers())('an outbox with events for billing, over %s', (broker) => {
  let database: TestDatabase;
  let url: string;
  let billing: ServiceProcess;
  const senders: Sender[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    url = await brokerUrl(broker, database.url);
    await database.query('CREATE TABLE profiles.hook_run (request_id uuid NOT NULL)');
    await database.query(
      `CREATE TABLE profiles.taking (id uuid NOT NULL, at timestamptz NOT NULL);
       CREATE FUNCTION profiles.note_taking() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN INSERT INTO profiles.taking VALUES (NEW.id, now()); RETURN NULL; END $$;
       CREATE TRIGGER note_taking AFTER UPDATE OF dispatches ON profiles.outbox FOR EACH ROW EXECUTE FUNCTION profiles.note_taking()`,
    );
    billing = await startBilling();
  });

  beforeEach(() => database.query('TRUNCATE profiles.hook_run, profiles.taking, billing.settlement'));

  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.stop()));
    await database.query('TRUNCATE profiles.outbox');
  });

  afterAll(async () => {
    await billing?.kill();
    await database?.drop();
  });

  const startBilling = () => startServiceProcess('billing', { DATABASE_URL: database.url, VIGIA_BROKER_URL: url });
  const outboxRows = () => database.query<OutboxRow>('SELECT correlation_id, dispatches FROM profiles.outbox');
  const settled = () => idsOf('billing.settlement');
  const hookRuns = () => idsOf('profiles.hook_run');
  const whenDelivered = () => waitUntil(async () => (await outboxRows()).length === 0, { what: 'the outbox is empty' });

  /** The events that were taken again before their lease expired. */
  const takenTooSoon = () =>
    database.query(
      `SELECT id FROM (SELECT id, at - lag(at) OVER (PARTITION BY id ORDER BY at) AS since FROM profiles.taking) AS takings
       WHERE since < $1 * interval '1 ms'`,
      [shortestLeaseMs],
    );

  async function idsOf(table: string): Promise<string[]> {
    const rows = await database.query<{ request_id: string }>(`SELECT request_id FROM ${table}`);
    return rows.map(({ request_id }) => request_id).toSorted();
  }

  async function start(acknowledged?: Acknowledged, logger?: Logger): Promise<Sender> {
    const sender = await startSender(database.url, url, { acknowledged, logger });
    senders.push(sender);
    return sender;
  }

  const recordRun: Acknowledged = {
    'access.settle': async (tx, { requestId }) => {
      await tx.rows('INSERT INTO profiles.hook_run VALUES ($1)', [requestId]);
    },
  };

  it('delivers committed events, and no event of a transaction that was rolled back', async () => {
    const { database: connection, outbox, send } = await start();
    const undone = connection.transaction(async (tx) => {
      outbox.add(tx, 'access.settle', settlementOf(randomUUID()));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    const requestId = await send();
    await whenDelivered();
    expect(await settled()).toEqual([requestId]);
  });

  it('deletes an event and runs its hook in one transaction, and delivers the event again if the hook fails', async () => {
    let failures = 0;
    let release!: () => void;
    const looked = new Promise<void>((resolve) => (release = resolve));
    const { send } = await start({
      'access.settle': async (tx, { requestId }, reply) => {
        expect(reply).toEqual({ activationFailed: 0, present: [] });
        if (failures > 0) await looked;
        await tx.rows('INSERT INTO profiles.hook_run VALUES ($1)', [requestId]);
        if (failures++ === 0) throw new Error('not this time');
      },
    });
    const requestId = await send();
    await waitUntil(() => failures === 1);
    expect(await hookRuns()).toEqual([]);
    expect(await outboxRows()).toEqual([{ correlation_id: `about-${requestId}`, dispatches: expect.any(Number) }]);
    release();
    await whenDelivered();
    expect(failures).toBeGreaterThan(1);
    expect(await hookRuns()).toEqual([requestId]);
  });

  it('keeps an event until its owner is back, and says in the log that it waits after some tries', async () => {
    await billing.kill();
    const folder = mkdtempSync(join(tmpdir(), 'vigia-outbox-'));
    const log = join(folder, 'log');
    const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    const { send } = await start(recordRun, createLogger('test', { file: log }));
    const requestId = await send();
    await waitUntil(async () => (await outboxRows())[0]!.dispatches >= 2, { what: 'a second try' });
    expect(logged()).not.toContain('not acknowledged');
    await database.query('UPDATE profiles.outbox SET dispatches = 4, due_at = now()');
    const [{ id }] = (await database.query<{ id: string }>('SELECT id FROM profiles.outbox')) as [{ id: string }];
    const line = `"message":"access.settle","id":"${id}","msg":"event not acknowledged yet, stays due"`;
    await waitUntil(() => logged().includes(line), { what: 'the fifth try is in the log' });
    rmSync(folder, { recursive: true });
    billing = await startBilling();
    await whenDelivered();
    expect([await settled(), await hookRuns()]).toEqual([[requestId], [requestId]]);
  });

  it('shared by two processes delivers every event, runs its hook once, and neither takes what the other leased', async () => {
    const [one, other] = [await start(recordRun), await start(recordRun)];
    const sent = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).send()));
    await whenDelivered();
    expect(await settled()).toEqual(sent.toSorted());
    expect(await hookRuns()).toEqual(sent.toSorted());
    expect(await takenTooSoon()).toEqual([]);
  });

  it('delivers a new event although thousands of refused ones come back', async () => {
    await database.query(
      `INSERT INTO profiles.outbox (id, message, payload, correlation_id, dispatches)
       SELECT gen_random_uuid(), 'access.settle', $1, 'nobody takes it', 3 FROM generate_series(1, 3000)`,
      [{ loadId: randomUUID(), docType: 'RUC', taxId: '20990000019', estado: 'succeeded', failedSources: [] }],
    );
    const { send } = await start();
    await waitUntil(async () => (await database.query(`SELECT 1 FROM profiles.outbox WHERE dispatches > 3`)).length > 0);
    const requestId = await send();
    await waitUntil(async () => (await settled()).length > 0, { what: 'the new event is taken' });
    expect(await settled()).toEqual([requestId]);
  });

  it('takes what is due again although one transaction wrote more events than may be under way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-outbox-'));
    const log = join(folder, 'log');
    const { database: connection, outbox } = await start(recordRun, createLogger('test', { file: log }));
    const blocker = await holdLock(database, 'LOCK TABLE billing.settlement IN ACCESS EXCLUSIVE MODE');
    await connection.transaction(async (tx) => {
      for (let n = 0; n < 120; n += 1) outbox.add(tx, 'access.settle', settlementOf(randomUUID()));
    });
    await database.query(
      `INSERT INTO profiles.outbox (id, message, payload, correlation_id, dispatches) VALUES (gen_random_uuid(), 'access.settle', $1, 'earlier', 3)`,
      [settlementOf(randomUUID())],
    );
    const earlier = `SELECT FROM profiles.outbox WHERE correlation_id = 'earlier' AND dispatches > 3`;
    await waitUntil(async () => (await database.query(earlier)).length === 1, { what: 'the earlier event is taken again' });
    await blocker.release();
    await whenDelivered();
    expect((await settled()).length).toBe(121);
    expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain('round failed');
    rmSync(folder, { recursive: true });
  });

  it('runs the hook once even when one event is delivered twice at the same time', async () => {
    const { send } = await start(recordRun);
    const blocker = await holdLock(database, 'LOCK TABLE billing.settlement IN ACCESS EXCLUSIVE MODE');
    const requestId = await send();
    await waitUntil(async () => (await outboxRows())[0]!.dispatches >= 1);
    await database.query('UPDATE profiles.outbox SET due_at = now()');
    await waitUntil(async () => (await outboxRows())[0]!.dispatches >= 2);
    await blocker.release();
    await whenDelivered();
    expect([await settled(), await hookRuns()]).toEqual([[requestId], [requestId]]);
  });
});
