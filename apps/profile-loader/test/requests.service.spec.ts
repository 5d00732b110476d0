import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, type StartLoads } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { freshRuc, holdLock, waitUntil, withinLockPatience, testOrigin } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

describe('a request to load', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader();
  });

  afterAll(() => loader?.stop());

  const commandFor = async (...taxIds: string[]): Promise<StartLoads> => ({
    requestId: randomUUID(),
    corporationId: await loader.createCorporation(),
    origin: testOrigin,
    docType: 'RUC',
    taxIds,
    mode: 'monitoring',
  });

  it('has one load, however often its command is sent at once', async () => {
    const taxId = '20990000027';
    const command = await commandFor(taxId);
    await Promise.all(Array.from({ length: 20 }, () => loader.commandPatiently(command)));
    expect(await loader.untilFinished(command.requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
    await loader.command(command);
    const loads = await loader.loads(taxId);
    expect(loads).toMatchObject([{ state: 'closed', estado: 'succeeded' }]);
    const tasks = await loader.tasks(loads[0]!.id);
    expect([...tasks.keys()].toSorted()).toEqual(sourceNames.toSorted());
    expect([...tasks.values()].map(({ attempts }) => attempts)).toEqual(sourceNames.map(() => 1));
    const accesses = await loader.database.query('SELECT state FROM billing.access WHERE corporation_id = $1', [command.corporationId]);
    expect(accesses).toEqual([{ state: 'active' }]);
  });

  it('shares an open load with requests of other corporations, and each has its item closed', async () => {
    const taxId = '20990000035';
    const commands = await Promise.all([1, 2, 3].map(() => commandFor(taxId)));
    await loader.holding('trabajadores', () => Promise.all(commands.map((command) => loader.commandPatiently(command))));
    for (const { requestId } of commands) {
      expect(await loader.untilFinished(requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
    }
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect(await loader.simulator.calls('trabajadores', taxId)).toBe(1);
  });

  it('of many documents is settled once, with every item, also beside one with the same in another order', async () => {
    const taxIds = ['20990000019', '20990000043', '20990000060', '20990000078'];
    const [forwards, backwards] = [await commandFor(...taxIds), await commandFor(...taxIds.toReversed())];
    await Promise.all([loader.commandPatiently(forwards), loader.commandPatiently(backwards)]);
    for (const { requestId } of [forwards, backwards]) {
      expect(await loader.untilFinished(requestId)).toEqual(taxIds.map((taxId) => ({ taxId, state: 'loaded', reason: null })));
    }
    const settlements = await loader.database.query('SELECT 1 FROM billing.settlement WHERE request_id = ANY($1)', [
      [forwards.requestId, backwards.requestId],
    ]);
    expect(settlements).toHaveLength(2);
  });

  it('skips a document that is in the portfolio already, and loads the rest', async () => {
    const first = await commandFor('20990000086');
    await loader.command(first);
    await loader.untilFinished(first.requestId);
    const second = { ...first, requestId: randomUUID(), taxIds: ['20990000086', '20990000213'] };
    await loader.command(second);
    expect(await loader.untilFinished(second.requestId)).toEqual([
      { taxId: '20990000086', state: 'skipped', reason: 'already_in_portfolio' },
      { taxId: '20990000213', state: 'loaded', reason: null },
    ]);
    expect(await loader.loads('20990000086')).toHaveLength(1);
  });

  it('loads nothing for a corporation without a contract', async () => {
    const { requestId } = await loader.start('20990000230', randomUUID());
    expect(await loader.untilFinished(requestId)).toEqual([{ taxId: '20990000230', state: 'failed', reason: 'contract_not_active' }]);
    expect(await loader.loads('20990000230')).toEqual([]);
  });

  it.each([
    ['a monthly plan', undefined],
    ['a one-time plan', 100],
  ])('made by six calls at once under %s is loaded by one call and skipped for the others', async (_plan, quotaMonths) => {
    const taxId = quotaMonths ? '20990000418' : '20990000426';
    const together = async () => {
      const corporationId = await loader.createCorporation(quotaMonths);
      const commands = Array.from({ length: 6 }, () => ({
        requestId: randomUUID(),
        corporationId,
        docType: 'RUC' as const,
        taxIds: [taxId],
        mode: 'monitoring' as const,
        months: 2,
        origin: testOrigin,
      }));
      await Promise.all(commands.map((command) => loader.command(command)));
      const items = await Promise.all(commands.map(async ({ requestId }) => (await loader.untilFinished(requestId))[0]!));
      // A call waits a second for the record of the call that reserved before it, which takes longer on a busy machine.
      return items.every(({ reason }) => reason !== 'billing_unavailable') && { corporationId, items };
    };
    const { corporationId, items } = await waitUntil(together, { what: 'the calls find the record of the first one in time' });
    expect(items.map(({ state }) => state).toSorted()).toEqual(['loaded', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped']);
    expect(await loader.loads(taxId)).toHaveLength(1);
    const consumed = await loader.database.query(
      'SELECT consumed FROM billing.quota_account JOIN billing.contract ON id = contract_id WHERE corporation_id = $1',
      [corporationId],
    );
    expect(consumed).toEqual(quotaMonths ? [{ consumed: 2 }] : []);
  });

  it('opens no second load when another one is opened and closed while it opens its own', async () => {
    const { taxId, requestId } = await withinLockPatience(async () => {
      const command = await commandFor(freshRuc());
      const [document] = command.taxIds as [string];
      const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
      try {
        const [accepted] = await other.transaction(async (tx) => {
          const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
          await tx.rows(
            `WITH load AS (INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at)
               VALUES (gen_random_uuid(), 'RUC', $1, 'prueba', now() + interval '1 hour') RETURNING id)
             INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
             SELECT 'RUC', $1, 'succeeded', '{}', array_fill('"a":1'::text, '{10}'), array_fill('"a":1'::text, '{10}'), id FROM load`,
            [document],
          );
          let isOver = false;
          const asked = loader.command(command);
          void Promise.allSettled([asked]).then(() => (isOver = true));
          const waiting = () => loader.database.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid]);
          await waitUntil(async () => isOver || (await waiting()).length > 0, { what: 'the request is opening a load' });
          await tx.rows(`UPDATE profiles.load SET state = 'closed', estado = 'succeeded', closed_at = now() WHERE tax_id = $1`, [document]);
          await tx.rows(
            `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answered_at, complete)
             SELECT 'RUC', $1, source, 'empty', now(), true FROM unnest($2::text[]) AS source`,
            [document, sourceNames],
          );
          return [asked] as const;
        });
        await accepted;
      } finally {
        await other.close();
      }
      return { taxId: document, requestId: command.requestId };
    });
    expect(await loader.untilFinished(requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
    expect(await loader.loads(taxId)).toHaveLength(1);
  });

  /** Another transaction opens a load of the document, until a second transaction of what is asked waits for it. */
  async function untilSecondWaits(taxId: string, ask: () => Promise<unknown>): Promise<void> {
    const opening = await holdLock(
      loader.database,
      `INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES (gen_random_uuid(), 'RUC', $1, 'prueba', now() + interval '1 h')`,
      [taxId],
    );
    let isOver = false;
    const asked = ask().finally(() => (isOver = true));
    void asked.catch(() => undefined);
    const waiting = async () =>
      (
        await loader.database.query<{ transaction: string }>(
          `SELECT virtualtransaction AS transaction FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE datname = current_database() AND NOT granted AND locktype = 'transactionid'`,
        )
      ).map(({ transaction }) => transaction);
    let first: string[] = [];
    const isFirst = async () => isOver || (first = await waiting()).length > 0;
    const isSecond = async () => isOver || (await waiting()).some((transaction) => !first.includes(transaction));
    await waitUntil(isFirst, { what: 'the first transaction waits' });
    await waitUntil(isSecond, { what: 'the first has waited too long, and the second waits' });
    await opening.release();
    await asked;
  }

  describe('under a one-time plan', () => {
    const monitored = (corporationId: string, taxIds: string[], months?: number): StartLoads => ({
      requestId: randomUUID(),
      corporationId,
      docType: 'RUC',
      taxIds,
      mode: 'monitoring',
      origin: testOrigin,
      ...(months !== undefined && { months }),
    });
    const quotaOf = async (corporationId: string) =>
      (await loader.messages.request('contracts.list', { corporationId }, { timeoutMs: 60_000 })).contracts[0]!;

    it('uses months for a loaded document, but not for a failed one or a query', async () => {
      const corporationId = await loader.createCorporation(10);
      const unknownTaxpayer = '20990000094';
      const command = monitored(corporationId, ['20990000272', unknownTaxpayer], 3);
      await loader.command(command);
      const items = await loader.untilFinished(command.requestId);
      expect(new Map(items.map(({ taxId, state }) => [taxId, state]))).toEqual(
        new Map([
          ['20990000272', 'loaded'],
          [unknownTaxpayer, 'failed'],
        ]),
      );
      const query: StartLoads = { ...monitored(corporationId, ['20990000281']), mode: 'query' };
      await loader.command(query);
      expect(await loader.untilFinished(query.requestId)).toMatchObject([{ state: 'loaded' }]);
      expect((await quotaOf(corporationId)).quota).toEqual({ granted: 10, available: 7, held: 0, consumed: 3 });
    });

    it('loads nothing beyond the quota, and gives the required, available and fitting months', async () => {
      const corporationId = await loader.createCorporation(3);
      const command = monitored(corporationId, ['20990000299', '20990000302'], 2);
      await loader.command(command);
      const failed = (taxId: string) => ({ taxId, state: 'failed', reason: 'quota_insufficient' });
      expect(await loader.untilFinished(command.requestId)).toEqual(command.taxIds.map(failed));
      expect(await loader.loads('20990000299')).toEqual([]);
      const items = await loader.database.query('SELECT refusal FROM profiles.load_item WHERE request_id = $1', [command.requestId]);
      const refusal = {
        reason: 'quota_insufficient',
        profiles: 2,
        months: 2,
        returned: 0,
        available: 3,
        fittingMonths: 1,
        fittingProfiles: 1,
      };
      expect(items).toEqual([{ refusal }, { refusal }]);
    });

    it('leaves no access and no portfolio entry of a refused document, although it waits for another one', async () => {
      const [loading, refused] = ['20990000329', '20990000337'] as const;
      const corporationId = await loader.createCorporation(1);
      const both = monitored(corporationId, [loading, refused], 1);
      await loader.holding('trabajadores', async () => {
        await loader.command(monitored(corporationId, [loading], 1));
        await loader.commandPatiently(both);
      });
      expect(await loader.untilFinished(both.requestId)).toMatchObject([{ state: 'skipped' }, { reason: 'quota_insufficient' }]);
      const accesses = 'SELECT tax_id FROM billing.access WHERE corporation_id = $1';
      expect(await loader.database.query(accesses, [corporationId])).toEqual([{ tax_id: loading }]);
      const entries = 'SELECT tax_id FROM profiles.portfolio_entry WHERE corporation_id = $1';
      expect(await loader.database.query(entries, [corporationId])).toEqual([{ tax_id: loading }]);
    });

    describe('repeated after a crash between the reservation and its record', () => {
      const timeoutMs = 60_000;
      const reserve = ({ mode: _, ...reservation }: StartLoads) =>
        loader.messages.request('quota.reserve', { ...reservation, months: 1 }, { timeoutMs });

      it('loads a reserved document, and skips one that has entered the portfolio since', async () => {
        const [own, earlier] = ['20990000345', '20990000353'] as const;
        const corporationId = await loader.createCorporation(10);
        const [first, both] = [monitored(corporationId, [earlier], 1), monitored(corporationId, [own, earlier], 1)];
        for (const command of [first, both]) await reserve(command);
        await loader.command(first);
        await loader.untilFinished(first.requestId);
        await loader.command(both);
        expect(await loader.untilFinished(both.requestId)).toEqual([
          { taxId: own, state: 'loaded', reason: null },
          { taxId: earlier, state: 'skipped', reason: 'already_in_portfolio' },
        ]);
        expect((await quotaOf(corporationId)).quota).toEqual({ granted: 10, available: 8, held: 0, consumed: 2 });
      });

      it('pays once for a document that billing has given up and another request has loaded', async () => {
        const [own, lost] = ['20990000361', '20990000370'] as const;
        const corporationId = await loader.createCorporation(10);
        const [both, other] = [monitored(corporationId, [own, lost], 1), monitored(corporationId, [lost], 1)];
        await reserve(both);
        const query = (text: string, values: unknown[]) => loader.database.query(text, values);
        await query(`UPDATE billing.access SET updated_at = now() - interval '1 hour' WHERE corporation_id = $1`, [corporationId]);
        await query('UPDATE billing.quota_hold SET expires_at = now() WHERE command_id = $1', [both.requestId]);
        const pending = () => query(`SELECT FROM billing.access WHERE corporation_id = $1 AND state = 'pending'`, [corporationId]);
        const isGivenUp = async () => (await quotaOf(corporationId)).quota?.held === 0 && (await pending()).length === 0;
        await waitUntil(isGivenUp, { what: 'billing has given the request up', timeoutMs });
        await loader.command(other);
        await loader.untilFinished(other.requestId);
        await loader.command(both);
        expect(await loader.untilFinished(both.requestId)).toEqual([
          { taxId: own, state: 'loaded', reason: null },
          { taxId: lost, state: 'skipped', reason: 'already_in_portfolio' },
        ]);
        expect((await quotaOf(corporationId)).quota).toEqual({ granted: 10, available: 8, held: 0, consumed: 2 });
      });

      it('loads only what was active at its reservation, as a forced update', async () => {
        const [active, later] = ['20990000388', '20990000396'] as const;
        const corporationId = await loader.createCorporation(10);
        const [first, second] = [monitored(corporationId, [active], 1), monitored(corporationId, [later], 1)];
        await loader.command(first);
        await loader.untilFinished(first.requestId);
        await reserve(second);
        const update = { requestId: randomUUID(), corporationId, origin: testOrigin, taxIds: [active, later], months: 3 };
        const start = () => loader.messages.request('reprocess.start', update, { timeoutMs });
        const record = await holdLock(loader.database, 'LOCK TABLE profiles.load_request IN SHARE MODE');
        try {
          await expect(start()).rejects.toMatchObject({ code: 'unavailable' });
        } finally {
          await record.release();
        }
        await loader.command(second);
        await loader.untilFinished(second.requestId);
        await start();
        expect(await loader.untilFinished(update.requestId)).toEqual([
          { taxId: active, state: 'loaded', reason: null },
          { taxId: later, state: 'skipped', reason: 'not_active' },
        ]);
        expect((await quotaOf(corporationId)).quota).toEqual({ granted: 10, available: 5, held: 0, consumed: 5 });
      });
    });

    it('is recorded when its first transaction waits for a lock too long, and so is a forced update', async () => {
      const corporationId = await loader.createCorporation(10);
      const taxId = freshRuc();
      const load = monitored(corporationId, [taxId], 1);
      const update = { requestId: randomUUID(), corporationId, origin: testOrigin, taxIds: [taxId], months: 2 };
      await withinLockPatience(() => untilSecondWaits(taxId, () => loader.command(load)));
      expect(await loader.untilFinished(load.requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
      await withinLockPatience(() =>
        untilSecondWaits(taxId, () => loader.messages.request('reprocess.start', update, { timeoutMs: 60_000 })),
      );
      expect(await loader.untilFinished(update.requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
      expect((await quotaOf(corporationId)).quota).toEqual({ granted: 10, available: 7, held: 0, consumed: 3 });
    });

    it('loads a document that expires at once when its held months are gone', async () => {
      const corporationId = await loader.createCorporation(4);
      const { contractId } = await quotaOf(corporationId);
      const command = monitored(corporationId, ['20990000311'], 4);
      const adjustment = { commandId: randomUUID(), contractId, months: -2, revokeHolds: true, actor: 'test', reason: 'test' };
      await loader.holding('trabajadores', async () => {
        await loader.command(command);
        await loader.messages.request('quota.adjust', adjustment, { timeoutMs: 60_000 });
      });
      expect(await loader.untilFinished(command.requestId)).toMatchObject([{ state: 'loaded' }]);
      const found = await loader.database.query(
        `SELECT activation_failed, access.state FROM profiles.load_request JOIN billing.access USING (corporation_id) WHERE id = $1`,
        [command.requestId],
      );
      expect(found).toEqual([{ activation_failed: 1, state: 'expired' }]);
    });
  });
});
