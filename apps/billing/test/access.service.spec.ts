import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limaDay, type Section } from '@vigia/contracts';
import { todayInLima, waitUntil, withinLockPatience, testOrigin } from '@vigia/testing';
import { startBilling, type RunningBilling } from './running-billing.js';

const document = { docType: 'RUC', taxId: '20990000019' } as const;
const dayMs = 86_400_000;

let billing: RunningBilling;

beforeAll(async () => {
  billing = await startBilling();
});

afterAll(() => billing?.stop());

describe('the access of a corporation to a profile', () => {
  const request = (corporationId: string, mode: 'monitoring' | 'query' = 'monitoring') => {
    const base = { requestId: randomUUID(), corporationId };
    return {
      requestId: base.requestId,
      reservation: { ...base, origin: testOrigin, docType: document.docType, taxIds: [document.taxId] },
      opening: { ...base, mode, documents: [document] },
      settlement: { ...base, origin: testOrigin, mode, documents: [{ ...document, loaded: true }], acceptedOn: billing.today() },
    };
  };
  const twentyTimes = <T>(work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, i) => work(i)));

  it.each([
    ['never had a contract', undefined],
    ['had a contract until yesterday', -1],
    ['has a contract from tomorrow on', 1],
  ])('is refused if the corporation %s', async (_what, inDays) => {
    const corporationId = randomUUID();
    const otherDay = limaDay(new Date(Date.parse(await todayInLima()) + dayMs / 2 + (inDays ?? 0) * dayMs));
    if (inDays !== undefined) await billing.createContract('one_time', corporationId, { startsOn: otherDay, endsOn: otherDay });
    expect(await billing.reserve(request(corporationId).reservation)).toEqual({
      outcome: 'refused',
      refusal: {
        reason: 'contract_not_active',
        endedOn: inDays === -1 ? otherDay : null,
        beginsOn: inDays === 1 ? otherDay : null,
      },
    });
    expect(await billing.accesses(corporationId)).toEqual([]);
  });

  it('is reserved once when the same request asks twenty times at once', async () => {
    const corporationId = await billing.createContract('one_time');
    const { requestId, reservation } = request(corporationId);
    const replies = await twentyTimes(() => billing.reserve(reservation));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(replies[0]).toMatchObject({ outcome: 'reserved', present: [] });
    expect(await billing.accesses(corporationId)).toEqual([
      { state: 'pending', mode: 'monitoring', request_id: requestId, expires_at: null },
    ]);
  });

  it('has no end under a monthly plan', async () => {
    const corporationId = await billing.createContract('monthly');
    const { opening, settlement } = request(corporationId);
    await billing.open(opening);
    await billing.settle(settlement);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active', mode: 'monitoring', expires_at: null }]);
  });

  it('for monitoring under a one-time plan without held months is expired from the start', async () => {
    const corporationId = await billing.createContract('one_time');
    const { opening, settlement } = request(corporationId);
    await billing.open(opening);
    await billing.settle(settlement);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'expired', mode: 'monitoring' }]);
  });

  it('for a query lasts 48 hours, which a repeated settlement does not extend', async () => {
    const corporationId = await billing.createContract('monthly');
    const { settlement } = request(corporationId, 'query');
    const before = Date.now();
    await billing.settle(settlement);
    const [access] = await billing.accesses(corporationId);
    expect(access!.expires_at!.getTime()).toBeGreaterThanOrEqual(before + 2 * dayMs);
    await billing.settle(settlement);
    expect(await billing.accesses(corporationId)).toEqual([access]);
  });

  it('is settled once when openings and settlements arrive at once, and later messages change nothing', async () => {
    const corporationId = await billing.createContract('monthly');
    const { requestId, opening, settlement, reservation } = request(corporationId);
    await twentyTimes((i) =>
      withinLockPatience(async () => void (await (i % 3 === 0 ? billing.open(opening) : billing.settle(settlement)))),
    );
    await billing.open(opening);
    // Under a monthly contract nothing is reserved.
    await expect(billing.reserve(reservation)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active', request_id: requestId }]);
    const settled = await billing.database.query('SELECT 1 FROM billing.settlement WHERE request_id = $1', [requestId]);
    expect(settled).toHaveLength(1);
  });

  it('fails if nothing was loaded, and another request can open it afterwards', async () => {
    const corporationId = await billing.createContract('monthly');
    const { settlement, opening } = request(corporationId);
    await billing.settle({ ...settlement, documents: [{ ...document, loaded: false }] });
    await billing.open(opening);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'failed', expires_at: null }]);
    const next = request(corporationId);
    await billing.open(next.opening);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'pending', request_id: next.requestId }]);
  });

  it('that is live belongs to its request: another request neither opens nor settles it', async () => {
    const corporationId = await billing.createContract('monthly');
    const [first, other] = [request(corporationId), request(corporationId, 'query')];
    await billing.settle(first.settlement);
    await billing.open(other.opening);
    await billing.settle(other.settlement);
    expect(await billing.accesses(corporationId)).toMatchObject([
      { state: 'active', mode: 'monitoring', request_id: first.requestId, expires_at: null },
    ]);
  });

  it('that has ended is not restored by a repeated settlement', async () => {
    const corporationId = await billing.createContract('monthly');
    const [old, next] = [request(corporationId, 'query'), request(corporationId)];
    await billing.settle(old.settlement);
    await billing.database.query(`UPDATE billing.access SET expires_at = now() - interval '1 s' WHERE corporation_id = $1`, [
      corporationId,
    ]);
    // Billing may set the state to `expired` at any moment.
    const [ended] = await billing.accesses(corporationId);
    await billing.settle(old.settlement);
    await billing.open(old.opening);
    expect(await billing.accesses(corporationId)).toEqual([{ ...ended, state: expect.stringMatching(/^(active|expired)$/) }]);
    await billing.open(next.opening);
    await billing.settle(old.settlement);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'pending', request_id: next.requestId }]);
  });

  it('is expired from the start if no contract is in force when it is settled', async () => {
    const corporationId = randomUUID();
    await billing.settle(request(corporationId).settlement);
    const [access] = await billing.accesses(corporationId);
    expect(access!.expires_at!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('withholds what the plan excludes, read anew each time it is opened', async () => {
    const corporationId = await billing.createContract('monthly', undefined, { excludedSections: ['laboral', 'finanzas'] });
    const withheld = () =>
      billing.database.query('SELECT withheld_sections AS sections FROM billing.access WHERE corporation_id = $1', [corporationId]);
    await billing.settle(request(corporationId, 'query').settlement);
    expect(await withheld()).toEqual([{ sections: ['laboral', 'finanzas'] }]);
    await billing.database.query(`UPDATE billing.contract SET excluded_sections = '{}' WHERE corporation_id = $1`, [corporationId]);
    await billing.database.query(`UPDATE billing.access SET expires_at = now() WHERE corporation_id = $1`, [corporationId]);
    await billing.settle(request(corporationId).settlement);
    expect(await withheld()).toEqual([{ sections: [] }]);
  });

  it('withholds what the plan excludes during the first load too, and after a load that failed', async () => {
    const withheldOf = async (corporationId: string) =>
      (
        await billing.database.query<{ sections: string[] }>(
          'SELECT withheld_sections AS sections FROM billing.access WHERE corporation_id = $1',
          [corporationId],
        )
      )[0]?.sections;
    const excludedSections: Section[] = ['laboral', 'finanzas'];
    const monthly = await billing.createContract('monthly', undefined, { excludedSections });
    const opened = request(monthly, 'query');
    await billing.open(opened.opening);
    expect(await withheldOf(monthly)).toEqual(excludedSections);
    await billing.settle({ ...opened.settlement, documents: [{ ...document, loaded: false }] });
    expect(await withheldOf(monthly)).toEqual(excludedSections);
    const oneTime = await billing.createContract('one_time', undefined, { excludedSections });
    await billing.reserve(request(oneTime).reservation);
    expect(await withheldOf(oneTime)).toEqual(excludedSections);
  });

  it('that is being loaded again withholds as before after monitoring, as the current plan says after a query', async () => {
    const reopened = async (mode: 'monitoring' | 'query') => {
      const corporationId = await billing.createContract('monthly', undefined, { excludedSections: ['laboral'] });
      await billing.settle(request(corporationId, mode).settlement);
      await billing.database.query(`UPDATE billing.access SET state = 'expired', expires_at = now() WHERE corporation_id = $1`, [
        corporationId,
      ]);
      await billing.database.query(`UPDATE billing.contract SET excluded_sections = '{legal}' WHERE corporation_id = $1`, [corporationId]);
      await billing.open(request(corporationId).opening);
      return billing.database.query('SELECT state, withheld_sections AS sections FROM billing.access WHERE corporation_id = $1', [
        corporationId,
      ]);
    };
    expect(await reopened('monitoring')).toEqual([{ state: 'pending', sections: ['laboral'] }]);
    expect(await reopened('query')).toEqual([{ state: 'pending', sections: ['legal'] }]);
  });

  it('leaves one period for each opening, and no period if nothing was loaded', async () => {
    const corporationId = await billing.createContract('monthly');
    const failed = request(corporationId);
    await billing.settle({ ...failed.settlement, documents: [{ ...document, loaded: false }] });
    const query = request(corporationId, 'query');
    await billing.settle(query.settlement);
    await billing.settle(query.settlement);
    const [access] = await billing.accesses(corporationId);
    await billing.database.query(`UPDATE billing.access SET expires_at = now() WHERE corporation_id = $1`, [corporationId]);
    await billing.settle(request(corporationId).settlement);
    const periods = await billing.database.query('SELECT ends_at FROM billing.access_period WHERE corporation_id = $1 ORDER BY opened_at', [
      corporationId,
    ]);
    expect(periods).toEqual([{ ends_at: access!.expires_at }, { ends_at: null }]);
  });

  it('fails if its reservation is abandoned, not while its request loads; a late settlement activates it', async () => {
    const corporationId = await billing.createContract('one_time');
    const [abandoned, loading] = [request(corporationId), request(await billing.createContract('one_time'))];
    await billing.reserve(abandoned.reservation);
    await billing.reserve(loading.reservation);
    await billing.database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
       VALUES ($1, $2, 'RUC', 'monitoring', 'loading', 1, 'x')`,
      [loading.requestId, loading.opening.corporationId],
    );
    await billing.database.query(`UPDATE billing.access SET updated_at = now() - interval '1 h' WHERE state = 'pending'`);
    await waitUntil(async () => (await billing.accesses(corporationId))[0]?.state === 'failed', {
      what: 'the access of the abandoned reservation fails',
    });
    expect(await billing.accesses(loading.opening.corporationId)).toMatchObject([{ state: 'pending' }]);
    // The loader of the abandoned request was only slow.
    await billing.settle(abandoned.settlement);
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active' }]);
  });
});

describe('an access that another request of the corporation opened first', () => {
  const settle = (asked: { requestId: string; corporationId: string }, mode: 'monitoring' | 'query') =>
    billing.settle({ ...asked, mode, origin: testOrigin, acceptedOn: billing.today(), documents: [{ ...document, loaded: true }] });

  /** Writes the request as the loader records it, with the document in that state. */
  async function opened(request: 'loading' | 'settling' | 'finished', item: 'loading' | 'loaded' | 'failed') {
    const first = { requestId: randomUUID(), corporationId: await billing.createContract('monthly'), mode: 'monitoring' as const };
    await billing.database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, 'RUC', 'monitoring', $3, CASE $3 WHEN 'loading' THEN 1 ELSE 0 END, 'prueba'))
       INSERT INTO profiles.load_item (request_id, tax_id, state) VALUES ($1, $4, $5)`,
      [first.requestId, first.corporationId, request, document.taxId, item],
    );
    await billing.open({ ...first, documents: [document] });
    return first;
  }

  const query = async (corporationId: string) => {
    const requestId = randomUUID();
    const settled = await settle({ requestId, corporationId }, 'query');
    return { requestId, settled };
  };

  it.each([
    ['loads the document', 'loading', 'loading'],
    ['has loaded the document and still loads others', 'loading', 'loaded'],
    ['has loaded the document and is being settled', 'settling', 'loaded'],
  ] as const)('is not taken by a query while that request %s', async (_what, request, item) => {
    const first = await opened(request, item);
    expect((await query(first.corporationId)).settled).toEqual({ activationFailed: 0, present: [document] });
    expect(await billing.accesses(first.corporationId)).toMatchObject([
      { state: 'pending', mode: 'monitoring', request_id: first.requestId },
    ]);
    await settle(first, 'monitoring');
    expect(await billing.accesses(first.corporationId)).toMatchObject([
      { state: 'active', mode: 'monitoring', request_id: first.requestId },
    ]);
  });

  it('is not taken by a query before that request is on record, if months are reserved for it', async () => {
    const corporationId = await billing.createContract('one_time');
    const first = { requestId: randomUUID(), corporationId };
    await billing.reserve({ ...first, origin: testOrigin, docType: 'RUC', taxIds: [document.taxId], months: 1 });
    expect((await query(corporationId)).settled).toEqual({ activationFailed: 0, present: [document] });
    await settle(first, 'monitoring');
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active', mode: 'monitoring', request_id: first.requestId }]);
  });

  it.each([
    ['failed to load the document', 'loading', 'failed'],
    ['finished without settling the access', 'finished', 'loaded'],
  ] as const)('is taken over by a query if that request %s', async (_what, request, item) => {
    const { corporationId } = await opened(request, item);
    const { requestId, settled } = await query(corporationId);
    expect(settled).toEqual({ activationFailed: 0, present: [] });
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active', mode: 'query', request_id: requestId }]);
  });
});
