import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QuotaClient, ruc, rucDocument } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

describe('every movement of months', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  const lines = async ({ corporationId, contractId }: QuotaClient) => {
    const statement = await billing.ask('quota.statement', { corporationId, contractId });
    return statement.lines.map(({ kind, months, document }) => `${kind} ${months} ${document?.taxId ?? 'of nobody'}`);
  };

  it('for a load has a line that names its profile', async () => {
    const client = await QuotaClient.of(billing, 12);
    const reserved = client.reservation([ruc(1), ruc(2), ruc(3)], 3);
    await billing.reserve(reserved);
    const settlement = client.settlement(reserved);
    settlement.documents[1]!.loaded = false;
    await billing.settle(settlement);
    const held = [1, 2, 3].map((n) => `hold 3 ${ruc(n)}`);
    const ended = [`commit 3 ${ruc(1)}`, `void 3 ${ruc(2)}`, `commit 3 ${ruc(3)}`];
    expect(await lines(client)).toEqual(['grant 12 of nobody', ...held, ...ended]);
    const { corporationId, contractId } = client;
    const statement = await billing.ask('quota.statement', { corporationId, contractId });
    expect(statement.lines.map(({ profiles }) => profiles)).toEqual([null, 1, 1, 1, 1, 1, 1]);
    expect(await client.drifts()).toEqual([]);
  });

  it('names the caller of its request, even where months come back', async () => {
    const client = await QuotaClient.of(billing, 12);
    const by = (actor: string) => ({ origin: { actor, correlationId: 'a call' } });
    const { corporationId, contractId } = client;
    const [load, update] = [{ ...client.reservation([ruc(1), ruc(2)], 2), ...by('credential of Ana') }, randomUUID()];
    await billing.reserve(load);
    const settlement = client.settlement(load);
    settlement.documents[1]!.loaded = false;
    await billing.settle(settlement);
    await billing.ask('reprocess.reserve', { requestId: update, corporationId, taxIds: [ruc(1)], ...by('credential of Luis') });
    await billing.reprocess({ requestId: update, corporationId, documents: [{ ...rucDocument(ruc(1)), loaded: true }] });
    await client.query([ruc(3)]);
    await billing.ask('access.activate', {
      requestId: randomUUID(),
      corporationId,
      documents: [rucDocument(ruc(3))],
      months: 1,
      ...by('user Eva'),
    });
    const statement = await billing.ask('quota.statement', { corporationId, contractId });
    expect(statement.lines.map(({ kind, actor }) => `${kind} by ${actor}`)).toEqual([
      'grant by operator',
      'hold by credential of Ana',
      'hold by credential of Ana',
      'commit by credential of Ana',
      'void by credential of Ana',
      'hold by credential of Luis',
      'void by credential of Luis',
      'return by credential of Luis',
      'deduct by credential of Luis',
      'deduct by user Eva',
    ]);
  });

  it('for an activation, and for a load that paid later, has a line for each profile', async () => {
    const client = await QuotaClient.of(billing, 8);
    await client.query([ruc(1), ruc(2)]);
    await client.activate([ruc(2), ruc(1)], 1);
    const late = client.reservation([ruc(3), ruc(4)], 2);
    await billing.reserve(late);
    await client.adjust(-6, true);
    await client.adjust(6);
    await billing.settle(client.settlement(late));
    expect((await lines(client)).filter((line) => line.startsWith('deduct'))).toEqual([
      `deduct 1 ${ruc(1)}`,
      `deduct 1 ${ruc(2)}`,
      `deduct 2 ${ruc(3)}`,
      `deduct 2 ${ruc(4)}`,
    ]);
    expect(await client.drifts()).toEqual([]);
  });

  it('that holds months is for one profile, so that a revocation takes no more of a load than it must', async () => {
    const client = await QuotaClient.of(billing, 6);
    const reserved = client.reservation([ruc(1), ruc(2), ruc(3)], 2);
    await billing.reserve(reserved);
    expect((await client.adjust(-1, true)).quota).toEqual({ granted: 5, available: 1, held: 4, consumed: 0 });
    const settlement = client.settlement(reserved);
    settlement.documents[0]!.loaded = false;
    // The months of the profile that failed pay for the one whose months were revoked.
    expect(await billing.settle(settlement)).toEqual({ activationFailed: 0, present: [] });
    expect(await client.quota()).toEqual({ granted: 5, available: 1, held: 0, consumed: 4 });
  });

  it('is undone for all profiles of a load if one of them cannot be paid any more', async () => {
    const client = await QuotaClient.of(billing, 6);
    const reserved = client.reservation([ruc(1), ruc(2), ruc(3)], 2);
    await billing.reserve(reserved);
    await client.adjust(-1, true);
    expect(await billing.settle(client.settlement(reserved))).toEqual({ activationFailed: 3, present: [] });
    expect(await client.quota()).toEqual({ granted: 5, available: 5, held: 0, consumed: 0 });
    expect(await client.drifts()).toEqual([]);
  });

  it('is charged to the request that reserved the profile, not to one that joined it', async () => {
    const client = await QuotaClient.of(billing, 8);
    const [first, joining] = [client.reservation([ruc(2)], 3), client.reservation([ruc(1), ruc(2)], 3)];
    await billing.reserve(first);
    expect(await billing.reserve(joining)).toMatchObject({ outcome: 'reserved', present: [ruc(2)] });
    await billing.settle(client.settlement(first, false));
    expect(await billing.settle(client.settlement(joining))).toEqual({ activationFailed: 0, present: [rucDocument(ruc(2))] });
    expect(await client.quota()).toEqual({ granted: 8, available: 5, held: 0, consumed: 3 });
    expect(await client.drifts()).toEqual([]);
  });

  it('adds up per profile to the paid and held months, whatever was loaded', async () => {
    const some = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 });
    const month = fc.integer({ min: 1, max: 3 });
    const act = fc.oneof(
      fc.record({ name: fc.constant('load' as const), some, month, loaded: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }) }),
      fc.record({ name: fc.constant('reserve' as const), some, month }),
      fc.record({ name: fc.constant('update' as const), some, month }),
      fc.record({ name: fc.constant('activate' as const), some, month }),
      fc.record({ name: fc.constant('take' as const), by: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ name: fc.constant('later' as const), days: fc.integer({ min: 1, max: 40 }) }),
    );
    let until = 0;
    const property = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      // The first run always happens, however slow the machine is, and every run is completed.
      if (until > 0 && Date.now() >= until) return;
      until ||= Date.now() + 10_000;
      const client = await QuotaClient.of(billing, 40);
      let now = Date.parse('2026-03-10T17:00:00Z');
      await billing.itIs(new Date(now).toISOString());
      for (const one of acts) await (one.name === 'later' ? pass(one.days) : does(client, one).catch(onlyRefused));
      async function pass(days: number) {
        now += days * 86_400_000;
        await billing.itIs(new Date(now).toISOString());
      }
      expect(await offByProfile(client)).toEqual([]);
      expect(await client.drifts()).toEqual([]);
    });
    const run = await fc.check(property, { numRuns: 500 });
    expect(await fc.asyncDefaultReportMessage(run)).toBeUndefined();
  });

  type Done =
    | { name: 'load'; some: number[]; month: number; loaded: boolean[] }
    | { name: 'reserve'; some: number[]; month: number }
    | { name: 'update'; some: number[]; month: number }
    | { name: 'activate'; some: number[]; month: number }
    | { name: 'take'; by: number };

  async function does(client: QuotaClient, act: Done): Promise<unknown> {
    if (act.name === 'take') return client.adjust(-act.by, true);
    const taxIds = act.some.map(ruc);
    if (act.name === 'update') return client.forcedUpdate(taxIds, act.month);
    if (act.name === 'activate') return client.activate(taxIds, act.month);
    const reserved = client.reservation(taxIds, act.month);
    const reply = await billing.reserve(reserved);
    if (act.name !== 'load' || reply.outcome === 'refused') return undefined;
    const { loaded } = act;
    const settlement = client.settlement(reserved);
    settlement.documents.forEach((document, i) => (document.loaded = loaded[i]!));
    return billing.settle(settlement);
  }

  function onlyRefused(error: unknown): void {
    if ((error as { status?: number }).status !== 409) throw error;
  }

  const offByProfile = ({ contractId }: QuotaClient) =>
    billing.database.query(
      `WITH lines AS (
         SELECT tax_id, sum(months * CASE kind WHEN 'return' THEN -1 WHEN 'commit' THEN 1 WHEN 'deduct' THEN 1 ELSE 0 END) AS used,
           sum(months * CASE kind WHEN 'hold' THEN 1 WHEN 'commit' THEN -1 WHEN 'void' THEN -1 ELSE 0 END) AS held
         FROM billing.quota_entry WHERE contract_id = $1 AND kind NOT IN ('grant', 'adjust') GROUP BY tax_id
       ), paid AS (
         SELECT tax_id, sum(months - returned_months) AS used FROM billing.monitoring WHERE contract_id = $1 GROUP BY tax_id
       ), aside AS (
         SELECT tax_id, sum(amount) AS held FROM billing.quota_hold WHERE contract_id = $1 AND state = 'held' GROUP BY tax_id)
       SELECT * FROM lines FULL JOIN paid USING (tax_id) FULL JOIN aside USING (tax_id)
       WHERE tax_id IS NULL OR lines.used <> coalesce(paid.used, 0) OR lines.held <> coalesce(aside.held, 0)`,
      [contractId],
    );
});
