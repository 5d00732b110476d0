import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@vigia/database';
import { freshRuc, waitUntil, withinLockPatience } from '@vigia/testing';
import { readCharges, totalOfCharges } from '../src/charges/document-charges.js';
import { startBilling, type RunningBilling } from './running-billing.js';

describe('charges by days', () => {
  const lastDay = { from: '2026-03-10', to: '2026-03-10' };
  let billing: RunningBilling;
  let database: Database;

  beforeAll(async () => {
    billing = await startBilling();
    database = await openDatabase({ url: billing.database.url, service: 'billing', testClock: true });
    await billing.itIs('2026-03-11T05:00:01Z');
  });

  afterAll(async () => {
    await database?.close();
    await billing?.stop();
  });

  /** A charge of the last second before midnight, which is committed after midnight. */
  const enterDuring = <T>(corporationId: string, taxId: string, work: () => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await tx.rows(
        `INSERT INTO billing.platform_document (tax_id, doc_type, corporation_id, request_id, price_cents, charged_at)
         VALUES ($1, 'RUC', $2, gen_random_uuid(), 150, '2026-03-11T04:59:59Z')`,
        [taxId, corporationId],
      );
      return work();
    });

  it.each([
    ['lists', readCharges],
    ['adds up', totalOfCharges],
  ])('%s those of the day before with a charge that was being entered', async (_, read) => {
    const found = await withinLockPatience(async () => {
      const [corporationId, taxId] = [randomUUID(), freshRuc()];
      let [looks, isOver] = [0, false];
      const looking = { rows: (...asked: Parameters<Database['rows']>) => ((looks += 1), database.rows(...asked)) } as Database;
      const { reading } = await enterDuring(corporationId, taxId, async () => {
        const begun = read(looking, { corporationId, ...lastDay });
        void begun.catch(() => undefined).then(() => (isOver = true));
        await waitUntil(() => looks >= 2 || isOver, { what: 'the reader looks once more, or is over' });
        return { reading: begun };
      });
      return reading;
    });
    expect(found).toMatchObject({ totalCents: 150 });
  });

  it('waits neither for a day that is not over nor for one that was over long ago', async () => {
    const [corporationId, taxId] = [randomUUID(), freshRuc()];
    const periods = [
      { from: '2026-03-10', to: '2026-03-11' },
      { from: '2026-03-09', to: '2026-03-09' },
    ];
    const read = await enterDuring(corporationId, taxId, () =>
      Promise.all(periods.map((period) => billing.ask('charges.list', { corporationId, ...period }))),
    );
    expect(read.map(({ charges }) => charges)).toEqual([[], []]);
  });

  it('refuses to read the day before while a charge stays uncommitted', async () => {
    const [corporationId, taxId] = [randomUUID(), freshRuc()];
    const refused = await enterDuring(corporationId, taxId, () =>
      billing.ask('charges.list', { corporationId, ...lastDay }).catch(({ code }: { code: string }) => code),
    );
    expect(refused).toBe('unavailable');
  });
});
