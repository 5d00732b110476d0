import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import type { RunningLoader } from '../running-loader.js';
import { startRegisters, type Registers } from './running-registers.js';

const [plain, definitive, ended, inverted] = ['20991000012', '20991000021', '20991000039', '20991000047'] as const;
const notFound = '20991000063';
const nowhere = '20991000055';
let registers: Registers;
let loader: RunningLoader;

beforeAll(async () => {
  registers = await startRegisters();
  ({ loader } = registers);
});

afterAll(() => registers?.stop());

const bringIn = (dataset: string, name: string, lines: string[], lineEnd = '\n') =>
  registers.bringIn(dataset, name, Buffer.from(lines.map((line) => line + lineEnd).join(''), 'latin1'));

/** The latest state in which each source ended: a list that has come into force is screened by a load of its own. */
const statesOf = async (taxId: string) => {
  const states = new Map<string, string>();
  for (const { id } of await loader.loads(taxId))
    for (const [source, { state, closed_at }] of await loader.tasks(id)) if (closed_at) states.set(source, state);
  return [...states];
};

it('a loader without a simulator gives an empty summary, and asks no source', async () => {
  expect(await loader.load(nowhere)).toMatchObject({ state: 'loaded' });
  expect((await statesOf(nowhere)).filter(([, state]) => state !== 'not_contracted')).toEqual([]);
  const sections = await loader.sections(nowhere);
  const notContracted = { statusCode: 'SH30', data: {} };
  expect(sections).toEqual(Object.fromEntries(Object.keys(sections).map((section) => [section, notContracted])));
});

it('a loader without a simulator answers from imported registers only', async () => {
  const padron = (ruc: string, name: string, condition = 'HABIDO') =>
    `${ruc}|${name}|ACTIVO|${condition}|150101|AV.|LAS FLORES|-|-|123|-|-|-|-|-|`;
  await bringIn('padron_reducido', 'padron_reducido_ruc.txt', [
    'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|',
    padron(plain, 'INDUSTRIAS ÑANDÚ S.A.C.'),
    padron(definitive, 'OBRAS CANAL SECO E.I.R.L.'),
    padron(ended, 'TRANSPORTES PUNTA GAVIOTA S.R.L.'),
    padron(inverted, 'CONSTRUCTORA CERRO ALTO S.A.'),
    padron(notFound, 'AGROPECUARIA VALLE HONDO S.A.C.', 'NO HABIDO'),
  ]);
  const agents = ['Ruc|Nombre/Razon|A partir del|Resolucion|', `${plain}|INDUSTRIAS ÑANDÚ S.A.C.|01/06/2015|RES.001|`];
  await bringIn('agentes_retencion', 'AgenRet_TXT.txt', agents, '\r');
  await bringIn('consulta_multiple', 'RM20261120.txt', [
    'NumeroRuc|Nombre \u0096 RazonSocial|Tipo de Contribuyente|Profesion u Oficio|Nombre Comercial|Condicion del Contribuyente|Estado del Contribuyente|Fecha de Inscripcion|Fecha de Inicio de Actividades|Departamento|Provincia|Distrito|Direccion|Telefono|Fax|Actividad de Comercio Exterior|Principal- CIIU|Secundario 1- CIIU|Secundario 2- CIIU|Afecto Nuevo RUS|Buen Contribuyente|Agente de Retencion|Agente de Percepcion VtaInt|Agente de Percepcion ComLiq|',
    `${plain}|INDUSTRIAS ÑANDÚ S.A.C.|SOCIEDAD ANONIMA CERRADA|-|-|HABIDO|ACTIVO|15/03/2010|01/04/2010|LIMA|LIMA|LIMA|AV. LAS FLORES NRO. 123|-|-|IMPORTADOR|VENTA AL POR MENOR|CULTIVO DE UVA|-|NO|NO APLICA|NO APLICA|NO APLICA|NO APLICA|`,
  ]);
  const sanction = (ruc: string, name: string, from: string, until: string) =>
    `20260930|${ruc}|${name}|${from}|${until}|0001-2024|10|MOTIVO`;
  await bringIn('oece_sancionados', 'sancionados.csv', [
    'FECHA_CORTE|RUC|NOMBRE_RAZONODENOMINACIONSOCIAL|FECHA_INICIO|FECHA_FIN|NUMERO_RESOLUCION|ID_MOTIVO_INFRACCION|DE_MOTIVO_INFRACCION',
    sanction(definitive, 'OBRAS CANAL SECO E.I.R.L.', '20200301', ''),
    sanction(ended, 'TRANSPORTES PUNTA GAVIOTA S.R.L.', '20180101', '20190101'),
    sanction(inverted, 'CONSTRUCTORA CERRO ALTO S.A.', '29990101', '20250101'),
  ]);
  // The loader remembers for a second which registers there are.
  await waitUntil(async () => (await loader.load(plain), Object.fromEntries(await statesOf(plain)).identificacion === 'data'), {
    what: 'the padrón answers',
  });
  for (const taxId of [plain, definitive, ended, inverted]) expect(await loader.load(taxId)).toMatchObject({ taxId, state: 'loaded' });

  const { identificacion } = await loader.sections(plain);
  expect(identificacion).toMatchObject({
    statusCode: 'SH10',
    data: {
      razon_social: 'INDUSTRIAS ÑANDÚ S.A.C.',
      condicion_contribuyente: 'HABIDO',
      fecha_inscripcion: '2010-03-15',
      actividad_comercio_exterior: 'IMPORTADOR',
      actividades_economicas: ['VENTA AL POR MENOR', 'CULTIVO DE UVA'],
    },
  });
  const [kept] = await loader.database.query<{ trail: { notes: string[] } }>(
    `SELECT trail FROM profiles.source_answer WHERE tax_id = $1 AND source = 'identificacion'`,
    [plain],
  );
  expect(kept!.trail.notes).toContain('Registros de SUNAT: agente de retención desde el 01/06/2015.');
  expect(Object.fromEntries(await statesOf(plain))).toMatchObject({
    identificacion: 'data',
    listas_compliance: 'data',
    protestos: 'not_contracted',
  });
});

it('the registry alone gives the class that it asks for, or none; without a module nothing is clean', async () => {
  const unclassified = {
    statusCode: 'SH10',
    data: { clasificacion: 'No procesado', puntaje_total: 0, puntaje_maximo: 0, modulos_incluidos: [] },
  };
  expect((await loader.sections(plain)).alerta_servicio).toMatchObject(unclassified);
  await loader.load(notFound);
  expect((await loader.sections(notFound)).alerta_servicio).toMatchObject({
    statusCode: 'SH10',
    data: { clasificacion: 'Alerta media', modulos_incluidos: [] },
  });
});

it('a taxpayer that the registry does not know, now that there is one, was not loaded, although it was loaded before', async () => {
  expect(await loader.load(nowhere)).toMatchObject({ state: 'failed', reason: 'taxpayer_not_found' });
  const [kept] = await loader.database.query(
    `SELECT profile.estado, profile.failed_sources AS "failedSources", item.failed_sources AS "notLoaded"
     FROM profiles.profile CROSS JOIN profiles.failed_item AS item WHERE profile.tax_id = $1 AND item.tax_id = $1`,
    [nowhere],
  );
  expect(kept).toEqual({ estado: 'partial', failedSources: ['identificacion', 'listas_compliance'], notLoaded: [] });
});

it('a sanction without an end or with exchanged days raises the level; an ended one does not', async () => {
  const flags = await loader.database.query(
    `SELECT document, details FROM registry.current_sanctioned WHERE dataset = 'oece_sancionados' ORDER BY document`,
  );
  expect(flags).toEqual([
    { document: definitive, details: { definitive: true, reasonCode: '10' } },
    { document: ended, details: { reasonCode: '10' } },
    { document: inverted, details: { inverted: true, reasonCode: '10' } },
  ]);
  const levels = await Promise.all(
    [plain, definitive, ended, inverted].map(async (taxId) => (await loader.sections(taxId)).alerta_compliance.data),
  );
  expect(levels.map((data) => (data as { nivel: string }).nivel)).toEqual(['Alerta Baja', 'Alerta Media', 'Alerta Baja', 'Alerta Media']);
});
