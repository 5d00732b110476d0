import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, type SourceName } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

let loader: RunningLoader;

beforeAll(async () => {
  loader = await startLoader({ VIGIA_TASK_DEADLINE_MS: '20000' });
});

afterAll(() => loader?.stop());

describe('a load asks', () => {
  const askedBy = async (taxId: string, place: number): Promise<SourceName[]> => {
    const load = (await loader.loads(taxId))[place];
    return load ? [...(await loader.tasks(load.id)).keys()].toSorted() : [];
  };

  it('nobody about what the platform has, whole and young, and the profile is there at once', async () => {
    const taxId = '20990000019';
    await loader.load(taxId);
    const corporationId = await loader.createCorporation();
    expect(await loader.load(taxId, corporationId)).toEqual({ taxId, state: 'loaded', reason: null });
    expect(await loader.loads(taxId)).toHaveLength(1);
    expect(await loader.simulator.calls('identificacion', taxId)).toBe(1);
    const accesses = await loader.database.query('SELECT state FROM billing.access WHERE corporation_id = $1', [corporationId]);
    expect(accesses).toEqual([{ state: 'active' }]);
  });

  it('only the sources that failed, and what builds on them', async () => {
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

  it('everything that has become old', async () => {
    const taxId = '20990000035';
    await loader.load(taxId);
    await loader.database.query(
      `UPDATE profiles.source_answer SET answered_at = now() - interval '25 h' WHERE tax_id = $1 AND source = 'trabajadores'`,
      [taxId],
    );
    await loader.load(taxId);
    expect(await askedBy(taxId, 1)).toEqual(['trabajadores']);
  });

  it.each([
    ['20990000248', ['deuda_financiera']],
    ['20990000221', ['exportaciones', 'importaciones']],
  ])('%s again about what was not complete by its own word: %j', async (taxId, sources) => {
    await loader.load(taxId);
    expect(await loader.loads(taxId)).toMatchObject([{ estado: 'succeeded' }]);
    await loader.load(taxId);
    expect(await askedBy(taxId, 1)).toEqual(sources);
  });

  it('every source about a first load that failed, each time that it is tried', async () => {
    const taxId = '20990000132';
    const corporationId = await loader.createCorporation();
    for (const attempts of [1, 2]) {
      expect(await loader.load(taxId, corporationId)).toEqual({ taxId, state: 'failed', reason: 'all_sources_failed' });
      expect(await loader.loads(taxId)).toHaveLength(attempts);
    }
    expect(await askedBy(taxId, 1)).toEqual(sourceNames.toSorted());
  });

  it('nobody about representatives of a person, and says that the section does not apply', async () => {
    const taxId = '99990001';
    expect(await loader.load(taxId, undefined, 'DNI')).toMatchObject({ state: 'loaded' });
    expect(await askedBy(taxId, 0)).toEqual(sourceNames.filter((source) => source !== 'representantes_legales').toSorted());
    expect(await loader.loads(taxId)).toMatchObject([{ estado: 'succeeded' }]);
    expect((await loader.sections(taxId)).legal).toEqual({ statusCode: 'SH40', data: {} });
  });
});

describe('a second request of the same corporation, while the first one loads,', () => {
  async function twice(taxId: string, rule: { delayMs: number; outcome?: string }) {
    await loader.simulator.lay('trabajadores', taxId, { ...rule, times: 1 });
    const corporationId = await loader.createCorporation();
    const first = await loader.start(taxId, corporationId);
    const accesses = () => loader.database.query('SELECT state FROM billing.access WHERE corporation_id = $1', [corporationId]);
    await waitUntil(async () => (await accesses()).length > 0, { what: 'the access is opened' });
    const second = await loader.start(taxId, corporationId);
    const items = await Promise.all([first, second].map(({ requestId }) => loader.untilFinished(requestId)));
    expect(await loader.loads(taxId)).toHaveLength(1);
    return { items: items.flat(), accesses: await accesses() };
  }

  it('waits for it and changes nothing', async () => {
    const taxId = '20990000043';
    const { items, accesses } = await twice(taxId, { delayMs: 8_000 });
    expect(items).toEqual([
      { taxId, state: 'loaded', reason: null },
      { taxId, state: 'skipped', reason: 'already_in_portfolio' },
    ]);
    expect(accesses).toEqual([{ state: 'active' }]);
  });

  it('fails with it', async () => {
    const taxId = '20990000094';
    const { items, accesses } = await twice(taxId, { delayMs: 8_000 });
    expect(items).toEqual([1, 2].map(() => ({ taxId, state: 'failed', reason: 'taxpayer_not_found' })));
    expect(accesses).toEqual([{ state: 'failed' }]);
  });
});
