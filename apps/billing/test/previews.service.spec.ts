import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { holdLock, lockAccountOf, untilWaiting, withinLockPatience } from '@vigia/testing';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

describe('a preview', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  const ofLoad = ({ corporationId }: QuotaClient, taxIds: string[]) =>
    billing.ask('quota.preview', { operation: 'load', corporationId, docType: 'RUC', mode: 'monitoring', taxIds });

  it('counts months that are being granted when it is asked, because it waits for the account', async () => {
    const previewed = await withinLockPatience(async () => {
      const client = await QuotaClient.of(billing, 2);
      const held = await lockAccountOf(billing.database, client.corporationId);
      const adjusted = client.adjust(20);
      let asked: ReturnType<typeof ofLoad>;
      try {
        await Promise.race([held.untilWaitedFor(1), Promise.allSettled([adjusted])]);
        asked = ofLoad(client, [ruc(1)]);
      } finally {
        await held.release();
      }
      const [, preview] = await Promise.all([adjusted, asked]);
      return preview;
    });
    expect(previewed).toMatchObject({ availableBefore: 22, deducted: 10, availableAfter: 12 });
  });

  it('counts months to the new end of a contract that is being amended when it is asked', async () => {
    const elsewhere = await openDatabase({ url: billing.database.url, service: 'billing' });
    const previewed = await withinLockPatience(async () => {
      const client = await QuotaClient.of(billing, 12);
      const amended = elsewhere.transaction(async (tx) => {
        await tx.rows(`UPDATE billing.contract SET ends_on = '2026-06-30' WHERE id = $1`, [client.contractId]);
        const asked = ofLoad(client, [ruc(1)]);
        await Promise.race([untilWaiting(billing.database), Promise.allSettled([asked])]);
        return { asked };
      });
      return (await amended).asked;
    });
    await elsewhere.close();
    expect(previewed).toMatchObject({ fittingMonths: 4, deducted: 4, documents: [{ expiresAt: '2026-07-01T05:00:00.000Z' }] });
  });

  it('of a load keeps a profile that another request opens in the meantime, and counts the others', async () => {
    const previewed = await withinLockPatience(async () => {
      const client = await QuotaClient.of(billing, 12);
      const held = await holdLock(billing.database, 'LOCK TABLE billing.quota_hold IN SHARE MODE');
      const asked = ofLoad(client, [ruc(11), ruc(12)]);
      const over = Promise.allSettled([asked]);
      try {
        await Promise.race([held.untilWaitedFor(1), over]);
        await client.query([ruc(11)]);
      } finally {
        await held.release();
      }
      return asked;
    });
    expect(previewed).toMatchObject({
      refusal: null,
      documents: [
        { taxId: ruc(11), action: 'keep', deducted: 0 },
        { taxId: ruc(12), action: 'load', deducted: 10 },
      ],
    });
  });

  it('of an activation counts a document once, however often it is listed', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.query([ruc(21)]);
    const documents = [rucDocument(ruc(21)), rucDocument(ruc(21))];
    const preview = await billing.ask('quota.preview', {
      operation: 'activate',
      corporationId: client.corporationId,
      documents,
      months: 3,
    });
    await client.activate([ruc(21), ruc(21)], 3);
    expect(preview).toMatchObject({ documents: [{ taxId: ruc(21), action: 'activate', deducted: 3 }], deducted: 3, availableAfter: 9 });
    expect((await client.quota()).available).toBe(preview.availableAfter);
  });
});
