import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { createLogger } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { holdLock, lockAccountOf, waitUntil, testOrigin } from '@vigia/testing';
import { ActivationController } from '../src/activation/activation.controller.js';
import { billingSettings } from '../src/app.module.js';
import { AccountLines } from '../src/ledger/account-lines.js';
import { lockAccount, lockAccountInForce } from '../src/ledger/account.js';
import { LoadsController } from '../src/loads/loads.controller.js';
import { ReprocessController } from '../src/reprocess/reprocess.controller.js';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

let billing: RunningBilling;
let connection: Database;
let loads: LoadsController;
let updates: ReprocessController;
/** The controllers of another replica, with account lines of their own. */
let loadsElsewhere: LoadsController;
let updatesElsewhere: ReprocessController;

beforeAll(async () => {
  billing = await startBilling();
  await billing.itIs('2026-03-10T17:00:00Z');
  connection = await openDatabase({ url: billing.database.url, service: 'billing', lockTimeout: 30_000, testClock: true });
  const logger = createLogger('test', { level: 'silent' });
  const settings = readSettings(billingSettings, { DATABASE_URL: billing.database.url, VIGIA_BROKER_URL: billing.brokerUrl });
  [loads, loadsElsewhere] = [1, 2].map(() => new LoadsController(connection, new AccountLines(logger), settings)) as [
    LoadsController,
    LoadsController,
  ];
  [updates, updatesElsewhere] = [1, 2].map(() => new ReprocessController(connection, new AccountLines(logger), settings)) as [
    ReprocessController,
    ReprocessController,
  ];
});

afterAll(async () => {
  await connection?.close();
  await billing?.stop();
});

describe('an account lock', () => {
  it.each<[string, (tx: Transaction, client: QuotaClient) => Promise<unknown>]>([
    ['a given account', (tx, { contractId }) => lockAccount(tx, contractId)],
    ['the account in force', (tx, { corporationId }) => lockAccountInForce(tx, corporationId)],
  ])('on %s is taken after the lock on its contract, so that no deadlock can arise', async (_which, lock) => {
    const client = await QuotaClient.of(billing, 10);
    const { contractId } = client;
    const held = await holdLock(billing.database, 'SELECT FROM billing.quota_account WHERE contract_id = $1 FOR UPDATE', [contractId]);
    const locked = connection.transaction((tx) => lock(tx, client));
    await Promise.race([held.untilWaitedFor(), locked]);
    expect(await connection.rows('SELECT FROM billing.contract WHERE id = $1 FOR UPDATE SKIP LOCKED', [contractId])).toEqual([]);
    await held.release();
    await locked;
  });
});

describe('an activation', () => {
  it('that waits for its account replaces a query that is settled meanwhile, whose period ends where the next begins', async () => {
    const client = await QuotaClient.of(billing, 6);
    const { corporationId } = client;
    const logger = createLogger('test', { level: 'silent' });
    const outbox = new Outbox({ table: 'billing.outbox', database: connection, messages: billing.messages, logger });
    const activation = new ActivationController(connection, outbox, new AccountLines(logger));
    await client.query([ruc(1)]);
    const held = await lockAccountOf(billing.database, corporationId);
    const activated = activation.activate({
      requestId: randomUUID(),
      corporationId,
      documents: [rucDocument(ruc(1)), rucDocument(ruc(2))],
      months: 1,
      origin: { actor: 'test', correlationId: randomUUID() },
    });
    await Promise.race([held.untilWaitedFor(), activated]);
    await client.query([ruc(2)]);
    await held.release();
    expect(await activated).toMatchObject({ outcome: 'activated', profiles: 2 });
    const periods = await billing.database.query(
      `SELECT opened_at <= ends_at AS "hasTime", ends_at = lead(opened_at) OVER (PARTITION BY tax_id ORDER BY opened_at) AS "goesOn"
       FROM billing.access_period WHERE corporation_id = $1 ORDER BY tax_id, opened_at`,
      [corporationId],
    );
    const [query, monitoring] = [
      { hasTime: true, goesOn: true },
      { hasTime: true, goesOn: null },
    ];
    expect(periods).toEqual([query, monitoring, query, monitoring]);
  });
});

/** Messages of one request are handled by several replicas, and a late one may come while the settlement is written. */
describe('a failed request', () => {
  it('leaves its accesses failed if an opening arrives during its settlement', async () => {
    const client = await QuotaClient.of(billing, 6, { kind: 'monthly' });
    const request = client.reservation([ruc(1), ruc(2)]);
    const { requestId, corporationId } = request;
    const opening = { requestId, corporationId, mode: 'monitoring' as const };
    await loads.open({ ...opening, documents: [rucDocument(ruc(2))] });
    const held = await holdLock(billing.database, 'SELECT 1 FROM billing.access WHERE corporation_id = $1 FOR UPDATE', [corporationId]);
    const settled = loads.settle(client.settlement(request, false));
    await Promise.race([held.untilWaitedFor(1), settled]);
    const opened = loads.open({ ...opening, documents: [rucDocument(ruc(1))] });
    await Promise.race([held.untilWaitedFor(2), opened]);
    await held.release();
    await Promise.all([settled, opened]);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
  });

  describe('whose reservation got no reply', () => {
    /** Writes the request as the loader does: finished, with nothing to wait for. */
    const unanswered = async () => {
      const client = await QuotaClient.of(billing, 6);
      const request = client.reservation([ruc(1)], 2);
      await billing.database.query(
        `WITH request AS (
           INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id, finished_at)
           VALUES ($1, $2, 'RUC', 'monitoring', 'finished', 0, 'x', now()) RETURNING id)
         INSERT INTO profiles.load_item (request_id, tax_id, state, reason) SELECT id, $3, 'failed', 'billing_unavailable' FROM request`,
        [request.requestId, client.corporationId, ruc(1)],
      );
      return { client, request };
    };
    const leftOf = async (client: QuotaClient) => ({
      accesses: await billing.accesses(client.corporationId),
      quota: await client.quota(),
      drifts: await client.drifts(),
    });
    const nothing = { accesses: [], quota: { granted: 6, available: 6, held: 0, consumed: 0 }, drifts: [] };

    it('leaves no access if it is settled during the reservation', async () => {
      const { client, request } = await unanswered();
      const held = await holdLock(billing.database, 'LOCK TABLE billing.quota_hold IN SHARE MODE');
      const reserved = loads.reserve(request);
      await Promise.race([held.untilWaitedFor(1), reserved]);
      const settled = loadsElsewhere.settle(client.settlement(request, false));
      await Promise.race([held.untilWaitedFor(2), settled]);
      await held.release();
      await Promise.all([reserved, settled]);
      expect(await leftOf(client)).toEqual(nothing);
    });

    it('leaves no access if the reservation arrives during its settlement', async () => {
      const { client, request } = await unanswered();
      const held = await holdLock(billing.database, 'LOCK TABLE billing.platform_document IN SHARE MODE');
      const settled = loadsElsewhere.settle(client.settlement(request, false));
      await Promise.race([held.untilWaitedFor(1), settled]);
      const reserved = loads.reserve(request);
      await Promise.race([held.untilWaitedFor(2), reserved]);
      await held.release();
      await Promise.all([reserved, settled]);
      expect(await leftOf(client)).toEqual(nothing);
    });

    it.each([
      ['nothing was refreshed', [] as string[]],
      ['a query was refreshed nevertheless', [ruc(2)]],
    ])('that is a forced update keeps no months if it is settled during the reservation and %s', async (_what, refreshed) => {
      const client = await QuotaClient.of(billing, 6);
      await client.load([ruc(1)], 1);
      await client.query([ruc(2)]);
      const { requestId, corporationId } = client.reservation([ruc(1)]);
      const held = await holdLock(billing.database, 'LOCK TABLE billing.quota_hold IN SHARE MODE');
      const reserved = updates.reserve({ requestId, corporationId, origin: testOrigin, taxIds: [ruc(1), ruc(2)], months: 3 });
      await Promise.race([held.untilWaitedFor(1), reserved]);
      const documents = refreshed.map((taxId) => ({ ...rucDocument(taxId), loaded: true }));
      const settled = updatesElsewhere.settle({ requestId, corporationId, documents });
      await Promise.race([held.untilWaitedFor(2), settled]);
      await held.release();
      expect((await reserved).documents).toMatchObject([
        { outcome: 'refresh', deducted: 3 },
        { outcome: 'refresh', deducted: 0 },
      ]);
      expect(await settled).toEqual({ refused: [] });
      const quota = { granted: 6, available: 5, held: 0, consumed: 1 };
      expect(await leftOf(client)).toMatchObject({ accesses: [{ state: 'active' }, { state: 'active' }], quota, drifts: [] });
    });

    it('does not block a new load if its access was left pending', async () => {
      const { client, request } = await unanswered();
      await loads.reserve(request);
      await billing.database.query(
        `UPDATE billing.access SET updated_at = now() - interval '1 h' WHERE state = 'pending' AND corporation_id = $1`,
        [client.corporationId],
      );
      await waitUntil(async () => (await billing.accesses(client.corporationId))[0]?.state === 'failed', {
        what: 'the abandoned access fails',
      });
      await client.load([ruc(1)], 1);
      expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'active' }]);
    });
  });
});
