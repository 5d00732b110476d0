import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceNames, type SourceName, type StartLoads } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { freshRuc, freshRucs, waitUntil, withinLockPatience, testOrigin } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

let loader: RunningLoader;

beforeAll(async () => {
  loader = await startLoader();
});

afterAll(() => loader?.stop());

describe('a load', () => {
  const askedBy = async (taxId: string, place: number): Promise<SourceName[]> => {
    const load = (await loader.loads(taxId))[place];
    return load ? [...(await loader.tasks(load.id)).keys()].toSorted() : [];
  };

  it('asks no source about a profile that is complete and fresh, and activates the access', async () => {
    const taxId = '20990000019';
    await loader.load(taxId);
    const corporationId = await loader.createCorporation();
    expect(await loader.load(taxId, corporationId)).toEqual({ taxId, state: 'loaded', reason: null });
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect(await loader.simulator.calls('identificacion', taxId)).toBe(1);
    const accesses = await loader.database.query('SELECT state FROM billing.access WHERE corporation_id = $1', [corporationId]);
    expect(accesses).toEqual([{ state: 'active' }]);
  });

  it('asks only the sources that failed, and those that depend on them', async () => {
    const taxId = '20990000027';
    await loader.simulator.lay('protestos', taxId, { outcome: 'malformed', times: 1 });
    await loader.simulator.lay('identificacion', taxId, { outcome: 'malformed', times: 1 });
    expect(await loader.load(taxId)).toMatchObject({ state: 'loaded' });
    expect(await loader.loads(taxId)).toMatchObject([{ estado: 'partial' }]);
    await loader.load(taxId);
    expect(await loader.loads(taxId)).toMatchObject([{ estado: 'partial' }, { estado: 'succeeded' }]);
    expect(await askedBy(taxId, 1)).toEqual(['identificacion', 'listas_compliance', 'protestos']);
    expect((await loader.sections(taxId)).alerta_compliance).toMatchObject({ statusCode: 'SH10' });
  });

  it('asks a source with an old answer, and does not rewrite a profile without changes', async () => {
    const taxId = '20990000035';
    await loader.load(taxId);
    const writtenAt = () => loader.database.query('SELECT updated_at FROM profiles.profile WHERE tax_id = $1', [taxId]);
    const before = await writtenAt();
    await loader.database.query(
      `UPDATE profiles.source_answer SET answered_at = now() - interval '25 h' WHERE tax_id = $1 AND source = 'trabajadores'`,
      [taxId],
    );
    await loader.load(taxId);
    expect(await askedBy(taxId, 1)).toEqual(['trabajadores']);
    expect(await writtenAt()).toEqual(before);
  });

  it.each([
    ['20990000248', ['deuda_financiera']],
    ['20990000221', ['exportaciones', 'importaciones']],
  ])('of %s asks again the sources that called their answer incomplete: %j', async (taxId, sources) => {
    await loader.load(taxId);
    expect(await loader.loads(taxId)).toMatchObject([{ estado: 'succeeded' }]);
    await loader.load(taxId);
    expect(await askedBy(taxId, 1)).toEqual(sources);
  });

  it('asks every source again after a first load that failed', async () => {
    const taxId = '20990000132';
    const corporationId = await loader.createCorporation();
    for (const attempts of [1, 2]) {
      expect(await loader.load(taxId, corporationId)).toEqual({ taxId, state: 'failed', reason: 'all_sources_failed' });
      expect(await loader.loads(taxId)).toHaveLength(attempts);
    }
    expect(await askedBy(taxId, 1)).toEqual(sourceNames.toSorted());
  });

  it('asks no source for the representatives of a person, and marks the section as not applicable', async () => {
    const taxId = '99990001';
    const inapplicable = { statusCode: 'SH40', data: {} };
    const requestId = await loader.holding('identificacion', async () => {
      const started = await loader.start(taxId, undefined, 'DNI');
      const isOpened = async () => (await loader.loads(taxId)).length > 0;
      await waitUntil(isOpened, { what: 'the load is open' });
      expect(await loader.sections(taxId)).toMatchObject({ legal: inapplicable, identificacion: { statusCode: 'SH20' } });
      return started.requestId;
    });
    expect(await loader.untilFinished(requestId)).toMatchObject([{ state: 'loaded' }]);
    expect(await askedBy(taxId, 0)).toEqual(sourceNames.filter((source) => source !== 'representantes_legales').toSorted());
    expect(await loader.loads(taxId)).toMatchObject([{ estado: 'succeeded' }]);
    expect((await loader.sections(taxId)).legal).toEqual(inapplicable);
  });
});

describe('a second request of a corporation during the load of the first one', () => {
  async function twice(taxId: string) {
    const corporationId = await loader.createCorporation();
    const accesses = () => loader.database.query('SELECT state FROM billing.access WHERE corporation_id = $1', [corporationId]);
    const requests = await loader.holding('trabajadores', async () => {
      const first = await loader.start(taxId, corporationId);
      await waitUntil(async () => (await accesses()).length > 0, { what: 'the access is opened' });
      return [first, await loader.start(taxId, corporationId)];
    });
    const items = await Promise.all(requests.map(({ requestId }) => loader.untilFinished(requestId)));
    expect(await loader.loads(taxId)).toHaveLength(1);
    return { items: items.flat(), accesses: await accesses() };
  }

  it('waits for that load and is skipped', async () => {
    const taxId = '20990000043';
    const { items, accesses } = await twice(taxId);
    expect(items).toEqual([
      { taxId, state: 'loaded', reason: null },
      { taxId, state: 'skipped', reason: 'already_in_portfolio' },
    ]);
    expect(accesses).toEqual([{ state: 'active' }]);
  });

  it('fails with that load', async () => {
    const taxId = '20990000094';
    const { items, accesses } = await twice(taxId);
    expect(items).toEqual([1, 2].map(() => ({ taxId, state: 'failed', reason: 'taxpayer_not_found' })));
    expect(accesses).toEqual([{ state: 'failed' }]);
  });

  describe('before the first one is on record', () => {
    const commandFor = (corporationId: string, taxId: string): StartLoads => ({
      requestId: randomUUID(),
      corporationId,
      docType: 'RUC',
      taxIds: [taxId],
      mode: 'monitoring',
      months: 1,
      origin: testOrigin,
    });
    const reserve = ({ requestId, corporationId, docType, taxIds, months, origin }: StartLoads) =>
      loader.messages.request(
        'quota.reserve',
        { requestId, corporationId, docType, taxIds, months: months!, origin },
        { timeoutMs: 60_000 },
      );

    it('waits for the record and then for the load of the first one', async () => {
      const twoCalls = async () => {
        const taxId = freshRuc();
        const corporationId = await loader.createCorporation(10);
        const [first, second] = [commandFor(corporationId, taxId), commandFor(corporationId, taxId)];
        await reserve(first);
        await Promise.all([loader.command(second), loader.command(first)]);
        const items = [...(await loader.untilFinished(first.requestId)), ...(await loader.untilFinished(second.requestId))];
        // The second one waits a second for the record, which takes longer on a busy machine.
        return items[1]?.reason !== 'billing_unavailable' && { taxId, items };
      };
      const { taxId, items } = await waitUntil(twoCalls, { what: 'the second request finds the record in time' });
      expect(items).toEqual([
        { taxId, state: 'loaded', reason: null },
        { taxId, state: 'skipped', reason: 'already_in_portfolio' },
      ]);
    });

    it('fails as billing_unavailable without that record, and loads once billing has given the first one up', async () => {
      const taxId = '20990000124';
      const corporationId = await loader.createCorporation(10);
      const dead = commandFor(corporationId, taxId);
      await reserve(dead);
      const told = commandFor(corporationId, taxId);
      await loader.command(told);
      expect(await loader.untilFinished(told.requestId)).toEqual([{ taxId, state: 'failed', reason: 'billing_unavailable' }]);
      expect(await loader.loads(taxId)).toEqual([]);
      const standing = () =>
        loader.database.query<{ state: string }>('SELECT state, request_id FROM billing.access WHERE corporation_id = $1', [corporationId]);
      expect(await standing()).toEqual([{ state: 'pending', request_id: dead.requestId }]);

      await loader.database.query(`UPDATE billing.access SET updated_at = now() - interval '1 hour' WHERE corporation_id = $1`, [
        corporationId,
      ]);
      await waitUntil(async () => (await standing())[0]?.state !== 'pending', {
        what: 'billing has given the first request up',
      });
      const later = commandFor(corporationId, taxId);
      await loader.command(later);
      expect(await loader.untilFinished(later.requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
      expect(await standing()).toEqual([{ state: 'active', request_id: later.requestId }]);
    });
  });

  describe('when the first one fails', () => {
    const failed = { state: 'failed', reason: 'all_sources_failed' };
    const held: SourceName = 'trabajadores';
    const timeoutMs = 60_000;
    const accessesOf = (corporationId: string) =>
      loader.database.query('SELECT tax_id, state FROM billing.access WHERE corporation_id = $1 ORDER BY tax_id', [corporationId]);

    beforeEach(() => loader.pause(held));
    afterEach(() => loader.resume(held));

    /** Starts a load and waits until all sources of the first document except one have failed. The next question to each is answered. */
    async function begin(corporationId: string, failing: string, ...others: string[]): Promise<StartLoads> {
      const taxIds = [failing, ...others];
      for (const source of sourceNames.filter((name) => name !== held && name !== 'listas_compliance'))
        await loader.simulator.lay(source, failing, { outcome: 'malformed', times: 1 });
      const command: StartLoads = {
        requestId: randomUUID(),
        corporationId,
        docType: 'RUC',
        taxIds,
        mode: 'monitoring',
        origin: testOrigin,
      };
      await loader.command(command);
      await waitUntil(async () => (await accessesOf(corporationId)).length === taxIds.length, { what: 'the accesses are opened' });
      const answered = async () => {
        const tasks = [...(await loader.tasks(await newestLoad(failing))).values()];
        return tasks.filter(({ closed_at }) => closed_at === null).length === 1;
      };
      await waitUntil(answered, { what: 'the other sources have answered', timeoutMs });
      return command;
    }
    const newestLoad = async (taxId: string) => (await loader.loads(taxId)).at(-1)!.id;

    it('fails too while months are held for other documents, and a later request loads again', async () => {
      const [failing, other] = ['20990000078', '20990000086'];
      const corporationId = await loader.createCorporation(20);
      const first = await begin(corporationId, failing, other);
      await loader.giveUp(failing, held);
      await waitUntil(async () => (await loader.loads(failing)).at(-1)!.state === 'closed', { what: 'its load is given up', timeoutMs });
      const second = await loader.start(failing, corporationId);
      await loader.resume(held);
      expect(await loader.untilFinished(second.requestId)).toEqual([{ taxId: failing, ...failed }]);
      expect(await loader.untilFinished(first.requestId)).toEqual([
        { taxId: failing, ...failed },
        { taxId: other, state: 'loaded', reason: null },
      ]);
      expect(await accessesOf(corporationId)).toEqual([
        { tax_id: failing, state: 'failed' },
        { tax_id: other, state: 'active' },
      ]);
      expect(await loader.loads(failing)).toHaveLength(1);
      expect(await loader.load(failing, corporationId)).toEqual({ taxId: failing, state: 'loaded', reason: null });
    });

    it('fails too after an ended monitoring, when billing already knows of the failure', async () => {
      const askWhileItFails = async () => {
        const [first, ended] = freshRucs(2) as [string, string];
        const corporationId = await loader.createCorporation();
        for (const taxId of [first, ended]) {
          await loader.resume(held);
          await loader.load(taxId, corporationId);
        }
        await loader.pause(held);
        await loader.database.query(`UPDATE billing.access SET state = 'expired', expires_at = now() WHERE corporation_id = $1`, [
          corporationId,
        ]);
        await loader.database.query(
          `UPDATE profiles.source_answer SET answered_at = now() - interval '2 days' WHERE source = $1 AND tax_id = ANY($2)`,
          [held, [first, ended]],
        );
        const owner = await loader.start(ended, corporationId);
        await loader.start(first, await loader.createCorporation());
        const isPending = async () => ((await accessesOf(corporationId)) as { state: string }[]).some(({ state }) => state === 'pending');
        await waitUntil(isPending, { what: 'the access is opened again' });
        const [loadId, second] = [await newestLoad(ended), { ...owner, requestId: randomUUID(), taxIds: [first, ended] }];
        const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
        try {
          const asked = await other.transaction(async (tx) => {
            const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
            await tx.rows('SELECT FROM profiles.load WHERE id = $1 FOR UPDATE', [await newestLoad(first)]);
            const accepted = loader.command(second);
            let isOver = false;
            void Promise.allSettled([accepted]).then(() => (isOver = true));
            const waiting = () => loader.database.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid]);
            await waitUntil(async () => isOver || (await waiting()).length > 0, {
              what: 'the second request waits for its first document',
            });
            // What the loader and billing write when the load has failed.
            await tx.rows(
              `WITH task AS (
                 UPDATE profiles.task SET state = 'failed', failure = 'deadline', closed_at = now() WHERE load_id = $1 AND closed_at IS NULL
               ), load AS (
                 UPDATE profiles.load SET state = 'closed', estado = 'failed', closed_at = now() WHERE id = $1
               ), item AS (
                 UPDATE profiles.load_item SET state = 'failed', reason = 'all_sources_failed' WHERE request_id = $2
               ), request AS (
                 UPDATE profiles.load_request SET state = 'finished', open_items = 0, finished_at = now() WHERE id = $2)
               UPDATE billing.access SET state = 'expired', mode = ended_mode, request_id = ended_request_id, expires_at = ended_at,
                 ended_mode = NULL, ended_request_id = NULL, ended_at = NULL
               WHERE corporation_id = $3 AND tax_id = $4`,
              [loadId, owner.requestId, corporationId, ended],
            );
            return [accepted];
          });
          await asked[0];
        } finally {
          await other.close();
        }
        const items = () =>
          loader.database.query('SELECT tax_id, state, reason FROM profiles.load_item WHERE request_id = $1 AND tax_id = $2', [
            second.requestId,
            ended,
          ]);
        const found = { ended, loadId, items: await items(), load: (await loader.loads(ended)).at(-1) };
        await loader.resume(held);
        await loader.untilFinished(second.requestId);
        return found;
      };
      const { ended, loadId, items, load } = await withinLockPatience(askWhileItFails);
      expect(items).toEqual([{ tax_id: ended, ...failed }]);
      expect(load).toMatchObject({ id: loadId, state: 'closed' });
    });

    it('fails too when it waits for the transaction that closes the load', async () => {
      const askWhileItCloses = async () => {
        const [corporationId, failing] = [await loader.createCorporation(), freshRuc()];
        const first = await begin(corporationId, failing);
        const second: StartLoads = { ...first, requestId: randomUUID() };
        const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
        try {
          const asked = await other.transaction(async (tx) => {
            const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
            const isWaitedFor = async (pids: number[]) => {
              const waiting = await loader.database.query<{ pid: number }>(
                'SELECT pid FROM pg_stat_activity WHERE pg_blocking_pids(pid) && $1',
                [pids],
              );
              return waiting.length > 0 && waiting.map((one) => one.pid);
            };
            await tx.rows('SELECT FROM profiles.profile WHERE tax_id = $1 FOR SHARE', [failing]);
            await loader.giveUp(failing, held);
            await waitUntil(() => isWaitedFor([pid]), { what: 'the load is being closed' });
            let isOver = false;
            const accepted = loader.command(second);
            void Promise.allSettled([accepted]).then(() => (isOver = true));
            const isWaiting = async () => isOver || isWaitedFor((await isWaitedFor([pid])) || []);
            await waitUntil(isWaiting, { what: 'the second request waits for the closing' });
            return [accepted];
          });
          await asked[0];
        } finally {
          await other.close();
        }
        return { corporationId, failing, requests: [first, second] };
      };
      const { corporationId, failing, requests } = await withinLockPatience(askWhileItCloses);
      for (const { requestId } of requests) expect(await loader.untilFinished(requestId)).toEqual([{ taxId: failing, ...failed }]);
      expect(await accessesOf(corporationId)).toEqual([{ tax_id: failing, state: 'failed' }]);
      expect(await loader.loads(failing)).toHaveLength(1);
    });
  });
});
