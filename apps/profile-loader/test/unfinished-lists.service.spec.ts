import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SourceName, StartLoads } from '@vigia/contracts';
import { freshRucs, holdLock, waitUntil, testOrigin } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

const held: SourceName = 'trabajadores';

describe('a document of a list, while another document of the list is loaded,', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader();
  });
  afterAll(() => loader?.stop());

  let early: string;
  let late: string;
  /** The platform knows the early document, and from then on a source does not answer about the late one. */
  beforeEach(async () => {
    [early, late] = freshRucs(2) as [string, string];
    await loader.load(early);
    await loader.pause(held);
  });
  afterEach(() => loader.resume(held));

  const asking = (corporationId: string, mode: StartLoads['mode'], ...taxIds: string[]): StartLoads => ({
    requestId: randomUUID(),
    corporationId,
    docType: 'RUC',
    taxIds,
    mode,
    origin: testOrigin,
    ...(mode === 'monitoring' && { months: 1 }),
  });

  const accessesOf = (corporationId: string) =>
    loader.database.query<{ tax_id: string; state: string; mode: string; request_id: string }>(
      'SELECT tax_id, state, mode, request_id FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id',
      [corporationId],
    );

  const untilOpened = ({ corporationId }: StartLoads) =>
    waitUntil(async () => (await accessesOf(corporationId)).length === 2, { what: 'the accesses are opened' });

  async function begin(list: StartLoads): Promise<void> {
    await loader.command(list);
    await untilOpened(list);
  }

  describe.each([
    ['a monthly plan', undefined],
    ['a one-time plan', 10],
  ])('under %s', (_plan, quotaMonths) => {
    it.each([
      ['was loaded for the list', true],
      ['had a profile before', false],
    ])('that %s ends as monitored, although it was queried meanwhile', async (_what, isLoaded) => {
      const before = await loader.loads(early);
      if (isLoaded)
        await loader.database.query(
          `UPDATE profiles.source_answer SET answered_at = now() - interval '2 days' WHERE tax_id = $1 AND source = 'protestos'`,
          [early],
        );
      const list = asking(await loader.createCorporation(quotaMonths), 'monitoring', early, late);
      await begin(list);
      await waitUntil(async () => (await loader.loads(early)).every(({ state }) => state === 'closed'), {
        what: 'the early document is loaded',
      });
      expect(await loader.loads(early)).toHaveLength(before.length + (isLoaded ? 1 : 0));
      const query = asking(list.corporationId, 'query', early);
      await loader.command(query);
      expect(await loader.untilFinished(query.requestId)).toEqual([{ taxId: early, state: 'skipped', reason: 'already_in_portfolio' }]);
      expect(await loader.database.query('SELECT FROM billing.settlement WHERE request_id = $1', [query.requestId])).toEqual([]);
      await loader.resume(held);
      expect(await loader.untilFinished(list.requestId)).toEqual([early, late].map((taxId) => ({ taxId, state: 'loaded', reason: null })));
      const own = { state: 'active', mode: 'monitoring', request_id: list.requestId };
      expect(await accessesOf(list.corporationId)).toEqual([early, late].map((tax_id) => ({ tax_id, ...own })));
    });
  });

  it('ends as monitored, although it was queried between the reservation for the list and its record', async () => {
    await loader.command(asking(await loader.createCorporation(), 'monitoring', late));
    const lock = await holdLock(loader.database, `SELECT FROM profiles.load WHERE tax_id = $1 AND state = 'open' FOR UPDATE`, [late]);
    const list = asking(await loader.createCorporation(10), 'monitoring', early, late);
    // A statement gives up after two seconds of waiting for a lock, so the list is requested again afterwards.
    const asked = loader.command(list).catch(() => undefined);
    await untilOpened(list);
    const query = asking(list.corporationId, 'query', early);
    await loader.command(query);
    expect(await loader.untilFinished(query.requestId)).toEqual([{ taxId: early, state: 'skipped', reason: 'already_in_portfolio' }]);
    await lock.release();
    await asked;
    await loader.command(list);
    await loader.resume(held);
    expect(await loader.untilFinished(list.requestId)).toEqual([early, late].map((taxId) => ({ taxId, state: 'loaded', reason: null })));
    const own = { state: 'active', mode: 'monitoring', request_id: list.requestId };
    expect(await accessesOf(list.corporationId)).toEqual([early, late].map((tax_id) => ({ tax_id, ...own })));
  });

  it.each(['monitoring', 'query'] as const)('that had a profile before has its access from the acceptance on, as a %s', async (mode) => {
    const list = asking(await loader.createCorporation(), mode, early, late);
    await begin(list);
    const pending = { state: 'pending', mode, request_id: list.requestId };
    expect(await accessesOf(list.corporationId)).toEqual([early, late].map((tax_id) => ({ tax_id, ...pending })));
    await loader.resume(held);
    await loader.untilFinished(list.requestId);
    expect(await accessesOf(list.corporationId)).toMatchObject([{ state: 'active' }, { state: 'active' }]);
  });
});
