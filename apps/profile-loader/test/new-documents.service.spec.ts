import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { queryOf, startLoader, type RunningLoader } from './running-loader.js';

describe('a document that is new to the platform', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader();
  });

  afterAll(() => loader?.stop());

  const commandFor = async (...taxIds: string[]) => queryOf(await loader.createCorporation(), ...taxIds);
  const payerOf = async (taxId: string) => {
    const [charge] = await loader.database.query<{ payer: string }>(
      'SELECT corporation_id AS payer FROM billing.platform_document WHERE tax_id = $1',
      [taxId],
    );
    return charge?.payer;
  };
  const bringerOf = async (taxId: string) => {
    const [first] = await loader.database.query<{ request: string }>(
      'SELECT request_id AS request FROM profiles.first_request WHERE tax_id = $1',
      [taxId],
    );
    return first?.request;
  };

  it('is charged to the corporation that loaded it, although its request still waits and others load it meanwhile', async () => {
    const [quick, slow] = ['20990000027', '20990000035'] as const;
    await loader.simulator.lay('trabajadores', slow, { delayMs: 60_000 });
    const [list, single] = [await commandFor(quick, slow), await commandFor(quick)];
    await loader.command(list);
    await waitUntil(async () => (await loader.loads(quick))[0]?.state === 'closed', { what: 'the first document is loaded' });
    await loader.command(single);
    expect(await loader.untilFinished(single.requestId)).toEqual([{ taxId: quick, state: 'loaded', reason: null }]);
    expect(await loader.database.query('SELECT state FROM profiles.load_request WHERE id = $1', [list.requestId])).toEqual([
      { state: 'loading' },
    ]);
    await loader.giveUp(slow, 'trabajadores');
    await loader.untilFinished(list.requestId);
    expect([await payerOf(quick), await payerOf(slow)]).toEqual([list.corporationId, list.corporationId]);
  });

  it('is charged to the first corporation of several that wait for the same load', async () => {
    const taxId = '20990000043';
    const [first, second] = [await commandFor(taxId), await commandFor(taxId)];
    await loader.holding('trabajadores', async () => {
      await loader.command(first);
      await loader.commandPatiently(second);
    });
    for (const { requestId } of [first, second]) await loader.untilFinished(requestId);
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect([await bringerOf(taxId), await payerOf(taxId)]).toEqual([first.requestId, first.corporationId]);
  });

  it('is charged to the first corporation that loads it with success, and not to a later one', async () => {
    const taxId = '20990000094';
    const failed = await commandFor(taxId);
    await loader.command(failed);
    expect(await loader.untilFinished(failed.requestId)).toMatchObject([{ state: 'failed' }]);
    expect([await bringerOf(taxId), await payerOf(taxId)]).toEqual([undefined, undefined]);
    await loader.simulator.lay('identificacion', taxId, { outcome: 'ok' });
    const loaded = await commandFor(taxId);
    await loader.command(loaded);
    expect(await loader.untilFinished(loaded.requestId)).toMatchObject([{ state: 'loaded' }]);
    await loader.database.query(`UPDATE profiles.source_answer SET answered_at = now() - interval '30 days' WHERE tax_id = $1`, [taxId]);
    const later = await commandFor(taxId);
    await loader.command(later);
    expect(await loader.untilFinished(later.requestId)).toMatchObject([{ state: 'loaded' }]);
    expect([await bringerOf(taxId), await payerOf(taxId)]).toEqual([loaded.requestId, loaded.corporationId]);
  });
});
