import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

const taxId = ruc(1);

describe('a failed or late load', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  const ended = async (client: QuotaClient) => {
    await billing.itIs('2026-04-05T17:00:00Z');
    return waitUntil(
      async () => {
        const [access] = await billing.accesses(client.corporationId);
        return access?.state === 'expired' && access;
      },
      { what: 'the access has ended' },
    );
  };
  const expired = async (client: QuotaClient) => {
    await client.load([taxId], 1);
    return ended(client);
  };
  const now = async ({ corporationId }: QuotaClient) => (await billing.accesses(corporationId))[0];
  const abandoned = async (client: QuotaClient, left: 'expired' | 'failed') => {
    await billing.database.query(`UPDATE billing.access SET updated_at = now() - interval '1 h' WHERE state = 'pending'`);
    await waitUntil(async () => (await now(client))?.state === left, { what: 'the load counts as abandoned' });
  };
  const nothingRemembered = { ended_mode: null, ended_request_id: null, ended_at: null, failed_mode: null, failed_request_id: null };
  const remembered = ({ corporationId }: QuotaClient) =>
    billing.database.query(`SELECT ${Object.keys(nothingRemembered).join(', ')} FROM billing.access WHERE corporation_id = $1`, [
      corporationId,
    ]);
  /** Expects the answers that only an expired monitoring gets. */
  const isFound = async (client: QuotaClient) => {
    expect((await client.forcedUpdate([taxId])).documents).toMatchObject([
      { outcome: 'refused', refusal: { reason: 'monitoring_expired' } },
    ]);
    expect(await client.activate([taxId], 1)).toMatchObject({ outcome: 'activated', profiles: 1 });
  };

  it('leaves an expired monitoring unchanged if no source could be read, and gives its months back', async () => {
    const client = await QuotaClient.of(billing, 6);
    const before = await expired(client);
    const again = client.reservation([taxId], 2);
    await billing.reserve(again);
    expect(await now(client)).toMatchObject({ state: 'pending', expires_at: null });
    await billing.settle(client.settlement(again, false));
    expect(await now(client)).toEqual(before);
    expect(await client.quota()).toMatchObject({ held: 0, consumed: 1 });
    await isFound(client);
    expect(await client.drifts()).toEqual([]);
  });

  it('that is a query or was never reserved leaves an expired monitoring unchanged', async () => {
    const client = await QuotaClient.of(billing, 6);
    const before = await expired(client);
    for (const mode of ['query', 'monitoring'] as const) {
      await billing.settle({ ...client.settlement(client.reservation([taxId]), false), mode });
      expect(await now(client)).toEqual(before);
    }
    await isFound(client);
  });

  it('if abandoned, leaves an expired monitoring or earlier failure as it was; if only late, replaces it', async () => {
    const [failed, client] = [await QuotaClient.of(billing, 6), await QuotaClient.of(billing, 6)];
    await billing.settle({ ...failed.settlement(failed.reservation([taxId]), false), mode: 'query' });
    const before = { failed: await now(failed), expired: await expired(client) };
    const [slow, dead] = [client.reservation([taxId], 2), failed.reservation([taxId], 2)];
    await Promise.all([slow, dead].map((reservation) => billing.reserve(reservation)));
    await abandoned(client, 'expired');
    await abandoned(failed, 'failed');
    expect({ failed: await now(failed), expired: await now(client) }).toEqual(before);
    expect(await remembered(failed)).toEqual([nothingRemembered]);
    await Promise.all([billing.settle(client.settlement(slow)), billing.settle(failed.settlement(dead, false))]);
    expect(await now(client)).toMatchObject({ state: 'active', request_id: slow.requestId });
    expect(await now(failed)).toMatchObject({ state: 'failed', mode: 'monitoring', request_id: dead.requestId });
    expect(await client.lastDays()).toEqual(['2026-05-31']);
  });

  it('leaves an expired monitoring unchanged after three failures; a success clears what it kept', async () => {
    const client = await QuotaClient.of(billing, 6);
    const before = await expired(client);
    for (let i = 0; i < 3; i += 1) {
      const failing = client.reservation([taxId], 1);
      await billing.reserve(failing);
      await billing.settle(client.settlement(failing, false));
    }
    expect(await now(client)).toEqual(before);
    await client.load([taxId], 1);
    expect(await remembered(client)).toEqual([nothingRemembered]);
  });

  it('leaves an ended query ended, so that a forced update and an activation still refuse it', async () => {
    const client = await QuotaClient.of(billing, 6);
    await client.query([taxId]);
    const before = await ended(client);
    const again = client.reservation([taxId], 2);
    await billing.reserve(again);
    await billing.settle(client.settlement(again, false));
    expect(await now(client)).toEqual(before);
    expect((await client.forcedUpdate([taxId])).documents).toMatchObject([{ outcome: 'refused', refusal: { reason: 'not_active' } }]);
    await expect(client.activate([taxId], 1)).rejects.toMatchObject({ status: 409 });
  });

  it('leaves a monitoring that another request opened since as it is, and its held months go back', async () => {
    const client = await QuotaClient.of(billing, 6);
    const late = client.reservation([taxId], 2);
    await billing.reserve(late);
    await abandoned(client, 'failed');
    await client.query([taxId]);
    expect(await client.activate([taxId], 1)).toMatchObject({ outcome: 'activated', months: 1 });
    const before = await ended(client);
    expect(await billing.settle(client.settlement(late))).toEqual({ activationFailed: 0, present: [rucDocument(taxId)] });
    expect(await now(client)).toEqual(before);
    expect(await client.quota()).toMatchObject({ held: 0, consumed: 1 });
    expect(await client.drifts()).toEqual([]);
  });

  it.each([
    ['a monitoring under a monthly plan', 'monthly', 'monitoring'],
    ['a query', 'one_time', 'query'],
  ] as const)('marks the access failed if there was none before: %s settled without being opened', async (_what, kind, mode) => {
    const client = await QuotaClient.of(billing, 6, { kind });
    for (let i = 0; i < 2; i += 1) {
      const failing = client.reservation([taxId]);
      await billing.settle({ ...client.settlement(failing, false), mode });
      expect(await now(client)).toEqual({ state: 'failed', mode, request_id: failing.requestId, expires_at: null });
    }
  });

  it('leaves no access if its months were refused, so that no source was asked', async () => {
    const client = await QuotaClient.of(billing, 1);
    const refused = client.reservation([taxId], 2);
    expect(await billing.reserve(refused)).toMatchObject({ outcome: 'refused' });
    await billing.settle(client.settlement(refused, false));
    expect(await now(client)).toBeUndefined();
  });

  it.each(['monitoring', 'query'] as const)('leaves no access for a %s if no contract is in force', async (mode) => {
    const client = await QuotaClient.of(billing, 6, { kind: 'monthly', endsOn: '2026-03-09' });
    await billing.settle({ ...client.settlement(client.reservation([taxId]), false), mode });
    expect(await now(client)).toBeUndefined();
  });

  describe('whose reservation got no reply, so that no source was asked', () => {
    /** Writes the request as the loader does: it refuses the document, and waits for another that an earlier request is loading, if there is one. */
    const recorded = async (client: QuotaClient, lost: PayloadOf<'quota.reserve'>, joined?: { taxId: string; loaded: boolean }) => {
      const loadId = joined && randomUUID();
      if (loadId)
        await billing.database.query(
          `INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, correlation_id, deadline_at, closed_at)
           VALUES ($1, 'RUC', $2, 'closed', $3, 'x', now(), now())`,
          [loadId, joined.taxId, joined.loaded ? 'succeeded' : 'failed'],
        );
      await billing.database.query(
        `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id, finished_at)
         VALUES ($1, $2, 'RUC', 'monitoring', $3, 0, 'x', CASE $3 WHEN 'finished' THEN now() END)`,
        [lost.requestId, client.corporationId, joined ? 'settling' : 'finished'],
      );
      await billing.database.query(
        `INSERT INTO profiles.load_item (request_id, tax_id, state, reason) VALUES ($1, $2, 'failed', 'billing_unavailable')`,
        [lost.requestId, taxId],
      );
      if (loadId)
        await billing.database.query(
          `INSERT INTO profiles.load_item (request_id, tax_id, state, load_id, joins) VALUES ($1, $2, $3, $4, true)`,
          [lost.requestId, joined.taxId, joined.loaded ? 'loaded' : 'failed', loadId],
        );
    };
    const unanswered = async (client: QuotaClient) => {
      const lost = client.reservation([taxId], 2);
      expect(await billing.reserve(lost)).toMatchObject({ outcome: 'reserved' });
      await recorded(client, lost);
      await billing.settle(client.settlement(lost, false));
    };

    describe.each([true, false])('while the request waited for another document, which loaded: %s', (loaded) => {
      const other = ruc(2);
      const unansweredBeside = async (client: QuotaClient) => {
        const first = client.reservation([other], 1);
        await billing.reserve(first);
        const lost = client.reservation([taxId, other], 2);
        expect(await billing.reserve(lost)).toMatchObject({ outcome: 'reserved', present: [other] });
        await recorded(client, lost, { taxId: other, loaded });
        await billing.settle(client.settlement(first, loaded));
        const { documents, ...settlement } = client.settlement(lost, false);
        await billing.settle({ ...settlement, documents: documents.map((one) => ({ ...one, loaded: loaded && one.taxId === other })) });
        return first.requestId;
      };
      const both = ({ corporationId }: QuotaClient) =>
        billing.database.query('SELECT tax_id, state, request_id FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id', [
          corporationId,
        ]);

      it('leaves no access to the refused one, and the other as its own request left it', async () => {
        const client = await QuotaClient.of(billing, 6);
        const first = await unansweredBeside(client);
        expect(await both(client)).toEqual([{ tax_id: other, state: loaded ? 'active' : 'failed', request_id: first }]);
        expect(await client.quota()).toMatchObject({ held: 0, consumed: loaded ? 1 : 0 });
        expect(await client.drifts()).toEqual([]);
      });

      it('leaves an earlier failure of the refused one as it was', async () => {
        const client = await QuotaClient.of(billing, 6);
        await billing.settle({ ...client.settlement(client.reservation([taxId]), false), mode: 'query' });
        const before = await now(client);
        await unansweredBeside(client);
        expect(await now(client)).toEqual(before);
      });
    });

    it('fails the documents about which sources were asked for the same request', async () => {
      const client = await QuotaClient.of(billing, 6);
      const asked = ruc(2);
      const request = client.reservation([taxId, asked], 1);
      await billing.reserve(request);
      await recorded(client, request, { taxId: asked, loaded: false });
      await billing.settle(client.settlement(request, false));
      expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'failed', request_id: request.requestId }]);
      expect(await client.quota()).toMatchObject({ available: 6, held: 0 });
    });

    it('leaves no access and gives its months back', async () => {
      const client = await QuotaClient.of(billing, 6);
      await unanswered(client);
      expect(await now(client)).toBeUndefined();
      expect(await client.quota()).toEqual({ granted: 6, available: 6, held: 0, consumed: 0 });
      await client.load([taxId], 1);
      expect(await now(client)).toMatchObject({ state: 'active' });
    });

    it('leaves an expired monitoring unchanged', async () => {
      const client = await QuotaClient.of(billing, 6);
      const before = await expired(client);
      await unanswered(client);
      expect(await now(client)).toEqual(before);
      await isFound(client);
    });

    it.each(['monitoring', 'query'] as const)(
      'leaves a failed %s unchanged, however often it happens, and a later load can succeed',
      async (mode) => {
        const client = await QuotaClient.of(billing, 6);
        const failing = client.reservation([taxId], 1);
        if (mode === 'monitoring') await billing.reserve(failing);
        await billing.settle({ ...client.settlement(failing, false), mode });
        const before = await now(client);
        expect(before).toMatchObject({ state: 'failed', mode, request_id: failing.requestId });
        for (let i = 0; i < 2; i += 1) {
          await unanswered(client);
          expect(await now(client)).toEqual(before);
        }
        await client.load([taxId], 1);
        expect(await now(client)).toMatchObject({ state: 'active', mode: 'monitoring' });
        expect(await remembered(client)).toEqual([nothingRemembered]);
      },
    );

    it('restores the access that has ended since, not the failure before it', async () => {
      const client = await QuotaClient.of(billing, 6);
      const failing = client.reservation([taxId], 1);
      await billing.reserve(failing);
      await billing.settle(client.settlement(failing, false));
      const before = await expired(client);
      await unanswered(client);
      expect(await now(client)).toEqual(before);
    });
  });

  it('leaves no access and no held months if its reservation arrives after its settlement', async () => {
    const client = await QuotaClient.of(billing, 6);
    const late = client.reservation([taxId], 2);
    await billing.settle(client.settlement(late, false));
    await billing.reserve(late);
    expect(await now(client)).toBeUndefined();
    expect(await client.quota()).toMatchObject({ available: 6, held: 0 });
  });
});
