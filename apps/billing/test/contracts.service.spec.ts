import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untilAnswered } from '@vigia/testing';
import { startBilling, type RunningBilling } from './running-billing.js';

const timeoutMs = 60_000;
const year = { startsOn: '2026-01-01', endsOn: '2026-12-31' };

describe('the contracts of a corporation', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  const list = (corporationId: string) => billing.messages.request('contracts.list', { corporationId }, { timeoutMs });

  it('are listed by their first day, with their days as they were given', async () => {
    const corporationId = await billing.createContract('one_time', undefined, { startsOn: '2027-01-01', endsOn: '2027-02-28' });
    await billing.createContract('monthly', corporationId, { startsOn: '2026-12-31', endsOn: '2026-12-31' });
    const { contracts } = await list(corporationId);
    const terms = { quotaMonths: 12, excludedSections: [], documentPriceCents: 0 };
    const common = { corporationId, contractId: expect.any(String), phase: expect.any(String), endChanges: [], ...terms };
    const quota = { granted: 12, available: 12, held: 0, consumed: 0 };
    expect(contracts).toEqual([
      { ...common, kind: 'monthly', startsOn: '2026-12-31', endsOn: '2026-12-31', quota: null },
      { ...common, kind: 'one_time', startsOn: '2027-01-01', endsOn: '2027-02-28', quota },
    ]);
  });

  it.each(['monthly', 'one_time'] as const)('have the name of the operator who created them: %s', async (kind) => {
    const corporationId = await billing.createContract(kind, undefined, year);
    await billing.createContract(kind, corporationId, {
      startsOn: '2027-01-01',
      endsOn: '2027-12-31',
      actor: 'operator ana@prueba.example',
    });
    const authors = 'SELECT created_by FROM billing.contract WHERE corporation_id = $1 ORDER BY starts_on';
    expect(await billing.database.query(authors, [corporationId])).toEqual([
      { created_by: 'operator' },
      { created_by: 'operator ana@prueba.example' },
    ]);
  });

  it.each([
    ['the same days', year],
    ['the last day', { startsOn: '2026-12-31', endsOn: '2027-03-31' }],
    ['the first day', { startsOn: '2025-06-01', endsOn: '2026-01-01' }],
    ['one day inside', { startsOn: '2026-05-05', endsOn: '2026-05-05' }],
  ])('may not overlap in %s', async (_what, days) => {
    const corporationId = await billing.createContract('monthly', undefined, year);
    await expect(billing.createContract('one_time', corporationId, days)).rejects.toMatchObject({
      code: 'contract_overlap',
      status: 409,
      message: 'the corporation already has a contract on some of these days',
    });
    expect((await list(corporationId)).contracts).toHaveLength(1);
  });

  it('are told with the excluded sections that this release has; those of a later one are kept', async () => {
    const corporationId = await billing.createContract('one_time', undefined, year);
    await billing.database.query(
      `UPDATE billing.contract SET excluded_sections = '{finanzas,seccion_de_prueba}' WHERE corporation_id = $1`,
      [corporationId],
    );
    const [listed] = (await list(corporationId)).contracts;
    const command = { commandId: randomUUID(), contractId: listed!.contractId, actor: 'operator', reason: 'prueba' };
    const amended = await billing.ask('contracts.amend', { ...command, endsOn: '2027-06-30' });
    expect([listed!.excludedSections, amended.excludedSections]).toEqual([['finanzas'], ['finanzas']]);
    expect(
      await billing.database.query('SELECT excluded_sections FROM billing.contract WHERE corporation_id = $1', [corporationId]),
    ).toEqual([{ excluded_sections: ['finanzas', 'seccion_de_prueba'] }]);
  });

  it('may follow each other without a gap, and may overlap those of another corporation', async () => {
    const corporationId = await billing.createContract('monthly', undefined, year);
    await billing.createContract('monthly', corporationId, { startsOn: '2027-01-01', endsOn: '2027-12-31' });
    await billing.createContract('monthly', randomUUID(), year);
    expect((await list(corporationId)).contracts).toHaveLength(2);
  });

  it('stay at one when ten overlapping contracts are created at once', async () => {
    const corporationId = randomUUID();
    const create = () => untilAnswered(() => billing.createContract('one_time', corporationId, year));
    const made = await Promise.allSettled(Array.from({ length: 10 }, create));
    const refused = made.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'contract_overlap' });
  });

  it('cannot overlap or end before they start, even when written directly to the database', async () => {
    const insert = (corporationId: string, startsOn: string, endsOn: string) =>
      billing.database.query(
        `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months) VALUES ($1, $2, 'monthly', $3, $4, 0)`,
        [randomUUID(), corporationId, startsOn, endsOn],
      );
    const corporationId = randomUUID();
    await insert(corporationId, '2026-01-01', '2026-01-31');
    await insert(corporationId, '2026-02-01', '2026-02-28');
    await expect(insert(corporationId, '2026-01-31', '2026-02-01')).rejects.toThrow('contract_one_at_a_time');
    await expect(insert(randomUUID(), '2026-02-01', '2026-01-31')).rejects.toThrow('violates check constraint');
  });

  it.each([
    ['2026-02-30', '2026-12-31', 'startsOn must be a day'],
    ['2026-01-01', '2026-13-01', 'endsOn must be a day'],
    ['2026-01-01', '9999-12-31', 'from 1900-01-01 to 2200-12-31'],
    ['2026-02-01', '2026-01-31', 'ends on the day on which it starts, or later'],
  ])('are refused with the days %s to %s, and the refusal says why', async (startsOn, endsOn, why) => {
    await expect(billing.createContract('monthly', randomUUID(), { startsOn, endsOn })).rejects.toMatchObject({
      code: 'bad_request',
      status: 400,
      message: expect.stringContaining(why),
    });
  });
});
