import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil, testOrigin } from '@vigia/testing';
import { QuotaClient, ruc } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

/** Two ends may lie within one millisecond, which is all that a date of JavaScript knows. */
const micros = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::float8`;

describe('a forced update', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  it('pays in the order of the request, and does not spend months that a later profile will return', async () => {
    const client = await QuotaClient.of(billing, 13);
    await client.load([ruc(1), ruc(2), ruc(3)], 4);
    const { documents } = await client.forcedUpdate([ruc(3), ruc(1), ruc(2)]);
    expect(documents.map(({ taxId, outcome }) => [taxId, outcome])).toEqual([
      [ruc(3), 'refresh'],
      [ruc(1), 'refused'],
      [ruc(2), 'refused'],
    ]);
    const shorten = await client.forcedUpdate([ruc(1), ruc(2)], 1);
    expect(shorten.documents).toMatchObject([
      { returned: 3, deducted: 1, expiresOn: '2026-03-31' },
      { returned: 3, deducted: 1 },
    ]);
    expect(await client.quota()).toEqual({ granted: 13, available: 4, held: 0, consumed: 9 });
    expect(await client.lastDays()).toEqual(['2026-03-31', '2026-03-31', '2026-06-30']);
    expect(await client.drifts()).toEqual([]);
  });

  it('is paid once when settled ten times at once, and costs nothing for profiles not refreshed', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1), ruc(2)], 3);
    const { corporationId } = client;
    const requestId = randomUUID();
    const { documents } = await billing.ask('reprocess.reserve', {
      requestId,
      corporationId,
      origin: testOrigin,
      taxIds: [ruc(1), ruc(2)],
    });
    expect(await client.quota()).toMatchObject({ available: 4, held: 2 });
    const settled = documents.map(({ taxId }) => ({ docType: 'RUC' as const, taxId, loaded: taxId === ruc(1) }));
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => billing.reprocess({ requestId, corporationId, documents: settled })),
    );
    for (const outcome of outcomes) expect(outcome).toEqual({ refused: [] });
    expect(await client.quota()).toEqual({ granted: 12, available: 5, held: 0, consumed: 7 });
    expect(await billing.ask('reprocess.reserve', { requestId, corporationId, origin: testOrigin, taxIds: [ruc(1), ruc(2)] })).toEqual({
      documents,
    });
    expect(await client.drifts()).toEqual([]);
  });

  it('of one profile twice at once pays twice, leaves one monitoring and keeps the expiry', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 4);
    const updates = await Promise.all([client.forcedUpdate([ruc(1)]), client.forcedUpdate([ruc(1)])]);
    for (const { refused } of updates) expect(refused).toEqual([]);
    expect(await client.quota()).toEqual({ granted: 12, available: 6, held: 0, consumed: 6 });
    expect(await client.lastDays()).toEqual(['2026-06-30']);
    const live = await billing.database.query(`SELECT 1 FROM billing.monitoring WHERE corporation_id = $1 AND state = 'live'`, [
      client.corporationId,
    ]);
    expect(live).toHaveLength(1);
    expect(await client.drifts()).toEqual([]);
  });

  it('whose held month was revoked changes nothing if the quota is empty, and reports the refusal', async () => {
    const client = await QuotaClient.of(billing, 5);
    await client.load([ruc(1)], 4);
    const { corporationId } = client;
    const requestId = randomUUID();
    await billing.ask('reprocess.reserve', { requestId, corporationId, origin: testOrigin, taxIds: [ruc(1)] });
    await client.adjust(-1, true);
    const documents = [{ docType: 'RUC' as const, taxId: ruc(1), loaded: true }];
    for (let i = 0; i < 2; i += 1) {
      expect(await billing.reprocess({ requestId, corporationId, documents })).toEqual({
        refused: [
          {
            docType: 'RUC',
            taxId: ruc(1),
            refusal: expect.objectContaining({ reason: 'quota_insufficient', months: 4, returned: 3, available: 0 }),
          },
        ],
      });
    }
    expect(await client.quota()).toEqual({ granted: 4, available: 0, held: 0, consumed: 4 });
    expect(await client.lastDays()).toEqual(['2026-06-30']);
  });

  it('reserved before the end of a month does not undo one made after it', async () => {
    const client = await QuotaClient.of(billing, 12);
    const { corporationId } = client;
    await client.load([ruc(1)], 3);
    const requestId = randomUUID();
    await billing.itIs('2026-04-01T04:50:00Z');
    await billing.ask('reprocess.reserve', { requestId, corporationId, origin: testOrigin, taxIds: [ruc(1)] });
    await billing.itIs('2026-04-01T05:00:00Z');
    expect(await client.forcedUpdate([ruc(1)])).toMatchObject({ refused: [] });
    const documents = [{ docType: 'RUC' as const, taxId: ruc(1), loaded: true }];
    expect(await billing.reprocess({ requestId, corporationId, documents })).toEqual({
      refused: [{ docType: 'RUC', taxId: ruc(1), refusal: { reason: 'monitoring_expired', endedOn: null } }],
    });
    expect(await client.quota()).toEqual({ granted: 12, available: 8, held: 0, consumed: 4 });
    expect(await client.lastDays()).toEqual(['2026-05-31']);
  });

  it('settled after the monitoring has ended can be read as it stood then, as often as it was paid for', async () => {
    const client = await QuotaClient.of(billing, 12);
    const { corporationId } = client;
    await client.load([ruc(1)], 1);
    await billing.itIs('2026-04-01T04:50:00Z');
    const [first, second] = [randomUUID(), randomUUID()];
    for (const requestId of [first, second])
      await billing.ask('reprocess.reserve', { requestId, corporationId, origin: testOrigin, taxIds: [ruc(1)] });
    await billing.itIs('2026-04-01T05:00:00Z');
    const periods = () =>
      billing.database.query<{ state: string; endsAtMicros: number; isAsSettled: boolean }>(
        `SELECT state, ${micros('ends_at')} AS "endsAtMicros",
           expires_at = '2026-04-01T05:00:00Z' AND ends_at > expires_at AS "isAsSettled"
         FROM billing.access JOIN billing.access_period USING (corporation_id, tax_id, doc_type)
         WHERE corporation_id = $1 ORDER BY opened_at`,
        [corporationId],
      );
    const documents = [{ docType: 'RUC' as const, taxId: ruc(1), loaded: true }];
    let readableUntil = Date.parse('2026-04-01T05:00:00Z') * 1_000;
    for (const requestId of [first, second]) {
      expect(await billing.reprocess({ requestId, corporationId, documents })).toEqual({ refused: [] });
      const settled = await periods();
      expect(settled).toMatchObject([{ state: 'expired', isAsSettled: true }]);
      expect(settled[0]!.endsAtMicros).toBeGreaterThan(readableUntil);
      readableUntil = settled[0]!.endsAtMicros;
      expect(await billing.reprocess({ requestId, corporationId, documents })).toEqual({ refused: [] });
      expect(await periods()).toEqual(settled);
    }
    expect(await client.quota()).toEqual({ granted: 12, available: 9, held: 0, consumed: 3 });
    expect(await client.lastDays()).toEqual(['2026-03-31']);
    expect(await client.drifts()).toEqual([]);
    await client.activate([ruc(1)], 1);
    const [ended, next] = await billing.database.query<{ openedAtMicros: number; endsAtMicros: number }>(
      `SELECT ${micros('opened_at')} AS "openedAtMicros", ${micros('ends_at')} AS "endsAtMicros"
       FROM billing.access_period WHERE corporation_id = $1 ORDER BY opened_at`,
      [corporationId],
    );
    expect(ended!.endsAtMicros).toBe(readableUntil);
    expect(next!.openedAtMicros).toBeGreaterThanOrEqual(readableUntil);
  });

  it('reserved under one contract leaves alone the monitoring that the next contract paid', async () => {
    const client = await QuotaClient.of(billing, 4, { endsOn: '2026-03-31' });
    const { corporationId } = client;
    await billing.createContract('one_time', corporationId, { startsOn: '2026-04-01', endsOn: '2026-12-31', quotaMonths: 3 });
    await client.load([ruc(1)], 1);
    const requestId = randomUUID();
    await billing.itIs('2026-04-01T04:50:00Z');
    await billing.ask('reprocess.reserve', { requestId, corporationId, origin: testOrigin, taxIds: [ruc(1)] });
    await billing.itIs('2026-04-01T05:00:00Z');
    await client.load([ruc(1)], 2);
    const documents = [{ docType: 'RUC' as const, taxId: ruc(1), loaded: true }];
    const { refused } = await billing.reprocess({ requestId, corporationId, documents });
    expect(refused).toMatchObject([{ refusal: { reason: 'monitoring_expired' } }]);
    expect(await client.quota()).toEqual({ granted: 4, available: 3, held: 0, consumed: 1 });
    expect(await client.lastDays()).toEqual(['2026-05-31']);
  });

  it('that is late and was counted as abandoned is paid from the available quota', async () => {
    const client = await QuotaClient.of(billing, 4);
    await client.load([ruc(1)], 3);
    const { corporationId } = client;
    const requestId = randomUUID();
    await billing.ask('reprocess.reserve', { requestId, corporationId, origin: testOrigin, taxIds: [ruc(1)] });
    await billing.database.query(`UPDATE billing.quota_hold SET expires_at = now() WHERE command_id = $1`, [requestId]);
    await waitUntil(async () => (await client.quota()).held === 0, { what: 'the held month is released' });
    const documents = [{ docType: 'RUC' as const, taxId: ruc(1), loaded: true }];
    for (let i = 0; i < 2; i += 1) expect(await billing.reprocess({ requestId, corporationId, documents })).toEqual({ refused: [] });
    expect(await client.quota()).toEqual({ granted: 4, available: 0, held: 0, consumed: 4 });
    expect(await client.lastDays()).toEqual(['2026-05-31']);
    expect(await client.drifts()).toEqual([]);
  });

  it('takes no months for a query or under a monthly plan, and refuses profiles that are not active', async () => {
    const client = await QuotaClient.of(billing, 5);
    await client.query([ruc(1)]);
    const { documents } = await client.forcedUpdate([ruc(1), ruc(9), 'nobody']);
    expect(documents).toMatchObject([
      { outcome: 'refresh', returned: 0, deducted: 0, expiresOn: null },
      { outcome: 'refused', refusal: { reason: 'not_active' } },
      { outcome: 'refused', refusal: { reason: 'not_active' } },
    ]);
    await billing.itIs('2026-03-12T18:00:00Z');
    expect((await client.forcedUpdate([ruc(1)])).documents).toMatchObject([{ refusal: { reason: 'not_active' } }]);
    const monthly = await QuotaClient.of(billing, 0, { kind: 'monthly' });
    await billing.settle(monthly.settlement(monthly.reservation([ruc(1)])));
    expect((await monthly.forcedUpdate([ruc(1)], 3)).documents).toMatchObject([{ outcome: 'refresh', deducted: 0, expiresOn: null }]);
    expect(await monthly.lastDays()).toEqual([null]);
  });
});
