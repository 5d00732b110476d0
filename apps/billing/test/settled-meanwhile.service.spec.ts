import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { holdLock } from '@vigia/testing';
import { billingSettings } from '../src/app.module.js';
import { AccountLines } from '../src/ledger/account-lines.js';
import { LoadsController } from '../src/loads/loads.controller.js';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

/** Messages of one request are handled by several replicas, and a late one may come while the settlement is written. */
describe('a request that failed, and is settled while its access is being opened', () => {
  let billing: RunningBilling;
  let connection: Database;
  let loads: LoadsController;

  beforeAll(async () => {
    billing = await startBilling();
    await billing.itIs('2026-03-10T17:00:00Z');
    connection = await openDatabase({ url: billing.database.url, service: 'billing', lockTimeout: 30_000, testClock: true });
    const logger = createLogger('test', { level: 'silent' });
    const settings = readSettings(billingSettings, { DATABASE_URL: billing.database.url, VIGIA_BROKER_URL: billing.brokerUrl });
    loads = new LoadsController(connection, new AccountLines(logger), settings);
  });

  afterAll(async () => {
    await connection?.close();
    await billing?.stop();
  });

  it('stays without access where it was about to be opened', async () => {
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

  it('stays without access where it was about to be reserved', async () => {
    const client = await QuotaClient.of(billing, 6);
    const request = client.reservation([ruc(1)], 2);
    const held = await holdLock(billing.database, 'LOCK TABLE billing.quota_hold IN SHARE MODE');
    const reserved = loads.reserve(request);
    await Promise.race([held.untilWaitedFor(1), reserved]);
    await loads.settle(client.settlement(request, false));
    await held.release();
    expect(await reserved).toMatchObject({ outcome: 'reserved', present: [ruc(1)] });
    expect(await billing.accesses(client.corporationId)).toEqual([]);
    expect(await client.quota()).toMatchObject({ available: 6, held: 0, consumed: 0 });
    expect(await client.drifts()).toEqual([]);
  });
});
