import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil, withinLockPatience } from '@vigia/testing';
import { QuotaClient, ruc } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

const inParallel = async <T>(count: number, clients: number, work: (i: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const client = async () => {
    for (let i = next++; i < count; i = next++) results[i] = await work(i);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
};

describe('the quota of a contract', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling({ VIGIA_ABANDONED_AFTER_MS: '600000' });
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  const holdStates = async (requestId: string) =>
    (
      await billing.database.query<{ state: string }>('SELECT state FROM billing.quota_hold WHERE command_id = $1 ORDER BY opened_seq', [
        requestId,
      ])
    ).map(({ state }) => state);

  it('is held before a load and consumed by it; the months of what was not loaded come back', async () => {
    const client = await QuotaClient.of(billing, 12);
    const reserved = client.reservation([ruc(1), ruc(2), ruc(3)], 3);
    expect(await billing.reserve(reserved)).toEqual({ outcome: 'reserved', months: 3, expiresOn: '2026-05-31', present: [] });
    expect(await client.quota()).toEqual({ granted: 12, available: 3, held: 9, consumed: 0 });
    const settled = client.settlement(reserved);
    settled.documents[1]!.loaded = false;
    expect(await billing.settle(settled)).toEqual({ activationFailed: 0, present: [] });
    expect(await client.quota()).toEqual({ granted: 12, available: 6, held: 0, consumed: 6 });
    expect(await holdStates(reserved.requestId)).toEqual(['committed', 'voided', 'committed']);
  });

  it('is not touched by queries or under a monthly plan', async () => {
    const client = await QuotaClient.of(billing, 5);
    await client.query([ruc(1)]);
    expect(await client.quota()).toEqual({ granted: 5, available: 5, held: 0, consumed: 0 });
    const monthly = await QuotaClient.of(billing, 0, { kind: 'monthly' });
    await billing.settle(monthly.settlement(monthly.reservation([ruc(1)])));
    expect(await billing.database.query('SELECT 1 FROM billing.quota_account WHERE contract_id = $1', [monthly.contractId])).toEqual([]);
  });

  it('refuses a repeated request again, whatever was granted since, and decides a new one anew', async () => {
    const client = await QuotaClient.of(billing, 1);
    const reserved = client.reservation([ruc(1)], 2);
    const refused = {
      outcome: 'refused',
      refusal: { reason: 'quota_insufficient', profiles: 1, months: 2, returned: 0, available: 1, fittingMonths: 1, fittingProfiles: 0 },
    };
    expect(await billing.reserve(reserved)).toEqual(refused);
    await client.adjust(5);
    expect(await billing.reserve(reserved)).toEqual(refused);
    expect(await billing.reserve({ ...reserved, requestId: randomUUID() })).toMatchObject({ outcome: 'reserved', months: 2 });
  });

  it('answers a repetition on a later day like the first request, and refuses its id for anything else', async () => {
    const client = await QuotaClient.of(billing, 12);
    const reserved = client.reservation([ruc(1)], 1);
    const first = await billing.reserve(reserved);
    await billing.itIs('2026-04-02T17:00:00Z');
    expect(await billing.reserve(reserved)).toEqual(first);
    await expect(billing.reserve({ ...reserved, months: 2 })).rejects.toMatchObject({ code: 'conflict' });
    await billing.settle(client.settlement(reserved));
    const [access] = await billing.accesses(client.corporationId);
    expect(access!.expires_at).toEqual(new Date('2026-04-01T05:00:00Z'));
  });

  it('is held once for documents that eight requests want at once', async () => {
    const client = await QuotaClient.of(billing, 12);
    const wanted = [ruc(1), ruc(2)];
    const replies = await Promise.all(Array.from({ length: 8 }, () => billing.reserve(client.reservation(wanted, 2))));
    expect(replies.filter((reply) => reply.outcome === 'reserved' && reply.present.length === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.outcome === 'reserved' && reply.present.length === 2)).toHaveLength(7);
    expect(await client.quota()).toMatchObject({ available: 8, held: 4 });
  });

  it('is held even if queries open the same documents at the same moment', async () => {
    const client = await QuotaClient.of(billing, 500);
    for (let round = 0; round < 60; round += 1) {
      const [first, taken, third, queried] = [0, 1, 2, 3].map((i) => ruc(20_000 + round * 4 + i)) as [string, string, string, string];
      await billing.reserve(client.reservation([taken], 1));
      const reserved = client.reservation([third, taken, first], 1);
      const asked = { ...client.settlement(client.reservation([queried, taken, first])), mode: 'query' as const };
      const replies = await withinLockPatience(() => Promise.all([billing.reserve(reserved), billing.settle(asked)]));
      expect(replies).toMatchObject([{ outcome: 'reserved' }, { activationFailed: 0 }]);
    }
    expect(await client.drifts()).toEqual([]);
  });

  it('of 1000 months is given to 40 concurrent clients to the last month, and never exceeded', async () => {
    const client = await QuotaClient.of(billing, 1000);
    const replies = await inParallel(500, 40, (i) => billing.reserve(client.reservation([ruc(1_000 + i)], 1 + (i % 5))));
    const held = replies.reduce((sum, reply) => sum + (reply.outcome === 'reserved' ? reply.months : 0), 0);
    // Late requests for one month take what is too little for longer ones.
    expect(held).toBe(1000);
    expect(await client.quota()).toEqual({ granted: 1000, available: 0, held, consumed: 0 });
    expect(await client.drifts()).toEqual([]);
  });

  it('is charged once for a request that is sent 400 times and settled twenty times at once', async () => {
    const client = await QuotaClient.of(billing, 100);
    const reserved = client.reservation([ruc(1)], 4);
    const replies = await inParallel(400, 40, () => billing.reserve(reserved));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    await inParallel(20, 20, () => billing.settle(client.settlement(reserved)));
    expect(await client.quota()).toEqual({ granted: 100, available: 96, held: 0, consumed: 4 });
    const entries = await billing.database.query('SELECT kind FROM billing.quota_entry WHERE command_id = $1 ORDER BY seq', [
      reserved.requestId,
    ]);
    expect(entries).toEqual([{ kind: 'hold' }, { kind: 'commit' }]);
  });

  it('resolves each hold once when it is settled, revoked and swept at the same time', async () => {
    const client = await QuotaClient.of(billing, 60);
    const reserved = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const one = client.reservation([ruc(5_000 + i)], 3);
        await billing.reserve(one);
        return one;
      }),
    );
    await billing.database.query(`UPDATE billing.quota_hold SET expires_at = now() WHERE contract_id = $1`, [client.contractId]);
    const revoke = () => client.adjust(-2, true);
    await Promise.allSettled([
      ...reserved.map((one, i) => billing.settle(client.settlement(one, i % 3 > 0))),
      revoke(),
      revoke(),
      revoke(),
    ]);
    await waitUntil(async () => (await client.quota()).held === 0, { what: 'no hold is open' });
    const states = await billing.database.query<{ state: string }>('SELECT state FROM billing.quota_hold WHERE contract_id = $1', [
      client.contractId,
    ]);
    expect(states).toHaveLength(20);
    for (const { state } of states) expect(['committed', 'voided', 'expired', 'revoked']).toContain(state);
    expect(await client.drifts()).toEqual([]);
  });

  describe('whose held months were revoked', () => {
    it('pays from what is available at settlement, so that monitoring starts all the same', async () => {
      const client = await QuotaClient.of(billing, 12);
      const reserved = client.reservation([ruc(1), ruc(2)], 5);
      await billing.reserve(reserved);
      await client.adjust(-12, true);
      await client.adjust(10);
      expect(await billing.settle(client.settlement(reserved))).toEqual({ activationFailed: 0, present: [] });
      expect(await client.quota()).toEqual({ granted: 10, available: 0, held: 0, consumed: 10 });
      expect(await client.drifts()).toEqual([]);
    });

    it('leaves every profile loaded but expired, and reports their number at each repetition', async () => {
      const client = await QuotaClient.of(billing, 12, { documentPriceCents: 250 });
      const reserved = client.reservation([ruc(601), ruc(602)], 5);
      await billing.reserve(reserved);
      await client.adjust(-3, true);
      for (let i = 0; i < 2; i += 1)
        expect(await billing.settle(client.settlement(reserved))).toEqual({ activationFailed: 2, present: [] });
      expect((await billing.accesses(client.corporationId)).map(({ state }) => state)).toEqual(['expired', 'expired']);
      expect(await client.quota()).toEqual({ granted: 9, available: 9, held: 0, consumed: 0 });
      const { charges } = await billing.ask('charges.list', { corporationId: client.corporationId, from: '2026-03-10', to: '2026-03-10' });
      expect(charges).toHaveLength(2);
    });
  });

  it('releases an abandoned hold, not one whose request still loads; a late settlement pays anew', async () => {
    const client = await QuotaClient.of(billing, 10);
    const [abandoned, loading] = [client.reservation([ruc(1)], 2), client.reservation([ruc(2)], 3)];
    await billing.reserve(abandoned);
    await billing.reserve(loading);
    await billing.database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
       VALUES ($1, $2, 'RUC', 'monitoring', 'loading', 1, 'x')`,
      [loading.requestId, client.corporationId],
    );
    await billing.database.query(`UPDATE billing.quota_hold SET expires_at = now() WHERE contract_id = $1`, [client.contractId]);
    await waitUntil(async () => (await holdStates(abandoned.requestId))[0] === 'expired', {
      what: 'the abandoned hold expires',
    });
    expect(await client.quota()).toEqual({ granted: 10, available: 7, held: 3, consumed: 0 });
    const renewed = () =>
      billing.database.query('SELECT FROM billing.quota_hold WHERE command_id = $1 AND expires_at > now()', [loading.requestId]);
    await waitUntil(async () => (await renewed()).length === 1, { what: 'the hold of the request that still loads is renewed' });
    await billing.settle(client.settlement(loading));
    expect(await client.quota()).toEqual({ granted: 10, available: 7, held: 0, consumed: 3 });
    // The loader of the abandoned request was only slow: its months are taken anew.
    expect(await billing.settle(client.settlement(abandoned))).toMatchObject({ activationFailed: 0 });
    expect(await client.quota()).toEqual({ granted: 10, available: 5, held: 0, consumed: 5 });
    expect((await billing.accesses(client.corporationId)).map(({ state }) => state)).toEqual(['active', 'active']);
    expect(await client.drifts()).toEqual([]);
  });

  it('does not pay for a slow loader once its released months went to another load', async () => {
    const client = await QuotaClient.of(billing, 2);
    const slow = client.reservation([ruc(1)], 2);
    await billing.reserve(slow);
    await billing.database.query(`UPDATE billing.quota_hold SET expires_at = now() WHERE contract_id = $1`, [client.contractId]);
    await waitUntil(async () => (await holdStates(slow.requestId))[0] === 'expired', { what: 'the abandoned hold expires' });
    await client.load([ruc(2)], 1);
    expect(await billing.settle(client.settlement(slow))).toMatchObject({ activationFailed: 1 });
    expect(await client.quota()).toEqual({ granted: 2, available: 1, held: 0, consumed: 1 });
    expect((await billing.accesses(client.corporationId)).map(({ state }) => state).sort()).toEqual(['active', 'expired']);
    expect(await client.drifts()).toEqual([]);
  });

  it('expires an access at midnight in Lima, when its months are over', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 1);
    await billing.itIs('2026-04-01T04:59:00Z');
    expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'active' }]);
    await billing.itIs('2026-04-01T05:00:00Z');
    await waitUntil(async () => (await billing.accesses(client.corporationId))[0]!.state === 'expired', {
      what: 'the monitoring has expired',
    });
    expect(await client.drifts()).toEqual([]);
  });
});
