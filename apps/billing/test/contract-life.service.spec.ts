import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContractKind, Section } from '@vigia/contracts';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { createLogger } from '@vigia/observability';
import { lockAccountOf, waitUntil, withinLockPatience } from '@vigia/testing';
import { amendContract } from '../src/contracts/amendments.js';
import { QuotaClient, ruc } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

describe('a contract', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  beforeEach(() => billing.itIs('2026-03-10T17:00:00Z'));

  it('that is extended lets the month that it had cut run to its end, at no cost', async () => {
    const client = await QuotaClient.of(billing, 12, { endsOn: '2026-05-15' });
    await client.load([ruc(1)], 3);
    await client.load([ruc(2)], 1);
    expect(await client.lastDays()).toEqual(['2026-05-15', '2026-03-31']);
    const { available } = await client.quota();
    expect(await client.amend('2026-08-31')).toMatchObject({ endsOn: '2026-08-31', quota: { available } });
    expect(await client.lastDays()).toEqual(['2026-05-31', '2026-03-31']);
    expect(await client.drifts()).toEqual([]);
  });

  describe('that is extended in its last seconds', () => {
    let database: Database;

    beforeAll(async () => {
      database = await openDatabase({ url: billing.database.url, service: 'billing', testClock: true });
    });

    afterAll(() => database?.close());

    const extend = (tx: Transaction, { contractId }: QuotaClient) => {
      const logger = createLogger('test', { level: 'silent' });
      const outbox = new Outbox({ table: 'billing.outbox', database, messages: billing.messages, logger });
      return amendContract(tx, outbox, { commandId: randomUUID(), contractId, endsOn: '2026-06-15', actor: 'test', reason: 'test' });
    };

    it.each<ContractKind>(['one_time', 'monthly'])('refuses the extension if it has ended meanwhile (%s)', async (kind) => {
      const client = await QuotaClient.of(billing, 12, { kind, endsOn: '2026-03-10' });
      const extended = database.transaction(async (tx) => {
        const [begun] = await tx.rows<{ at: string }>('SELECT now()::text AS at');
        // In the last microsecond of the day, which has passed since.
        const ahead = `timestamptz '2026-03-11T05:00:00Z' - interval '1 microsecond' - $1::timestamptz`;
        await billing.database.query(`UPDATE public.test_clock SET ahead = ${ahead}`, [begun!.at]);
        await extend(tx, client);
      });
      await expect(extended).rejects.toMatchObject({ code: 'contract_ended' });
    });

    it('keeps its monthly monitoring even if the extension commits after midnight', async () => {
      const days = { kind: 'monthly', endsOn: '2026-03-10' } as const;
      const [client, over] = [await QuotaClient.of(billing, 0, days), await QuotaClient.of(billing, 0, days)];
      for (const one of [client, over]) await billing.settle(one.settlement(one.reservation([ruc(31)])));
      await database.transaction(async (tx) => {
        await extend(tx, client);
        await billing.itIs('2026-03-11T05:00:00Z');
        await waitUntil(async () => (await over.lastDays())[0] === '2026-03-10', {
          what: 'the monitoring of the contract that was not extended is over',
        });
      });
      expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'active', expires_at: null }]);
    });
  });

  it('that is extended or shortened rewrites only the monitoring whose end moves', async () => {
    const client = await QuotaClient.of(billing, 30, { endsOn: '2026-06-15' });
    await client.load([ruc(1)], 1);
    await client.load([ruc(2), ruc(3)], 4);
    await client.forcedUpdate([ruc(3)], 2);
    await billing.itIs('2026-05-10T17:00:00Z');
    /** Row versions: the monitoring that is over, the live one, and of the updated profile the cancelled one and the one that is over. */
    const written = async () => {
      const rows = await billing.database.query<{ version: string }>(
        'SELECT xmin AS version FROM billing.monitoring WHERE corporation_id = $1 ORDER BY tax_id, state',
        [client.corporationId],
      );
      return rows.map(({ version }) => version);
    };
    const [over, live, cancelled, updated] = await written();
    for (const endsOn of ['2026-08-31', '2026-06-20']) {
      await client.amend(endsOn);
      expect(await written()).toEqual([over, expect.not.stringMatching(`^${live}$`), cancelled, updated]);
    }
    expect(await client.lastDays()).toEqual(['2026-03-31', '2026-06-20', '2026-04-30']);
    expect(await client.drifts()).toEqual([]);
  });

  it('that ends with a month and is extended writes and locks no monitoring; later amendments move its end', async () => {
    const client = await QuotaClient.of(billing, 30, { endsOn: '2026-06-30' });
    await client.load([ruc(1)]);
    const written = () =>
      billing.database.query(
        `SELECT monitoring.xmin AS paid, access.xmin AS access, access.xmax AS locked
         FROM billing.monitoring JOIN billing.access USING (corporation_id, tax_id, doc_type) WHERE corporation_id = $1`,
        [client.corporationId],
      );
    const before = await written();
    await client.amend('2026-12-31');
    expect(await written()).toEqual(before);
    await client.amend('2026-06-15');
    expect(await client.lastDays()).toEqual(['2026-06-15']);
    await client.amend('2026-08-31');
    expect(await client.lastDays()).toEqual(['2026-06-30']);
    expect(await client.drifts()).toEqual([]);
  });

  it('that is shortened returns the whole months beyond its end and revokes the holds that pass it', async () => {
    const client = await QuotaClient.of(billing, 30);
    await client.load([ruc(1)], 8);
    await client.load([ruc(2)], 2);
    const [late, early] = [client.reservation([ruc(3)], 9), client.reservation([ruc(4)], 2)];
    for (const reserved of [late, early]) await billing.reserve(reserved);
    await client.amend('2026-06-15');
    expect(await client.lastDays()).toEqual(['2026-06-15', '2026-04-30', null, null]);
    expect(await client.quota()).toEqual({ granted: 30, available: 22, held: 2, consumed: 6 });
    expect(await billing.settle(client.settlement(late))).toMatchObject({ activationFailed: 1 });
    expect(await billing.settle(client.settlement(early))).toMatchObject({ activationFailed: 0 });
    expect(await client.drifts()).toEqual([]);
  });

  it('is amended once by a repeated command, and refuses the id of that command for another amendment', async () => {
    const client = await QuotaClient.of(billing, 12);
    await client.load([ruc(1)], 8);
    const amendment = { commandId: randomUUID(), contractId: client.contractId, endsOn: '2026-06-15', actor: 'test', reason: 'test' };
    const first = await billing.ask('contracts.amend', amendment);
    expect(await billing.ask('contracts.amend', amendment)).toEqual(first);
    await expect(billing.ask('contracts.amend', { ...amendment, endsOn: '2026-07-15' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('lists every change of its end with its reason, not an amendment that left it as it was or added months', async () => {
    const client = await QuotaClient.of(billing, 12, { endsOn: '2026-12-31' });
    const endChanges = async () =>
      (await billing.ask('contracts.list', { corporationId: client.corporationId })).contracts.map((contract) => contract.endChanges);
    const amend = (endsOn: string, reason: string) =>
      billing.ask('contracts.amend', { commandId: randomUUID(), contractId: client.contractId, endsOn, actor: 'test', reason });
    expect(await endChanges()).toEqual([[]]);
    const first = { changedOn: '2026-03-10', from: '2026-12-31', to: '2026-08-31', reason: 'adenda 1' };
    expect(await amend('2026-08-31', 'adenda 1')).toMatchObject({ endChanges: [first] });
    await amend('2026-08-31', 'otra vez');
    await client.adjust(1);
    await billing.itIs('2026-04-10T17:00:00Z');
    await amend('2026-10-31', 'adenda 2');
    const second = { changedOn: '2026-04-10', from: '2026-08-31', to: '2026-10-31', reason: 'adenda 2' };
    expect(await endChanges()).toEqual([[first, second]]);
  });

  it('is not amended if its end was moved while the amendment waited, unless to the wanted day', async () => {
    const amend = ({ contractId }: QuotaClient, endsOn: string) => {
      const about = { commandId: randomUUID(), contractId, actor: 'test', reason: 'test' };
      return billing.ask('contracts.amend', { ...about, endsOn, expectedEndsOn: '2026-12-31' });
    };
    const { client, first, later } = await withinLockPatience(async () => {
      const amended = await QuotaClient.of(billing, 12, { endsOn: '2026-12-31' });
      const held = await lockAccountOf(billing.database, amended.corporationId);
      const waiting = amend(amended, '2026-08-31');
      const early = await Promise.race([held.untilWaitedFor(), Promise.allSettled([waiting])]);
      expect(early ?? [{ status: 'rejected' }]).toMatchObject([{ status: 'rejected' }]);
      const others = Promise.allSettled(['2026-09-30', '2026-08-31'].map((day) => amend(amended, day)));
      await held.release();
      return { client: amended, first: await waiting, later: await others };
    });
    expect(first).toMatchObject({ endsOn: '2026-08-31' });
    expect(later).toMatchObject([
      { status: 'rejected', reason: { code: 'contract_end_moved', params: { endsOn: '2026-08-31' } } },
      { status: 'fulfilled', value: { endsOn: '2026-08-31' } },
    ]);
    await expect(amend(client, '2026-10-31')).rejects.toMatchObject({ code: 'contract_end_moved' });
  });

  it('refuses an end before today or within the next contract, and an extension once it has ended', async () => {
    const client = await QuotaClient.of(billing, 12, { endsOn: '2026-06-15' });
    await billing.createContract('one_time', client.corporationId, { startsOn: '2026-09-01', endsOn: '2026-12-31' });
    await expect(client.amend('2026-03-09')).rejects.toMatchObject({ message: 'the last day of a contract must not be before today' });
    await expect(client.amend('2026-02-30')).rejects.toMatchObject({ status: 400 });
    await expect(client.amend('2026-09-01')).rejects.toMatchObject({
      message: 'the corporation already has a contract on some of these days',
    });
    await billing.itIs('2026-06-16T05:00:00Z');
    await expect(client.amend('2026-08-31')).rejects.toMatchObject({ message: 'the contract has ended: make a new one' });
    const nobody = { commandId: randomUUID(), contractId: randomUUID(), endsOn: '2026-08-31', actor: 'test', reason: 'test' };
    await expect(billing.ask('contracts.amend', nobody)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that follows another in the middle of a month has its own quota', async () => {
    const client = await QuotaClient.of(billing, 4, { endsOn: '2026-03-15' });
    await client.load([ruc(1)]);
    expect(await client.quota()).toMatchObject({ available: 3, consumed: 1 });
    await billing.createContract('one_time', client.corporationId, { startsOn: '2026-03-16', endsOn: '2026-12-31', quotaMonths: 6 });
    await billing.itIs('2026-03-16T05:00:00Z');
    await client.load([ruc(1)], 2);
    expect(await client.lastDays()).toEqual(['2026-04-30']);
    const { contracts } = await billing.ask('contracts.list', { corporationId: client.corporationId });
    expect(contracts.map((contract) => contract.quota?.available)).toEqual([3, 4]);
  });

  it('that is monthly ends its monitoring when it ends, unless another monthly contract follows', async () => {
    const days = { startsOn: '2026-03-01', endsOn: '2026-03-31' };
    const [renewed, over] = [
      await QuotaClient.of(billing, 0, { kind: 'monthly', ...days }),
      await QuotaClient.of(billing, 0, { kind: 'monthly', ...days }),
    ];
    const next = { startsOn: '2026-04-01', endsOn: '2026-04-30' };
    await billing.createContract('monthly', renewed.corporationId, next);
    await billing.createContract('one_time', over.corporationId, { ...next, quotaMonths: 3 });
    for (const client of [renewed, over]) await billing.settle(client.settlement(client.reservation([ruc(701)])));
    await billing.itIs('2026-04-01T05:00:00Z');
    const stateOf = async ({ corporationId }: QuotaClient) => (await billing.accesses(corporationId))[0]!.state;
    await waitUntil(async () => (await stateOf(over)) === 'expired', { what: 'the monitoring is over' });
    expect([await over.lastDays(), await renewed.lastDays(), await stateOf(renewed)]).toEqual([['2026-03-31'], [null], 'active']);
    const [period] = await billing.database.query('SELECT ends_at FROM billing.access_period WHERE corporation_id = $1', [
      over.corporationId,
    ]);
    expect(period).toEqual({ ends_at: new Date('2026-04-01T05:00:00Z') });
    expect(await over.activate([ruc(701)], 1)).toEqual({ outcome: 'activated', months: 1, expiresOn: '2026-04-30', profiles: 1 });
    await billing.itIs('2026-05-01T05:00:00Z');
    await waitUntil(async () => (await stateOf(renewed)) === 'expired', { what: 'the monitoring ends with the renewed contract' });
    expect(await renewed.lastDays()).toEqual(['2026-04-30']);
  });

  describe('that is monthly and over, while billing has not written so yet', () => {
    const document = ruc(705);
    let database: Database;
    let client: QuotaClient;

    beforeAll(async () => {
      database = await openDatabase({ url: billing.database.url, service: 'billing', testClock: true });
    });

    afterAll(() => database?.close());

    /** Upkeep leaves a contract alone that somebody has locked. */
    const afterItsEnd = (work: () => Promise<unknown>) =>
      database.transaction(async (tx) => {
        client = await QuotaClient.of(billing, 0, { kind: 'monthly', startsOn: '2026-03-01', endsOn: '2026-03-31' });
        await billing.createContract('one_time', client.corporationId, { startsOn: '2026-04-01', endsOn: '2026-04-30', quotaMonths: 3 });
        await billing.settle(client.settlement(client.reservation([document])));
        await tx.rows('SELECT FROM billing.contract WHERE id = $1 FOR UPDATE', [client.contractId]);
        await billing.itIs('2026-04-01T05:00:00Z');
        await work();
      });
    const periods = () =>
      billing.database.query('SELECT ends_at FROM billing.access_period WHERE corporation_id = $1 ORDER BY opened_at', [
        client.corporationId,
      ]);
    const [end, nextEnd] = [new Date('2026-04-01T05:00:00Z'), new Date('2026-05-01T05:00:00Z')];

    it('leaves its profiles in no portfolio', () =>
      afterItsEnd(async () => {
        const held = await billing.database.query('SELECT FROM billing.portfolio WHERE corporation_id = $1', [client.corporationId]);
        expect(held).toEqual([]);
      }));

    it('lets a load under the next contract monitor them again', () =>
      afterItsEnd(async () => {
        const reserved = client.reservation([document], 1);
        expect(await billing.reserve(reserved)).toEqual({ outcome: 'reserved', months: 1, expiresOn: '2026-04-30', present: [] });
        expect(await periods()).toEqual([{ ends_at: end }]);
        expect(await billing.settle(client.settlement(reserved))).toEqual({ activationFailed: 0, present: [] });
        expect(await periods()).toEqual([{ ends_at: end }, { ends_at: nextEnd }]);
      }));

    it('is what a load that fails then leaves behind', () =>
      afterItsEnd(async () => {
        const reserved = client.reservation([document], 1);
        await billing.reserve(reserved);
        await billing.settle(client.settlement(reserved, false));
        expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'expired', mode: 'monitoring', expires_at: end }]);
      }));

    it('lets a query open them', () =>
      afterItsEnd(async () => {
        await client.query([document]);
        expect(await billing.accesses(client.corporationId)).toMatchObject([{ state: 'active', mode: 'query' }]);
        expect(await periods()).toMatchObject([{ ends_at: end }, {}]);
      }));

    it('lets them be activated', () =>
      afterItsEnd(async () => {
        expect(await client.activate([document], 1)).toMatchObject({ months: 1, expiresOn: '2026-04-30', profiles: 1 });
        expect(await periods()).toEqual([{ ends_at: end }, { ends_at: nextEnd }]);
      }));

    it('lets no forced update refresh them', () =>
      afterItsEnd(async () => {
        const { documents } = await client.forcedUpdate([document]);
        expect(documents).toMatchObject([{ outcome: 'refused', refusal: { reason: 'monitoring_expired', endedOn: '2026-03-31' } }]);
      }));
  });

  it('that is monthly ends its monitoring before a gap, even if nothing ran until the next monthly contract', async () => {
    const days = { kind: 'monthly', startsOn: '2026-03-01', endsOn: '2026-03-31' } as const;
    const [client, over] = [await QuotaClient.of(billing, 0, days), await QuotaClient.of(billing, 0, days)];
    await billing.createContract('monthly', over.corporationId, { startsOn: '2026-04-02', endsOn: '2026-04-04' });
    await billing.settle(over.settlement(over.reservation([ruc(724)])));
    const terms = { startsOn: '2026-04-03', endsOn: '2026-04-10', excludedSections: ['finanzas' as const] };
    await billing.createContract('monthly', client.corporationId, terms);
    await billing.createContract('monthly', client.corporationId, { ...terms, startsOn: '2026-04-20', endsOn: '2026-04-30' });
    const load = async (taxId: string) => billing.settle(client.settlement(client.reservation([taxId])));
    await load(ruc(721));
    await billing.itIs('2026-04-05T17:00:00Z');
    await load(ruc(722));
    await billing.itIs('2026-04-22T17:00:00Z');
    await load(ruc(723));
    const lastDays = async () => [await client.lastDays(), await over.lastDays()];
    const expected = [['2026-03-31', '2026-04-10', null], ['2026-03-31']];
    await waitUntil(async () => isDeepStrictEqual(await lastDays(), expected), {
      what: 'the monitoring of each contract before the last is over',
    });
    const [first] = await billing.database.query(
      `SELECT withheld_sections, ends_at FROM billing.access JOIN billing.access_period USING (corporation_id, tax_id, doc_type)
       WHERE corporation_id = $1 ORDER BY tax_id`,
      [client.corporationId],
    );
    expect(first).toEqual({ withheld_sections: [], ends_at: new Date('2026-04-01T05:00:00Z') });
  });

  it.each<[string, Section[], Section[]]>([
    ['contains more', ['finanzas', 'laboral'], ['laboral']],
    ['contains less', [], ['finanzas']],
    ['contains other sections', ['finanzas'], ['laboral']],
  ])('that is monthly is followed by a plan that %s: its monitoring takes the sections of that plan', async (_what, before, after) => {
    const days = { startsOn: '2026-03-01', endsOn: '2026-03-31' };
    const client = await QuotaClient.of(billing, 0, { kind: 'monthly', ...days, excludedSections: before });
    const ended = await QuotaClient.of(billing, 0, { kind: 'monthly', ...days, excludedSections: before });
    await billing.createContract('monthly', client.corporationId, {
      startsOn: '2026-04-01',
      endsOn: '2026-04-30',
      excludedSections: after,
    });
    const documents = Array.from({ length: 3 }, (_, index) => ruc(710 + index));
    await billing.settle(client.settlement(client.reservation(documents)));
    await billing.settle(ended.settlement(ended.reservation(documents)));
    const withheld = async ({ corporationId }: QuotaClient) => {
      const sql = 'SELECT withheld_sections AS sections FROM billing.access WHERE corporation_id = $1';
      return (await billing.database.query<{ sections: Section[] }>(sql, [corporationId])).map(({ sections }) => sections);
    };
    expect(await withheld(client)).toEqual(documents.map(() => before));
    await billing.itIs('2026-04-01T05:00:00Z');
    await waitUntil(
      async () =>
        isDeepStrictEqual(
          await withheld(client),
          documents.map(() => after),
        ),
      { what: 'the accesses withhold what the new plan excludes' },
    );
    await waitUntil(async () => (await billing.accesses(ended.corporationId)).every(({ state }) => state === 'expired'), {
      what: 'the accesses of the contract without a successor are over',
    });
    expect(await withheld(ended)).toEqual(documents.map(() => before));
    const told = await billing.database.query(
      `SELECT jsonb_array_length(payload->'documents') AS documents FROM billing.outbox
       WHERE message = 'accesses.changed' AND payload->>'corporationId' = $1`,
      [client.corporationId],
    );
    expect(told).toEqual([{ documents: documents.length }]);
  });

  it('gains months, and loses at most its available ones, or its held ones too if asked', async () => {
    const client = await QuotaClient.of(billing, 5);
    await billing.reserve(client.reservation([ruc(1)], 4));
    expect((await client.adjust(3)).quota).toEqual({ granted: 8, available: 4, held: 4, consumed: 0 });
    await expect(client.adjust(-5)).rejects.toMatchObject({ message: 'only 4 months are available' });
    await expect(client.adjust(0)).rejects.toMatchObject({ status: 400 });
    expect((await client.adjust(-5, true)).quota).toEqual({ granted: 3, available: 3, held: 0, consumed: 0 });
    await expect(client.adjust(-4, true)).rejects.toMatchObject({ message: 'only 3 months are available' });
    expect(await client.drifts()).toEqual([]);
  });

  it('that has ended loses months but gains none, and still answers a grant that it got before its end', async () => {
    const client = await QuotaClient.of(billing, 5, { endsOn: '2026-06-15' });
    const { contractId } = client;
    const grant = { commandId: randomUUID(), contractId, months: 3, actor: 'test', reason: 'test' };
    const granted = await billing.ask('quota.adjust', grant);
    await billing.itIs('2026-06-16T05:00:00Z');
    await expect(client.adjust(1)).rejects.toMatchObject({ code: 'contract_ended', status: 409 });
    expect(await billing.ask('quota.adjust', grant)).toEqual({ ...granted, phase: 'ended' });
    expect((await client.adjust(-2)).quota).toEqual({ granted: 6, available: 6, held: 0, consumed: 0 });
    expect(await client.drifts()).toEqual([]);
  });

  describe('that activates profiles', () => {
    it('monitors all of the expired profiles again, or none of them', async () => {
      const client = await QuotaClient.of(billing, 6);
      await client.load([ruc(1), ruc(2)], 1);
      await billing.itIs('2026-04-05T17:00:00Z');
      expect(await client.activate([ruc(1), ruc(2)], 3)).toMatchObject({
        outcome: 'refused',
        refusal: { reason: 'quota_insufficient', profiles: 2, months: 3, available: 4, fittingMonths: 2, fittingProfiles: 1 },
      });
      expect(await client.quota()).toMatchObject({ available: 4 });
      expect(await client.activate([ruc(1), ruc(2)])).toEqual({ outcome: 'activated', months: 2, expiresOn: '2026-05-31', profiles: 2 });
      expect(await client.lastDays()).toEqual(['2026-05-31', '2026-05-31']);
      expect(await client.activate([ruc(1)], 1)).toMatchObject({ outcome: 'activated', profiles: 0 });
      expect(await client.quota()).toMatchObject({ available: 0, consumed: 6 });
      await expect(client.activate([ruc(3)], 1)).rejects.toMatchObject({ status: 409 });
      expect(await client.drifts()).toEqual([]);
    });

    it('turns a query into monitoring, under a monthly plan too', async () => {
      const client = await QuotaClient.of(billing, 6);
      await client.query([ruc(1)]);
      expect(await client.activate([ruc(1)], 2)).toMatchObject({ outcome: 'activated', months: 2, profiles: 1 });
      expect(await client.lastDays()).toEqual(['2026-04-30']);
      const monthly = await QuotaClient.of(billing, 0, { kind: 'monthly' });
      await monthly.query([ruc(1)]);
      expect(await monthly.activate([ruc(1)], 2)).toEqual({ outcome: 'activated', months: 0, expiresOn: null, profiles: 1 });
      expect(await monthly.lastDays()).toEqual([null]);
      const events = await billing.database.query(`SELECT 1 FROM billing.outbox WHERE message = 'profiles.monitored'`);
      expect(events.length).toBeGreaterThanOrEqual(2);
    });

    it('stops showing a profile when the monitoring ends, even if the query would have lasted longer', async () => {
      await billing.itIs('2026-03-31T17:00:00Z');
      const client = await QuotaClient.of(billing, 1);
      const isReadableAt = async (moment: string) => {
        const periods = await billing.database.query(
          'SELECT FROM billing.readable_period WHERE corporation_id = $1 AND opened_at <= $2 AND ends_at > $2',
          [client.corporationId, moment],
        );
        return periods.length > 0;
      };
      await client.query([ruc(1)]);
      expect(await client.activate([ruc(1)], 2)).toMatchObject({ outcome: 'refused' });
      expect(await isReadableAt('2026-04-01T05:00:00Z')).toBe(true);
      expect(await client.activate([ruc(1)], 1)).toMatchObject({ outcome: 'activated', expiresOn: '2026-03-31' });
      expect(await isReadableAt('2026-04-01T04:59:59Z')).toBe(true);
      expect(await isReadableAt('2026-04-01T05:00:00Z')).toBe(false);
      const periods = await billing.database.query<{ goesOn: boolean }>(
        `SELECT ends_at = lead(opened_at) OVER (ORDER BY opened_at) AS "goesOn" FROM billing.access_period WHERE corporation_id = $1`,
        [client.corporationId],
      );
      expect(periods).toEqual([{ goesOn: true }, { goesOn: null }]);
    });
  });
});
