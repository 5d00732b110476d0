import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { holdLock, lockAccountOf, testOrigin } from '@vigia/testing';
import { sweepHolds } from '../src/upkeep/sweep-holds.js';
import { QuotaClient, ruc } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

const abandonedAfterMs = 120_000;

describe('the held months', () => {
  let billing: RunningBilling;
  let database: Database;

  beforeAll(async () => {
    billing = await startBilling({ VIGIA_ABANDONED_AFTER_MS: '86400000' });
    await billing.itIs('2026-03-10T17:00:00Z');
    database = await openDatabase({ url: billing.database.url, service: 'billing', lockTimeout: 30_000, testClock: true });
  });

  afterAll(async () => {
    await database?.close();
    await billing?.stop();
  });

  const comeDue = `UPDATE billing.quota_hold SET expires_at = now() WHERE state = 'held'`;
  const sweep = () => sweepHolds(database, abandonedAfterMs, createLogger('test', { level: 'silent' }), new AbortController().signal);

  describe.each([
    ['a load', 'RUC'],
    ['a forced update', null],
  ])('of %s', (_what, docType) => {
    const accepted = async () => {
      const client = await QuotaClient.of(billing, 5);
      if (docType) {
        const reserved = client.reservation([ruc(1)], 1);
        await billing.reserve(reserved);
        return { client, requestId: reserved.requestId };
      }
      await client.load([ruc(1)], 1);
      const requestId = randomUUID();
      await billing.ask('reprocess.reserve', { requestId, corporationId: client.corporationId, origin: testOrigin, taxIds: [ruc(1)] });
      return { client, requestId };
    };
    const beginLoading = ({ client, requestId }: { client: QuotaClient; requestId: string }) =>
      billing.database.query(
        `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, $3, $4, 'loading', 1, 'x')`,
        [requestId, client.corporationId, docType, docType && 'monitoring'],
      );

    it('stay held if they come due after the other holds were renewed', async () => {
      const request = await accepted();
      await beginLoading(request);
      await billing.database.query(`
        CREATE FUNCTION come_due() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN ${comeDue}; RETURN NULL; END $$;
        CREATE TRIGGER come_due AFTER UPDATE OF expires_at ON billing.quota_hold FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
          EXECUTE FUNCTION come_due()`);
      await sweep();
      await billing.database.query('DROP FUNCTION come_due CASCADE');
      expect(await request.client.quota()).toMatchObject({ held: 1 });
    });

    it('stay held while another replica renews them', async () => {
      const request = await accepted();
      await beginLoading(request);
      await billing.database.query(comeDue);
      const renewing = await holdLock(
        billing.database,
        `UPDATE billing.quota_hold SET expires_at = now() + interval '1 h' WHERE state = 'held'`,
      );
      const sweeping = sweep();
      await Promise.race([renewing.untilWaitedFor(), sweeping]);
      await renewing.release();
      await sweeping;
      expect(await request.client.quota()).toMatchObject({ held: 1 });
    });

    it('stay held if the request is recorded only while the sweep waits for the account', async () => {
      const request = await accepted();
      const locked = await lockAccountOf(billing.database, request.client.corporationId);
      await billing.database.query(comeDue);
      const sweeping = sweep();
      await locked.untilWaitedFor();
      await beginLoading(request);
      await locked.release();
      await sweeping;
      expect(await request.client.quota()).toMatchObject({ held: 1 });
    });
  });

  it('go back if the request refused the document, although it still waits for another', async () => {
    const client = await QuotaClient.of(billing, 5);
    const request = client.reservation([ruc(1), ruc(2)], 1);
    await billing.reserve(request);
    await billing.database.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES (gen_random_uuid(), 'RUC', $3, 'x', now()) RETURNING id
       ), request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, 'RUC', 'monitoring', 'loading', 1, 'x') RETURNING id)
       INSERT INTO profiles.load_item (request_id, tax_id, state, reason, load_id)
       SELECT id, $4, 'failed', 'billing_unavailable', NULL FROM request
       UNION ALL SELECT request.id, $3, 'loading', NULL, load.id FROM request CROSS JOIN load`,
      [request.requestId, client.corporationId, ruc(2), ruc(1)],
    );
    await billing.database.query(comeDue);
    await sweep();
    expect(await client.quota()).toMatchObject({ available: 4, held: 1 });
    expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'pending' }]);
    const again = client.reservation([ruc(1)], 1);
    expect(await billing.reserve(again)).toMatchObject({ outcome: 'reserved', present: [] });
    await billing.settle(client.settlement(request, false));
    await billing.settle(client.settlement(again));
    expect(await billing.accesses(client.corporationId)).toMatchObject([
      { state: 'active', request_id: again.requestId },
      { state: 'failed', request_id: request.requestId },
    ]);
    expect(await client.drifts()).toEqual([]);
  });
});
