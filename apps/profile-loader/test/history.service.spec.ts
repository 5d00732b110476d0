import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fragmentSeparator,
  liveView,
  type LiveRow,
  type ScreeningBasis,
  sections,
  sectionsInUse,
  sourceCatalogue,
  sourceNames,
  sourcesOf,
} from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { waitUntil } from '@vigia/testing';
import { importList } from '../src/screening/import-list.js';
import { startLoader, type RunningLoader } from './running-loader.js';

interface Change {
  section: string;
  field: string;
  before: unknown;
  after: unknown;
  source: string | null;
}

describe('the history of a profile', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader({ VIGIA_FRESHNESS_HOURS: '0' });
  });

  afterAll(() => loader?.stop());

  const versions = (taxId: string) =>
    loader.database.query<{ section: string; fragment_v2: string; provenance: { source: string; sourceVersion: string }[] }>(
      'SELECT section, fragment_v2, provenance FROM profiles.section_version WHERE tax_id = $1 ORDER BY valid_from',
      [taxId],
    );
  const changes = (taxId: string) =>
    loader.database.query<Change>(
      'SELECT section, field, before, after, source FROM profiles.section_change WHERE tax_id = $1 ORDER BY id',
      [taxId],
    );

  it('begins with one version of every section, with its sources, and no change', async () => {
    const taxId = '20990000019';
    await loader.load(taxId);
    const first = await versions(taxId);
    expect(first.map(({ section }) => section).toSorted()).toEqual(sectionsInUse().toSorted());
    const laboral = first.find(({ section }) => section === 'laboral')!;
    expect(laboral.provenance.map(({ source }) => source)).toEqual(['deuda_laboral', 'resoluciones_laborales', 'trabajadores']);
    expect(laboral.provenance.every(({ sourceVersion }) => sourceVersion.startsWith('sim-'))).toBe(true);
    expect(await changes(taxId)).toEqual([]);
  });

  it('has nothing of a section that is not in use yet, so that the release that asks its sources reads it as awaited', async () => {
    const taxId = '20990000060';
    const added = sectionsInUse().at(-1)!;
    const definitions = sourcesOf(added).map((source) => sourceCatalogue[source]);
    try {
      for (const one of definitions) Reflect.set(one, 'docTypes', []);
      expect(await loader.load(taxId)).toMatchObject({ state: 'loaded' });
      await loader.load(taxId);
    } finally {
      for (const one of definitions) Reflect.deleteProperty(one, 'docTypes');
    }
    expect((await versions(taxId)).map(({ section }) => section)).not.toContain(added);
    const [stored] = await loader.database.query<Pick<LiveRow, 'fragments'>>(
      `SELECT array_to_string(fragments_v2, '${fragmentSeparator}') AS fragments FROM profiles.profile WHERE tax_id = $1`,
      [taxId],
    );
    const access = { docType: 'RUC', accessState: 'active', mode: 'monitoring', withheld: [] } satisfies Partial<LiveRow>;
    const { fragments } = liveView('v2', { ...access, estado: 'succeeded', revision: '1', failedSources: [], ...stored! });
    expect(fragments[sections.indexOf(added)]).toBe(`"${added}":{"statusCode":"SH20","data":{}}`);
  });

  it('gets no new version when the sources repeat their answers or one fails', async () => {
    const taxId = '20990000027';
    await loader.load(taxId);
    const first = await versions(taxId);
    await loader.load(taxId);
    await loader.simulator.lay('deuda_coactiva', taxId, { outcome: 'malformed', times: 1 });
    await loader.load(taxId);
    expect(await loader.loads(taxId)).toHaveLength(3);
    expect(await versions(taxId)).toEqual(first);
    expect(await changes(taxId)).toEqual([]);
  });

  it('gets a new version with its own hits when other hits lead to the same level', async () => {
    const taxId = '20990000043';
    const screenings = async () => (await versions(taxId)).filter(({ section }) => section === 'alerta_compliance');
    const listed = async () =>
      (await screenings()).map(({ provenance }) => (provenance as unknown as ScreeningBasis).hits.map((hit) => hit.listedName));
    await loader.load(taxId);
    expect(await listed()).toEqual([[]]);
    const { identificacion } = await loader.sections(taxId);
    const alike = `${(identificacion.data as { razon_social: string }).razon_social} MERIDIONAL OCCIDENTAL`;
    const database = await openDatabase({ url: loader.database.url, service: 'profile-loader' });
    await importList(database, {
      name: 'DE-ESTE-SPEC',
      version: '1',
      topic: 'pep',
      entities: [{ id: '1', kind: 'company', names: [alike], documents: [] }],
    });
    await database.close();
    await loader.load(taxId);
    expect(await listed()).toEqual([[], [alike]]);
    expect(new Set((await screenings()).map(({ fragment_v2 }) => fragment_v2)).size).toBe(1);
    expect((await changes(taxId)).filter(({ section }) => section === 'alerta_compliance')).toEqual([]);
  });

  it('lists each changed field with its old value, its new value and its source', async () => {
    const taxId = '20990000256';
    await loader.load(taxId);
    const before = await loader.sections(taxId);
    await loader.load(taxId);
    const after = await loader.sections(taxId);
    expect(after).not.toEqual(before);
    const noted = await changes(taxId);
    expect(noted.length).toBeGreaterThan(0);
    expect(noted.filter(({ before: was, after: is }) => JSON.stringify(was) === JSON.stringify(is))).toEqual([]);
    const told = new Set(noted.filter(({ section }) => section !== 'alerta_servicio').map(({ source }) => source));
    expect(sourceNames).toEqual(expect.arrayContaining([...told]));
    const twice = (await versions(taxId)).map(({ section }) => section).filter((section, i, all) => all.indexOf(section) !== i);
    expect([...new Set(noted.map(({ section }) => section))].toSorted()).toEqual(twice.toSorted());
  });

  it('lists what a source says from one answer to its next, while another source of the section has never answered', async () => {
    const taxId = '20990000051';
    await loader.simulator.lay('protestos', taxId, { outcome: 'malformed' });
    await loader.simulator.lay('deuda_vencida', taxId, { outcome: 'no_data' });
    const codes: string[] = [];
    for (const outcome of ['no_data', 'ok', 'no_data'] as const) {
      await loader.simulator.lay('deuda_coactiva', taxId, { outcome });
      await loader.load(taxId);
      codes.push((await loader.sections(taxId)).boletin.statusCode);
    }
    expect(codes).toEqual(['SH50', 'SH10', 'SH50']);
    for (const { section, provenance } of await versions(taxId)) {
      if (section !== 'boletin') continue;
      expect(provenance.map((one) => one.source)).toEqual(['deuda_coactiva', 'deuda_vencida', 'protestos']);
    }
    const noted = (await changes(taxId)).filter(({ section }) => section === 'boletin');
    const [came, went] = [noted.slice(0, noted.length / 2), noted.slice(noted.length / 2)];
    expect(came.length).toBeGreaterThan(0);
    expect(new Set(noted.map(({ source }) => source))).toEqual(new Set(['deuda_coactiva']));
    const back = ({ field, before, after }: Change) => ({ field, before: after, after: before });
    expect(went).toMatchObject(came.map(back));
  });

  it('gets a section as soon as its own sources have answered, while others are still asked', async () => {
    const taxId = '20990000035';
    const [requestId, judicial] = await loader.holding('trabajadores', async () => {
      const started = await loader.start(taxId);
      const meanwhile = await waitUntil(
        async () => {
          const now = await loader.sections(taxId);
          return now.judicial.statusCode !== 'SH20' && now;
        },
        { what: 'the section judicial is there' },
      );
      expect(meanwhile.laboral).toEqual({ statusCode: 'SH20', data: {} });
      expect(meanwhile.alerta_servicio).toEqual({ statusCode: 'SH20', data: {} });
      const [open] = await loader.database.query('SELECT estado FROM profiles.profile WHERE tax_id = $1', [taxId]);
      expect(open).toEqual({ estado: null });
      return [started.requestId, meanwhile.judicial] as const;
    });
    await loader.untilFinished(requestId);
    const whole = await loader.sections(taxId);
    expect(whole.judicial).toEqual(judicial);
    expect(whole.laboral.statusCode).toBe('SH10');
    expect(whole.alerta_servicio.statusCode).toBe('SH10');
  });
});
