import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emptyFragments, sourceNames, sourcesOf, type SourceName } from '@vigia/contracts';
import { waitUntil, testOrigin } from '@vigia/testing';
import { register } from 'prom-client';
import { startLoader, type Load, type RunningLoader, type Task } from './running-loader.js';

const documents = {
  FLAKY: '20990000141',
  RATE_LIMITED: '20990000183',
  BAD_PAYLOAD: '20990000191',
  NOT_FOUND: '20990000094',
  ALL_FAIL: '20990000132',
  NOT_CONTRACTED: '20990000205',
  NO_INFO: '20990000108',
};
/** The simulator has a person with the DNI in it, and nobody with this RUC. */
const withoutRuc = '10999950022';
type Code = keyof typeof documents;
const asked = sourceNames.filter((source) => source !== 'listas_compliance');
const everySource = (task: Partial<Task>) => expect.arrayContaining(asked.map((source) => expect.objectContaining({ source, ...task })));

describe('a load', () => {
  let loader: RunningLoader;
  const items = new Map<string, object>();

  /** All at once, because the loads mostly wait for their next attempt. */
  beforeAll(async () => {
    loader = await startLoader({ VIGIA_TASK_DEADLINE_MS: '30000' });
    const load = async (taxId: string) => {
      const [requestId, corporationId] = [randomUUID(), await loader.createCorporation(1)];
      await loader.command({
        requestId,
        corporationId,
        docType: 'RUC',
        taxIds: [taxId],
        mode: 'monitoring',
        months: 1,
        origin: testOrigin,
      });
      items.set(taxId, (await loader.untilFinished(requestId))[0]!);
    };
    await Promise.all(Object.values(documents).map(load));
  });

  afterAll(() => loader?.stop());

  async function ended(code: Code) {
    const taxId = documents[code];
    const [load, ...more] = await loader.loads(taxId);
    expect(more).toEqual([]);
    const tasks = await loader.tasks(load!.id);
    return { load: load!, tasks: [...tasks.values()], item: items.get(taxId), sections: await loader.sections(taxId) };
  }

  const tookMs = ({ opened_at, closed_at }: Load) => closed_at!.getTime() - opened_at.getTime();

  it('succeeds after failures of its sources, and every attempt is counted', async () => {
    const { load, tasks, item, sections } = await ended('FLAKY');
    expect(load.estado).toBe('succeeded');
    expect(tasks).toEqual(everySource({ attempts: 3, failure: null }));
    expect(item).toMatchObject({ state: 'loaded' });
    expect(sections.identificacion.statusCode).toBe('SH10');
  });

  it('asks rate-limited sources again only after the time that they ask for', async () => {
    const { load, tasks } = await ended('RATE_LIMITED');
    expect(load.estado).toBe('succeeded');
    expect(tasks).toEqual(everySource({ attempts: 2 }));
    expect(tookMs(load)).toBeGreaterThan(2_000);
  });

  it('fails without a retry when its sources answer malformed data', async () => {
    const { load, tasks, item, sections } = await ended('BAD_PAYLOAD');
    expect(load.estado).toBe('failed');
    expect(tasks).toEqual(everySource({ state: 'failed', failure: 'malformed', attempts: 1 }));
    expect(item).toMatchObject({ state: 'failed', reason: 'all_sources_failed' });
    expect(sections.finanzas).toEqual({ statusCode: 'SH50', data: {} });
  });

  it('fails as taxpayer_not_found when the registry does not know the taxpayer', async () => {
    const { load, tasks, item, sections } = await ended('NOT_FOUND');
    expect(load.estado).toBe('failed');
    expect(tasks.find(({ source }) => source === 'identificacion')).toMatchObject({ state: 'unknown_taxpayer', attempts: 1 });
    expect(item).toMatchObject({ state: 'failed', reason: 'taxpayer_not_found' });
    expect(sections.identificacion).toEqual({ statusCode: 'SH50', data: {} });
    expect(sections.alerta_servicio).toEqual({ statusCode: 'SH50', data: {} });
    expect(sections.alerta_compliance).toEqual({ statusCode: 'SH50', data: {} });
  });

  it('fails after four attempts per source when all sources fail; the access fails, and nothing is charged', async () => {
    const { load, tasks, item } = await ended('ALL_FAIL');
    expect(load.estado).toBe('failed');
    expect(tasks).toEqual(everySource({ state: 'failed', failure: 'source_error', attempts: 4 }));
    expect(item).toMatchObject({ state: 'failed', reason: 'all_sources_failed' });
    const ofDocument = [documents.ALL_FAIL];
    const accesses = await loader.database.query<{ state: string; payer: string }>(
      'SELECT state, corporation_id AS payer FROM billing.access WHERE tax_id = $1',
      ofDocument,
    );
    expect(accesses).toMatchObject([{ state: 'failed' }]);
    expect(await loader.database.query('SELECT FROM billing.platform_document WHERE tax_id = $1', ofDocument)).toEqual([]);
    const months = await loader.database.query(
      'SELECT available, held, consumed FROM billing.quota_account JOIN billing.contract ON id = contract_id WHERE corporation_id = $1',
      [accesses[0]!.payer],
    );
    expect(months).toEqual([{ available: 1, held: 0, consumed: 0 }]);
  });

  it.each<Code>(['ALL_FAIL', 'NOT_FOUND'])('that fails keeps its sections for the corporation that asked (%s)', async (code) => {
    const kept = await loader.database.query(
      'SELECT fragments_v1, fragments_v2, failed_sources FROM profiles.failed_item WHERE tax_id = $1',
      [documents[code]],
    );
    const shown = await loader.database.query('SELECT fragments_v1, fragments_v2, failed_sources FROM profiles.profile WHERE tax_id = $1', [
      documents[code],
    ]);
    expect(kept).toEqual(shown);
    expect(kept).toHaveLength(1);
  });

  it('that fails gives the corporation no data of earlier loads or of the person with the DNI, and those who have it keep theirs', async () => {
    const taxId = withoutRuc;
    await loader.simulator.lay('deuda_financiera', taxId, { outcome: 'ok' });
    await loader.simulator.lay('identificacion', taxId, { outcome: 'malformed', times: 1 });
    expect(await loader.load(taxId)).toMatchObject({ state: 'loaded' });
    const { alerta_servicio: scored } = await loader.sections(taxId);
    expect(await loader.load(taxId)).toMatchObject({ state: 'failed', reason: 'taxpayer_not_found' });
    expect(await loader.sections(taxId)).toMatchObject({
      finanzas: { statusCode: 'SH10' },
      judicial: { statusCode: 'SH11' },
      alerta_servicio: scored,
    });
    const [profile] = await loader.database.query('SELECT estado, failed_sources FROM profiles.profile WHERE tax_id = $1', [taxId]);
    expect(profile).toEqual({ estado: 'partial', failed_sources: ['identificacion', 'listas_compliance'] });
    expect(scored.statusCode).toBe('SH10');
    const [kept] = await loader.database.query<Record<'v1' | 'v2' | 'failed', string[]>>(
      'SELECT fragments_v1 AS v1, fragments_v2 AS v2, failed_sources AS failed FROM profiles.failed_item WHERE tax_id = $1',
      [taxId],
    );
    expect(kept!.failed).toEqual([]);
    expect(JSON.parse(`{${kept!.v2.join(',')}}`)).toMatchObject({
      finanzas: { statusCode: 'SH50', data: {} },
      judicial: { statusCode: 'SH11' },
    });
    expect(JSON.parse(`{${kept!.v1.join(',')}}`)).toMatchObject({ finanzas: null, judicial: { boletin_concursal: false } });
    expect(kept!.v2.join(',')).not.toContain('SH10');
  });

  it('that fails leaves out the sections of a later release', async () => {
    const taxId = documents.BAD_PAYLOAD;
    await loader.database.query(
      `UPDATE profiles.profile SET fragments_v1 = fragments_v1 || '"seccion_de_prueba":{"multas":2}'::text,
         fragments_v2 = fragments_v2 || '"seccion_de_prueba":{"statusCode":"SH10","data":{"multas":2}}'::text WHERE tax_id = $1`,
      [taxId],
    );
    const { requestId } = await loader.start(taxId);
    expect(await loader.untilFinished(requestId)).toMatchObject([{ state: 'failed' }]);
    const [kept] = await loader.database.query<Record<'v1' | 'v2', string[]>>(
      'SELECT fragments_v1 AS v1, fragments_v2 AS v2 FROM profiles.failed_item WHERE request_id = $1',
      [requestId],
    );
    expect(kept).toEqual(emptyFragments('SH50'));
  });

  it('is not counted as failed when the registry does not know the taxpayer', async () => {
    const counted = async () => {
      const { values } = await register.getSingleMetric('vigia_loads_closed_total')!.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.estado, value]));
    };
    const { failed, unknown_taxpayer: unknown = 0 } = await counted();
    await loader.load(documents.NOT_FOUND);
    await waitUntil(async () => (await counted()).unknown_taxpayer === unknown + 1, { what: 'the load is counted' });
    expect((await counted()).failed).toBe(failed);
  });

  it('succeeds when some sources are not contracted, and marks their section', async () => {
    const { load, tasks, sections } = await ended('NOT_CONTRACTED');
    expect(load.estado).toBe('succeeded');
    const notContracted = tasks.filter(({ state }) => state === 'not_contracted').map(({ source }) => source);
    expect(notContracted.toSorted()).toEqual(sourcesOf('laboral').toSorted());
    expect(sections.laboral).toEqual({ statusCode: 'SH30', data: {} });
  });

  it('succeeds when its sources have no data, and screens nobody', async () => {
    const { load, tasks, sections } = await ended('NO_INFO');
    expect(load.estado).toBe('succeeded');
    expect(tasks.find(({ source }) => source === 'listas_compliance')).toMatchObject({ state: 'empty', failure: null, attempts: 1 });
    expect(sections.identificacion).toMatchObject({ statusCode: 'SH11', data: { razon_social: null, ruc: documents.NO_INFO } });
    expect(sections.alerta_compliance).toEqual({ statusCode: 'SH50', data: {} });
  });

  it('with only good answers has no alert; with one source unread its alert is not processed', async () => {
    const alertOf = async (taxId: string, unread?: SourceName) => {
      if (unread) await loader.simulator.lay(unread, taxId, { outcome: 'malformed' });
      await loader.load(taxId);
      const { finanzas, judicial, alerta_servicio } = await loader.sections(taxId);
      return { finanzas: finanzas.statusCode, judicial: judicial.statusCode, ...alerta_servicio.data };
    };
    const read = { finanzas: 'SH10', judicial: 'SH10', puntaje_total: 0 };
    // Its guarantors were read, and there are none: without its debts that says nothing.
    const answered = { ...read, finanzas: 'SH50' };
    const [clean, debtsUnread, edictsUnread] = await Promise.all([
      alertOf('20990000019'),
      alertOf('20990000221', 'deuda_financiera'),
      alertOf('20990000230', 'edictos_judiciales'),
    ]);
    expect(clean).toMatchObject({ ...read, puntaje_maximo: 100, clasificacion: 'Sin alerta' });
    expect(debtsUnread).toMatchObject({ ...answered, puntaje_maximo: 60, puntaje_finanzas: null, clasificacion: 'No procesado' });
    expect(edictsUnread).toMatchObject({ ...read, puntaje_maximo: 100, clasificacion: 'No procesado' });
  });

  it('counts the sources that have nothing registered in the score, although their section waits for another source', async () => {
    const scored = async (taxId: string, nothing: SourceName[], unread: SourceName) => {
      const lay = (source: SourceName, outcome: 'no_data' | 'malformed') => loader.simulator.lay(source, taxId, { outcome });
      await Promise.all([...nothing.map((source) => lay(source, 'no_data')), lay(unread, 'malformed')]);
      await loader.load(taxId);
      const { finanzas, boletin, alerta_servicio } = await loader.sections(taxId);
      return { finanzas: finanzas.statusCode, boletin: boletin.statusCode, ...alerta_servicio.data };
    };
    expect(await scored('20990000213', ['deuda_financiera'], 'codeudores_avales')).toMatchObject({
      finanzas: 'SH50',
      puntaje_maximo: 100,
      puntaje_finanzas: 0,
      clasificacion: 'Sin alerta',
    });
    expect(await scored('20990000272', ['deuda_coactiva', 'deuda_vencida'], 'protestos')).toMatchObject({
      boletin: 'SH50',
      puntaje_maximo: 100,
      puntaje_boletin: 0,
      clasificacion: 'No procesado',
    });
  });
});
