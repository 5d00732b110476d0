import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContractKind, PayloadOf } from '@vigia/contracts';
import { waitUntil, testOrigin } from '@vigia/testing';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

const [lastDay, nextDay] = ['2026-03-31', '2026-04-01'];
const [beforeMidnight, afterMidnight] = ['2026-04-01T04:59:00Z', '2026-04-01T05:05:00Z'];
let documents = 3_000;

describe('a request that is accepted on the last day of a contract', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs(beforeMidnight));

  const ending = (kind: ContractKind) => QuotaClient.of(billing, 6, { kind, endsOn: lastDay, documentPriceCents: 100 });
  const followedBy = (client: QuotaClient, kind: ContractKind, startsOn = nextDay) =>
    billing.createContract(kind, client.corporationId, {
      startsOn,
      endsOn: '2026-12-31',
      quotaMonths: 6,
      documentPriceCents: 900,
      excludedSections: ['laboral'],
    });
  /** The settlement that the loader sends once everything has been loaded. */
  const settlementOf = (client: QuotaClient, mode: 'monitoring' | 'query', acceptedOn: string): PayloadOf<'access.settle'> => ({
    requestId: randomUUID(),
    corporationId: client.corporationId,
    mode,
    documents: [{ ...rucDocument(ruc((documents += 1))), loaded: true }],
    acceptedOn,
    origin: testOrigin,
  });
  const charged = async ({ corporationId, contractId }: QuotaClient) => {
    const { charges } = await billing.ask('charges.list', { corporationId, from: '2026-01-01', to: '2026-12-31' });
    return charges.map((charge) => `${charge.priceCents} by the ${charge.contractId === contractId ? 'first' : 'second'}`);
  };
  const accessOf = async ({ corporationId }: QuotaClient) => {
    const [access] = await billing.database.query<{ state: string; hours: number | null; withheld: string[]; readable: boolean }>(
      `SELECT access.state, withheld_sections AS withheld, round(extract(epoch FROM expires_at - period.opened_at) / 3600)::int AS hours,
         coalesce(ends_at >= opened_at, true) AS readable
       FROM billing.access JOIN billing.access_period AS period USING (corporation_id, tax_id, doc_type) WHERE corporation_id = $1`,
      [corporationId],
    );
    return access;
  };

  it.each([beforeMidnight, afterMidnight])(
    'is charged the price of that contract when settled at %s; a query keeps its 48 hours',
    async (at) => {
      const [followed, over] = [await ending('one_time'), await ending('monthly')];
      await followedBy(followed, 'one_time');
      await billing.itIs(at);
      for (const client of [followed, over]) {
        await billing.settle(settlementOf(client, 'query', lastDay));
        expect(await charged(client)).toEqual(['100 by the first']);
        expect(await accessOf(client)).toEqual({ state: 'active', hours: 48, withheld: [], readable: true });
      }
    },
  );

  it.each<[string, (client: QuotaClient) => Promise<unknown>, { state: string; hours: number | null; withheld: string[] }]>([
    [
      'continues under the monthly contract that follows',
      (client) => followedBy(client, 'monthly'),
      { state: 'active', hours: null, withheld: ['laboral'] },
    ],
    ['ends with the contract if no other follows', async () => undefined, { state: 'expired', hours: 0, withheld: [] }],
    [
      'ends with the contract if a one-time contract follows',
      (client) => followedBy(client, 'one_time'),
      { state: 'expired', hours: 0, withheld: [] },
    ],
    [
      'ends with the contract if the next one starts days later',
      (client) => followedBy(client, 'monthly', '2026-04-02'),
      { state: 'expired', hours: 0, withheld: [] },
    ],
  ])('for monitoring under a monthly plan %s, at the price of the first contract', async (_what, follow, expected) => {
    const client = await ending('monthly');
    await follow(client);
    await billing.itIs('2026-04-02T17:00:00Z');
    await billing.settle(settlementOf(client, 'monitoring', lastDay));
    expect(await charged(client)).toEqual(['100 by the first']);
    await waitUntil(async () => isDeepStrictEqual((await accessOf(client))?.withheld, expected.withheld), {
      what: 'the access withholds what the plan in force excludes',
    });
    expect(await accessOf(client)).toEqual({ ...expected, readable: true });
  });

  it('with held months commits them under that contract, and its access ends as soon as it opens', async () => {
    const client = await ending('one_time');
    await followedBy(client, 'one_time');
    const reserved = client.reservation([ruc((documents += 1))]);
    await billing.reserve(reserved);
    await billing.itIs(afterMidnight);
    expect(await billing.settle(client.settlement(reserved))).toEqual({ activationFailed: 0, present: [] });
    expect(await charged(client)).toEqual(['100 by the first']);
    const { contracts } = await billing.ask('contracts.list', { corporationId: client.corporationId });
    expect(contracts.map(({ quota }) => quota?.consumed)).toEqual([1, 0]);
    expect(await accessOf(client)).toEqual({ state: 'expired', hours: 0, withheld: [], readable: true });
    expect(await client.lastDays()).toEqual([lastDay]);
    expect(await client.drifts()).toEqual([]);
  });

  it('is charged to that contract even if the contract was shortened to that day in the meantime', async () => {
    const client = await QuotaClient.of(billing, 6, { documentPriceCents: 100 });
    const reserved = client.reservation([ruc((documents += 1))], 1);
    await billing.reserve(reserved);
    await client.amend(lastDay);
    await billing.itIs(afterMidnight);
    expect(await billing.settle(client.settlement(reserved))).toEqual({ activationFailed: 0, present: [] });
    expect(await charged(client)).toEqual(['100 by the first']);
    await billing.settle(settlementOf(client, 'query', lastDay));
    expect(await charged(client)).toEqual(['100 by the first', '100 by the first']);
    expect(await client.quota()).toMatchObject({ held: 0, consumed: 1 });
  });

  it('whose reservation is decided only under a monthly contract that follows is to be repeated, and leaves nothing behind', async () => {
    const client = await ending('one_time');
    await followedBy(client, 'monthly');
    const reservation = client.reservation([ruc((documents += 1))]);
    await billing.itIs(afterMidnight);
    await expect(billing.reserve(reservation)).rejects.toMatchObject({ code: 'unavailable' });
    // The loader has refused the document, and tells billing so in case it has reserved months all the same.
    await billing.database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id, finished_at)
         VALUES ($1, $2, 'RUC', 'monitoring', 'finished', 0, 'x', now()) RETURNING id)
       INSERT INTO profiles.load_item (request_id, tax_id, state, reason) SELECT id, $3, 'failed', 'billing_unavailable' FROM request`,
      [reservation.requestId, client.corporationId, reservation.taxIds[0]],
    );
    await billing.settle({ ...client.settlement(reservation, false), acceptedOn: nextDay });
    expect(await billing.accesses(client.corporationId)).toEqual([]);
  });
});
