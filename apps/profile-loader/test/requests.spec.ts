import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, type StartLoads } from '@vigia/contracts';
import { startLoader, type RunningLoader } from './running-loader.js';

describe('a request to load', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader();
  }, 60_000);

  afterAll(() => loader?.stop());

  const commandFor = async (...taxIds: string[]): Promise<StartLoads> => ({
    requestId: randomUUID(),
    corporationId: await loader.createCorporation(),
    docType: 'RUC',
    taxIds,
    mode: 'monitoring',
  });

  it('is one request with one load, however often its command comes at once', async () => {
    const taxId = '20990000027';
    const command = await commandFor(taxId);
    await Promise.all(Array.from({ length: 20 }, () => loader.command(command)));
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

  it('shares an open load with the requests of other corporations, and each gets its own item closed', async () => {
    const taxId = '20990000035';
    await loader.simulator.lay('trabajadores', taxId, { delayMs: 1_000, times: 1 });
    const commands = await Promise.all([1, 2, 3].map(() => commandFor(taxId)));
    await Promise.all(commands.map((command) => loader.command(command)));
    for (const { requestId } of commands) {
      expect(await loader.untilFinished(requestId)).toEqual([{ taxId, state: 'loaded', reason: null }]);
    }
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect(await loader.simulator.calls('trabajadores', taxId)).toBe(1);
  });

  it('of many documents is closed once, with every item, also when others load the same ones in another order', async () => {
    const taxIds = ['20990000019', '20990000043', '20990000060', '20990000078'];
    const [forwards, backwards] = [await commandFor(...taxIds), await commandFor(...taxIds.toReversed())];
    await Promise.all([loader.command(forwards), loader.command(backwards)]);
    for (const { requestId } of [forwards, backwards]) {
      expect(await loader.untilFinished(requestId)).toEqual(taxIds.map((taxId) => ({ taxId, state: 'loaded', reason: null })));
    }
    const settlements = await loader.database.query('SELECT 1 FROM billing.settlement WHERE request_id = ANY($1)', [
      [forwards.requestId, backwards.requestId],
    ]);
    expect(settlements).toHaveLength(2);
  });

  it('skips what is in the portfolio already, and loads the rest', async () => {
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
});
