import { describe, expect, it } from '@jest/globals';
import {
  answerForForcedUpdate,
  answerForMany,
  answerForOne,
  type EarlierAccess,
  type RequestOutcome,
  withAccesses,
} from '../../src/loads/domain/load-answer.js';

const taxId = '20990000019';
type State = RequestOutcome['items'][number]['state'];
const usual = { activationFailed: 0, monthsIgnored: null };
const item = (state: State, reason: string | null = null, document = taxId) => ({ taxId: document, state, reason, refusal: null });

describe('the answer about one document', () => {
  const said = (finished: boolean, state: State, reason: string | null = null) =>
    answerForOne(taxId, { ...usual, finished, items: [item(state, reason)] });

  it('says that the document was processed, still loads or is still being activated', () => {
    expect(said(true, 'loaded')).toEqual({ statusCode: 200, message: `profile ${taxId} was processed` });
    const goesOn = { statusCode: 202, message: `profile ${taxId} is still loading; its summary will show the result` };
    expect(said(false, 'loading')).toEqual(goesOn);
    const activation = `profile ${taxId} was loaded; the activation is still under way`;
    expect(said(false, 'loaded')).toEqual({ statusCode: 202, message: activation });
    expect(answerForOne(taxId, { ...usual, finished: false, items: [] })).toEqual(goesOn);
  });

  const saidOfSkipped = (access?: Omit<EarlierAccess, 'taxId'>) => {
    const outcome = { ...usual, finished: true, items: [item('skipped', 'already_in_portfolio')] };
    return answerForOne(taxId, withAccesses(outcome, access ? [{ taxId, ...access }] : []));
  };
  const end = new Date('2026-11-23T03:15:59Z');

  it.each<[Omit<EarlierAccess, 'taxId'>, string]>([
    [
      { state: 'active', mode: 'monitoring', expiresAt: null },
      'is already in your portfolio, in monitoring without an end; nothing was changed',
    ],
    [
      { state: 'active', mode: 'monitoring', expiresAt: new Date('2027-02-01T05:00:00Z') },
      'is already in your portfolio, in monitoring until 2027-02-01 00:00 (Lima); nothing was changed',
    ],
    [
      { state: 'active', mode: 'query', expiresAt: end },
      'is already in your portfolio, in query until 2026-11-22 22:15 (Lima); nothing was changed',
    ],
    [
      { state: 'expired', mode: 'monitoring', expiresAt: end },
      'was in your portfolio, in monitoring until 2026-11-22 22:15 (Lima); nothing was changed: load it with a new call',
    ],
  ])('says of a skipped document which access the corporation has or had: %j', (access, presence) => {
    expect(saidOfSkipped(access)).toEqual({ statusCode: 200, message: `profile ${taxId} ${presence}` });
  });

  it('is not final for a skipped document as long as its access is pending', () => {
    expect(saidOfSkipped({ state: 'pending', mode: 'monitoring', expiresAt: null })).toEqual(said(false, 'loading'));
  });

  it.each([[{ state: 'failed', mode: 'query', expiresAt: null }], [undefined]] as const)(
    'asks for another try for a skipped document whose access is %j',
    (access) => {
      expect(() => saidOfSkipped(access)).toThrow(expect.objectContaining({ status: 503, code: 'billing_unavailable' }));
    },
  );

  it.each([
    ['taxpayer_not_found', 404, `no taxpayer is registered with document ${taxId}`],
    ['all_sources_failed', 502, 'no source could be read, and nothing was charged; try again later'],
    ['billing_unavailable', 503, 'the quota cannot be verified now, and nothing was loaded or charged; try again'],
  ])('is an error for %s', (reason, status, message) => {
    expect(() => said(true, 'failed', reason)).toThrow(expect.objectContaining({ status, message }));
  });

  it('is a conflict if the months do not fit, and says how many would', () => {
    const refusal = { reason: 'months_exceed_contract', months: 5, fittingMonths: 4, endsOn: '2026-06-15' } as const;
    const failed = { ...item('failed', refusal.reason), refusal };
    expect(() => answerForOne(taxId, { ...usual, finished: true, items: [failed] })).toThrow(
      expect.objectContaining({
        status: 409,
        message: '5 months do not fit the contract, which ends on 2026-06-15; up to 4 months fit, the current one included',
      }),
    );
  });

  it.each(['constructor', 'quota_insufficient'])(
    'throws for the reason %s without its numbers instead of inventing an answer',
    (reason) => {
      expect(() => said(true, 'failed', reason)).toThrow(`without an answer: ${reason}`);
    },
  );
});

describe('the answer about a list', () => {
  const asked = { docType: 'RUC' as const, version: 'v2' as const, taxIds: ['1', '2', '3', '4', '5'] };
  const accessTo = (document: string, state: EarlierAccess['state']) => ({
    taxId: document,
    state,
    mode: 'query' as const,
    expiresAt: null,
  });
  const done = [
    item('loaded', null, '1'),
    item('failed', 'all_sources_failed', '4'),
    item('failed', 'taxpayer_not_found', '2'),
    item('skipped', 'already_in_portfolio', '3'),
  ];

  it('counts every document once and lists each failure, in the order of the request', () => {
    expect(answerForMany(asked, { ...usual, finished: true, items: done })).toEqual({
      statusCode: 200,
      message: '5 profiles: 1 loaded, 3 failed, 1 already in your portfolio',
      results: {
        successful: 1,
        failed: 3,
        skipped: 1,
        errors: [
          { taxId: '2', reason: 'no taxpayer is registered with document 2' },
          { taxId: '4', reason: 'no source could be read, and nothing was charged; try again later' },
          { taxId: '5', reason: 'taxId is not a valid RUC' },
        ],
      },
    });
  });

  it.each<[State, string]>([
    ['loading', '1 is still loading; its summary will show the result'],
    ['loaded', 'the activation is still under way'],
  ])('reports what is known while one document is %s', (state, rest) => {
    const answer = answerForMany(
      { ...asked, taxIds: ['1', '2'] },
      { ...usual, finished: false, items: [item(state, null, '1'), done[2]!] },
    );
    expect(answer).toMatchObject({ statusCode: 202, message: expect.stringContaining(`; ${rest}`), results: { failed: 1 } });
  });

  it('says how many documents still load', () => {
    const items = ['1', '2', '3'].map((document) => item('loading', null, document));
    const { message } = answerForMany({ ...asked, taxIds: ['1', '2', '3'] }, { ...usual, finished: false, items });
    expect(message).toBe(
      '3 profiles: 0 loaded, 0 failed, 0 already in your portfolio; 3 are still loading; their summaries will show the result',
    );
  });

  it('counts each skipped document as its access says', () => {
    const items = asked.taxIds.map((document) => item('skipped', 'already_in_portfolio', document));
    const accesses = (['active', 'pending', 'expired', 'failed'] as const).map((state, i) => accessTo(asked.taxIds[i]!, state));
    const inQuery = { ...asked, isMonitoring: false };
    const answer = (among: EarlierAccess[]) => answerForMany(inQuery, withAccesses({ ...usual, finished: true, items }, among));
    const reason = 'the quota cannot be verified now, and nothing was loaded or charged; try again';
    const failures = ['4', '5'].map((document) => ({ taxId: document, reason }));
    expect(answer(accesses)).toEqual({
      statusCode: 202,
      message:
        '5 profiles: 0 loaded, 2 failed, 2 already in your portfolio (1 has expired: load it with a new call); 1 is still loading; its summary will show the result',
      results: { successful: 0, failed: 2, skipped: 2, errors: failures },
    });
    const ended = accesses.map((access) => (access.state === 'pending' ? { ...access, state: 'expired' as const } : access));
    expect(answer(ended)).toEqual({
      statusCode: 200,
      message: '5 profiles: 0 loaded, 2 failed, 3 already in your portfolio (2 have expired: load them with a new call)',
      results: { successful: 0, failed: 2, skipped: 3, errors: failures },
    });
  });

  it.each<[boolean | undefined, string]>([
    [undefined, ' (2 in query, not monitored; 1 has expired: load it with a new call)'],
    [true, ' (2 in query, not monitored; 1 has expired: load it with a new call)'],
    [false, ' (1 has expired: load it with a new call)'],
  ])('says how many documents stay in query although monitoring is asked for: isMonitoring %s', (isMonitoring, told) => {
    const items = asked.taxIds.map((document) => item('skipped', 'already_in_portfolio', document));
    const accesses = (['active', 'active', 'expired', 'active', 'active'] as const).map((state, i) => accessTo(asked.taxIds[i]!, state));
    const among = accesses.map((access, i) => (i < 3 ? access : { ...access, mode: 'monitoring' as const }));
    const { message } = answerForMany({ ...asked, isMonitoring }, withAccesses({ ...usual, finished: true, items }, among));
    expect(message).toBe(`5 profiles: 0 loaded, 0 failed, 5 already in your portfolio${told}`);
  });

  it.each(['v1', 'v2'] as const)('explains monitoring that expired at once, and counts it in v2 only: %s', (version) => {
    const outcome = { ...usual, activationFailed: 1, finished: true, items: [item('loaded', null, '1')] };
    const { message, results } = answerForMany({ ...asked, taxIds: ['1'], version }, outcome);
    expect(message).toMatch(/^1 profile: 1 loaded, .*; the quota changed during the load, so the monitoring of 1 profile expired at once/);
    const counted = version === 'v2' ? { monitoringActivationFailed: 1 } : {};
    expect(results).toEqual({ successful: 1, failed: 0, skipped: 0, errors: [], ...counted });
  });
});

describe('the answer about a forced update', () => {
  it.each<[State, string]>([
    ['loading', '0 updated, 0 failed, 0 not active in your portfolio; 1 is still loading; its summary will show the result'],
    ['loaded', '1 updated, 0 failed, 0 not active in your portfolio; the update is still being settled'],
  ])('says what goes on while its document is %s, and speaks of no activation', (state, rest) => {
    const answer = answerForForcedUpdate([taxId], { ...usual, finished: false, items: [item(state)] });
    expect(answer).toMatchObject({ statusCode: 202, data: { message: `1 profile: ${rest}` } });
  });
});
