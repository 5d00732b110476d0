import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sections, summaryV1, summaryV2, v1Name, type SourceName } from '@vigia/contracts';
import { livingSystem, type System } from '@vigia/testing';
import { differences } from '../summary-contract/keeps-to-contract.js';
import { askedAbout, loadMany, loadOne, read } from '../../src/clients/calls.js';
import { freshRuc, magic } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';

describe('v1 and v2', () => {
  let system: System;
  let client: NewClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system);
    await loadMany(client, [magic.clean, magic.low, magic.medium, magic.high, magic.critical, magic.trader, magic.withoutContract]);
  });

  afterAll(() => system?.stop());

  async function both(taxId: string): Promise<{ v1: any; v2: any }> {
    const [v1, v2] = await Promise.all([client.summary(taxId, 'v1'), client.summary(taxId, 'v2')]);
    return { v1: v1.body.data, v2: v2.body.data };
  }

  it('keep their own contract each', async () => {
    const { v1, v2 } = await both(magic.critical);
    expect([differences(summaryV1, v1), differences(summaryV2, v2)]).toEqual([[], []]);
  });

  it('have the same content, v2 with status codes and the state of the load', async () => {
    const { v1, v2 } = await both(magic.trader);
    expect(Object.keys(v1)).toEqual(['taxId', 'activo', ...sections.map(v1Name)]);
    expect(Object.keys(v2)).toEqual(['taxId', 'activo', 'estado', 'subhelpers_fallidos', ...sections]);
    for (const section of ['identificacion', 'legal', 'boletin', 'laboral', 'judicial'])
      expect(v2[section]).toEqual({ statusCode: expect.stringMatching(/^SH1[01]$/), data: v1[section] });
  });

  it('show finance by days overdue (v1) and by situation (v2)', async () => {
    const { v1, v2 } = await both(magic.high);
    const [old, { data }] = [v1.finanzas, v2.finanzas];
    const kept = ['ultima_actualizacion', 'calificaciones_financieras'];
    const added = ['peor_calificacion', 'max_dias_vencidos', 'situacion', 'codeudores_avales'];
    expect(Object.keys(old).toSorted()).toEqual([...kept, 'variaciones_financieras', 'fechas_financieras'].toSorted());
    expect(Object.keys(data).toSorted()).toEqual([...kept, ...added].toSorted());
    for (const field of kept) expect(old[field]).toEqual(data[field]);
    const { actual, seis_meses, doce_meses } = data.situacion;
    expect(old.fechas_financieras).toEqual({
      fecha_ultimo_periodo: actual.periodo,
      fecha_seis_meses_anteriores: seis_meses.periodo,
      fecha_doce_meses_anteriores: doce_meses.periodo,
    });
    const banded = (old.variaciones_financieras as { monto_ultimo_periodo: number }[]).map((band) =>
      Math.round(band.monto_ultimo_periodo * 100),
    );
    expect(banded.reduce((sum, cents) => sum + cents)).toBe(Math.round(actual.directa * 100));
  });

  it('show foreign trade by months (v1) and by windows (v2), up to the same cut', async () => {
    const { v1, v2 } = await both(magic.trader);
    const [old, { data }] = [v1.comercio_exterior, v2.comercio_exterior];
    const updates = ['agentes_importacion', 'exportaciones', 'importaciones'].map((what) => `ultima_actualizacion_${what}`);
    expect(Object.keys(old)).toEqual(['resumen', ...updates]);
    expect(Object.keys(data)).toEqual([
      'es_importador',
      'es_exportador',
      'pendiente_de_calculo',
      'corte_publicacion',
      'resumen',
      ...updates,
    ]);
    for (const field of updates) expect(old[field]).toBe(data[field]);
    ['Importaciones', 'Exportaciones'].forEach((tipo, i) => {
      expect(Object.keys(data.resumen[i])).toEqual(['tipo', 'valor', 'ventanas', 'principal_partida']);
      expect(Object.keys(old.resumen[i]).toSorted()).toEqual(
        ['tipo', 'variacion_seis_meses', 'variacion_doce_meses']
          .concat(
            ['ultimo_periodo', 'seis_meses_anteriores', 'doce_meses_anteriores'].flatMap((when) => [`monto_${when}`, `fecha_${when}`]),
          )
          .toSorted(),
      );
      expect([old.resumen[i].tipo, data.resumen[i].tipo]).toEqual([tipo, tipo]);
      expect(old.resumen[i].fecha_ultimo_periodo.slice(0, 7)).toBe(data.corte_publicacion[tipo.toLowerCase()]);
      expect(data.resumen[i].ventanas[0].hasta).toBe(data.corte_publicacion[tipo.toLowerCase()]);
    });
  });

  it.each([
    [magic.clean, 'Sin riesgo', 'Sin alerta'],
    [magic.low, 'Riesgo bajo', 'Alerta baja'],
    [magic.medium, 'Riesgo medio', 'Alerta media'],
    [magic.high, 'Riesgo alto', 'Alerta alta'],
    [magic.critical, 'Riesgo crítico', 'Alerta crítica'],
  ])('show the alert of %s as %s (v1) and %s (v2), under different names', async (taxId, clasificacion_riesgo, clasificacion) => {
    const { v1, v2 } = await both(taxId);
    const { puntaje_riesgo_total, puntaje_riesgo_maximo, clasificacion_riesgo: word, ...same } = v1.puntaje_riesgo_servicio;
    expect(word).toBe(clasificacion_riesgo);
    expect(v2.alerta_servicio.data).toEqual({
      ...same,
      puntaje_total: puntaje_riesgo_total,
      puntaje_maximo: puntaje_riesgo_maximo,
      clasificacion,
    });
    expect(v2.alerta_tercero.data).toEqual(v1.puntaje_riesgo_tercero);
    expect(v2.alerta_compliance.data).toEqual({ nivel: v1.alerta_compliance });
    for (const name of ['puntaje_riesgo_servicio', 'puntaje_riesgo_tercero']) expect(v2).not.toHaveProperty(name);
    for (const name of ['alerta_servicio', 'alerta_tercero']) expect(v1).not.toHaveProperty(name);
  });

  it('leave data open that a source still calculates, and the next load asks for it again', async () => {
    const { withoutBalances, tradePending } = magic;
    await loadMany(client, [withoutBalances, tradePending]);
    const { v2: debtor } = await both(withoutBalances);
    expect(debtor.finanzas).toMatchObject({
      statusCode: 'SH10',
      data: { situacion: null, peor_calificacion: { calificacion: 'NOR', porcentaje: 100 } },
    });
    const { v1, v2: trader } = await both(tradePending);
    expect(trader.comercio_exterior.data).toMatchObject({
      es_importador: null,
      es_exportador: null,
      pendiente_de_calculo: true,
      resumen: [
        { tipo: 'Importaciones', valor: 'CIF', ventanas: [] },
        { tipo: 'Exportaciones', valor: 'FOB', ventanas: [] },
      ],
    });
    expect(v1.comercio_exterior.resumen).toMatchObject([
      { tipo: 'Importaciones', monto_ultimo_periodo: null },
      { tipo: 'Exportaciones', monto_ultimo_periodo: null },
    ]);
    const askedAgain = async (taxId: string) => {
      const before = await askedAbout(system, taxId);
      expect((await loadOne(await newClient(system), taxId)).status).toBe(200);
      return Object.entries(await askedAbout(system, taxId)).flatMap(([source, times]) =>
        times > before[source as SourceName]! ? [source] : [],
      );
    };
    expect(await askedAgain(withoutBalances)).toEqual(['deuda_financiera']);
    expect((await askedAgain(tradePending)).toSorted()).toEqual(['exportaciones', 'importaciones']);
  });

  it('show a section without content as null (v1)', async () => {
    const { v1, v2 } = await both(magic.withoutContract);
    expect([v1.laboral, v2.laboral]).toEqual([null, { statusCode: 'SH30', data: {} }]);
  });

  it('load a CE only by v2, and show it in both', async () => {
    for (const prefix of ['/v1', '/api/v1']) {
      const refused = { status: 400, body: { statusCode: 400, error: 'Bad Request', message: 'docType must be one of RUC, DNI' } };
      expect(await loadOne(client, magic.ce, { docType: 'CE' }, prefix)).toMatchObject(refused);
      expect(await loadMany(client, [magic.ce], { docType: 'CE' }, prefix)).toMatchObject(refused);
    }
    expect((await client.summary(magic.ce)).status).toBe(404);
    expect((await loadOne(client, magic.ce, { docType: 'CE' })).status).toBe(200);
    const { v1, v2 } = await both(magic.ce);
    expect(v1.identificacion).toEqual(v2.identificacion.data);
    expect(v1.identificacion.tipo_documento).toBe('CE');
  });

  it('work with and without the prefix /api', async () => {
    const { accessKey, accessSecret } = client;
    const basic = `Basic ${Buffer.from(`${accessKey}:${accessSecret}`).toString('base64')}`;
    const taxId = freshRuc();
    for (const prefix of ['/v1', '/v2', '/api/v1', '/api/v2']) {
      const token = await client.call('POST', `${prefix}/autenticacion/obtener-token`, { headers: { authorization: basic } });
      expect(token).toMatchObject({ status: 200, body: { statusCode: 200, data: { expiresIn: '1h', tokenType: 'Bearer' } } });
      const headers = { authorization: `Bearer ${token.body.data.token}` };
      expect((await client.call('POST', `${prefix}/autenticacion/refrescar-token`, { headers })).status).toBe(200);
      expect((await loadOne(client, taxId, {}, prefix)).status).toBe(200);
    }
    for (const path of [`/v1/perfiles/${taxId}/resumen`, `/v2/perfiles/${taxId}/resumen`, `/v2/perfiles/${taxId}/historial`]) {
      const [plain, prefixed] = await Promise.all([read(client, path), read(client, `/api${path}`)]);
      expect(plain.status).toBe(200);
      expect([prefixed.status, prefixed.body]).toEqual([plain.status, plain.body]);
    }
  });
});
