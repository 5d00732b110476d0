import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sections, sourcesFor, sourcesOf, summaryV2, v1Name, type Section } from '@vigia/contracts';
import { livingSystem, waitUntil, type System } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { differences } from '../summary-contract/keeps-to-contract.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { loadOne } from '../../src/clients/calls.js';
import { freshRuc, magic } from '../../src/clients/documents.js';
import { growStale, passDeadline } from './passing-time.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { isOpened } from './opened-access.js';

const sourced = sections.filter((section) => sourcesOf(section).length > 0);

describe('the code of a section', () => {
  let system: System;
  let client: NewClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system);
  });

  afterAll(() => system?.stop());

  /** Reads both versions, and checks that a section has fields only with SH10 and SH11, and is null in v1 otherwise. */
  async function sectionsOf(taxId: string, by: NewClient = client) {
    const [{ data: v1 }, { data: v2 }] = [(await by.summary(taxId, 'v1')).body, (await by.summary(taxId, 'v2')).body];
    expect(differences(summaryV2, v2)).toEqual([]);
    for (const section of sections) {
      const { statusCode, data, ...more } = v2[section];
      const full = ['SH10', 'SH11'].includes(statusCode);
      expect([section, Object.keys(data).length > 0, v1[v1Name(section)] !== null, more]).toEqual([section, full, full, {}]);
    }
    return v2;
  }

  const codes = (data: Record<Section, { statusCode: string }>) =>
    Object.fromEntries(sections.map((section) => [section, data[section].statusCode]));
  const failing = (taxId: string, outcome: string, sources: readonly string[]) =>
    Promise.all(sources.map((source) => controlSource(system, source, taxId, { outcome })));

  it('is SH10 if a source gave data', async () => {
    await loadOne(client, magic.clean);
    const data = await sectionsOf(magic.clean);
    for (const section of ['identificacion', 'finanzas', 'legal', 'laboral', 'alerta_servicio', 'alerta_tercero', 'alerta_compliance'])
      expect([section, data[section].statusCode]).toEqual([section, 'SH10']);
  });

  it('is SH10 if one of several sources gave data', async () => {
    const taxId = freshRuc();
    await failing(taxId, 'malformed', ['deuda_laboral', 'resoluciones_laborales']);
    await loadOne(client, taxId);
    expect(await sectionsOf(taxId)).toMatchObject({ estado: 'partial', laboral: { statusCode: 'SH10' } });
  });

  it('is SH11 if all sources answered without data: with nulls and empty lists', async () => {
    await loadOne(client, magic.noInfo);
    const data = await sectionsOf(magic.noInfo);
    for (const section of sourced.filter((one) => one !== 'alerta_compliance'))
      expect([section, data[section].statusCode]).toEqual([section, 'SH11']);
    // Without a name nothing was screened.
    expect(data).toMatchObject({ estado: 'succeeded', subhelpers_fallidos: [], alerta_compliance: { statusCode: 'SH50' } });
    expect(data.legal.data).toEqual({ representantes_legales: [], ultima_actualizacion: null });
    expect(data.finanzas.data).toMatchObject({ situacion: null, calificaciones_financieras: [], codeudores_avales: { corte: null } });
  });

  it('is SH20 before the first answer, and stays unchanged during a later load', async () => {
    const taxId = freshRuc();
    const duringLoadBy = async (by: NewClient) => {
      const { loaded, during } = await whilePaused(system, 'protestos', async () => ({
        loaded: loadOne(by, taxId),
        during: await waitUntil(
          async () =>
            (await isOpened(system, by, taxId)) && (await by.summary(taxId)).body.data?.estado === 'loading' && sectionsOf(taxId, by),
          { what: 'it is loading' },
        ),
      }));
      await loaded;
      return during;
    };
    const first = await duringLoadBy(client);
    expect(first).toMatchObject({ boletin: { statusCode: 'SH20' }, alerta_servicio: { statusCode: 'SH20' } });
    const loaded = await sectionsOf(taxId);
    await growStale(system, taxId);
    const second = await duringLoadBy(await newClient(system));
    expect(codes(second)).toEqual(codes(loaded));
    await growStale(system, taxId);
    const third = await duringLoadBy(await newClient(system, { excludedSections: ['laboral', 'alerta_tercero'] }));
    const leftOut = { statusCode: 'SH30', data: {} };
    expect(codes(third)).toEqual(codes({ ...loaded, laboral: leftOut, alerta_tercero: leftOut }));
  });

  it('is SH30 for sections that the plan of the reader excludes, and for no other reader', async () => {
    const excludedSections: Section[] = ['laboral', 'alerta_tercero'];
    const reader = await newClient(system, { excludedSections });
    const taxId = freshRuc();
    await loadOne(reader, taxId);
    await loadOne(client, taxId);
    const [theirs, ours] = [await sectionsOf(taxId, reader), await sectionsOf(taxId)];
    const without = Object.fromEntries(excludedSections.map((section) => [section, { statusCode: 'SH30', data: {} }]));
    expect(theirs).toEqual({ ...ours, ...without });
    expect(theirs).toMatchObject({ estado: 'succeeded', subhelpers_fallidos: [] });
    for (const section of excludedSections) expect(ours[section].statusCode).toMatch(/^SH1/);
  });

  it('is SH30 if the sources answer that they are not contracted', async () => {
    await loadOne(client, magic.withoutContract);
    expect(await sectionsOf(magic.withoutContract)).toMatchObject({
      estado: 'succeeded',
      subhelpers_fallidos: [],
      laboral: { statusCode: 'SH30', data: {} },
    });
  });

  it.each([
    ['DNI', magic.dni],
    ['CE', magic.ce],
  ])('is SH40 only for the representatives of a %s', async (docType, taxId) => {
    await loadOne(client, taxId, { docType });
    const data = await sectionsOf(taxId);
    expect(data).toMatchObject({ estado: 'succeeded', identificacion: { data: { tipo_documento: docType } } });
    expect(sections.filter((section) => data[section].statusCode === 'SH40')).toEqual(['legal']);
  });

  it('is SH50 if every source of the section failed, and for sections that build on them', async () => {
    const taxId = freshRuc();
    await failing(taxId, 'malformed', ['identificacion', 'representantes_legales', ...sourcesOf('judicial')]);
    await loadOne(client, taxId);
    const data = await sectionsOf(taxId);
    for (const section of ['identificacion', 'legal', 'judicial', 'alerta_compliance'])
      expect(data[section]).toEqual({ statusCode: 'SH50', data: {} });
    expect(data.subhelpers_fallidos).toContain('listas_compliance');
    expect(data.alerta_servicio).toMatchObject({ statusCode: 'SH10', data: { puntaje_judicial: null, omisiones_tributarias: null } });
  });

  it('is SH51 if no source of the section answered in time', async () => {
    const taxId = freshRuc();
    await failing(taxId, 'timeout', sourcesOf('finanzas'));
    const loaded = loadOne(client, taxId);
    await passDeadline(system, taxId, sourcesOf('finanzas'));
    await loaded;
    expect(await sectionsOf(taxId)).toMatchObject({
      estado: 'partial',
      subhelpers_fallidos: sourcesOf('finanzas').toSorted(),
      finanzas: { statusCode: 'SH51', data: {} },
    });
  });

  it('does not change when a later load fails, for one source or for all', async () => {
    const taxId = freshRuc();
    await loadOne(client, taxId);
    const before = await sectionsOf(taxId);
    for (const sources of [['protestos'], sourcesFor('RUC').filter((source) => source !== 'listas_compliance')]) {
      await failing(taxId, 'malformed', sources);
      await growStale(system, taxId);
      expect((await loadOne(await newClient(system), taxId)).status).toBe(200);
      const after = await sectionsOf(taxId);
      expect(after).toMatchObject({ activo: true, estado: 'partial', subhelpers_fallidos: expect.arrayContaining(sources) });
      expect(sections.map((section) => after[section])).toEqual(sections.map((section) => before[section]));
    }
  });
});
