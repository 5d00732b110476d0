import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document, SourceName } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, setBusinessClock, type TestDatabase } from '@vigia/testing';
import type { SourceAnswer, Trail } from '../../src/domain/source-answer.js';
import { Imported } from '../../src/registry/imported.js';
import { NamedActivities } from '../../src/registry/named-activities.js';
import { RegistryConnector } from '../../src/registry/registry-connector.js';
import { registryReaders } from '../../src/registry/registry-readers.js';
import { mappingOf } from '../../src/sections/sections.js';
import type { ExportReport } from '../../src/sources/exportaciones/exportaciones.js';
import type { ImportableSource } from '../../src/sources/providers/provider-file.js';
import { countDeclarations, publish } from './published.js';

const company: Document = { docType: 'RUC', taxId: '20991000012' };
const other: Document = { docType: 'RUC', taxId: '20991000021' };
const person: Document = { docType: 'DNI', taxId: '99990001' };
const ofPerson = '10999900017';
const foreigner: Document = { docType: 'CE', taxId: 'SIM000001' };
const simulated: SourceAnswer = { outcome: 'empty', sourceVersion: 'sim', observedAt: '2026-11-01T00:00:00Z', trail: { simulated: true } };
const taxpayer = {
  ruc: company.taxId,
  name: 'INDUSTRIAS ÑANDÚ S.A.C.',
  status: 'ACTIVO',
  condition: 'HABIDO',
  ubigeo: '150101',
  address: 'AV. LAS FLORES NRO. 123',
};
/** The credit report tells by it which months have begun. */
const today = '2026-11-27';
const bare = { status: null, condition: null, ubigeo: null, address: null };

describe('an answer from the registers in force', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader', testClock: true });
    await setBusinessClock(server, `${today}T12:00:00-05:00`);
  });
  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  /** The answer as it is stored, from a new connector, which has not looked yet. */
  async function ask(source: ImportableSource & SourceName, document: Document, otherwise?: SourceAnswer): Promise<SourceAnswer> {
    const second = otherwise && { ask: async () => otherwise };
    const connector = new RegistryConnector(database, new Imported(database), registryReaders[source], second);
    const answer = await connector.ask(document, new AbortController().signal);
    if (answer.outcome !== 'data') return answer;
    if (!mappingOf(source).accepts(answer.data))
      throw new Error(`${source} answers what its mapping refuses: ${JSON.stringify(answer.data)}`);
    return mappingOf(source).tidied(answer, today);
  }
  const piece = (source: SourceName, answer: SourceAnswer, document = company) =>
    mappingOf(source).piece(answer.outcome === 'data' ? answer.data : null, document) as Record<string, unknown>;
  const at = (day: string) => `${day}T05:00:00.000Z`;
  /** A month of the credit report. */
  const month = (periodo: string, ...debtors: [docType: string, document: string, saldo: string][]) => {
    const distribucion = { NOR: '100.00', CPP: '0', DEF: '0', DUD: '0', PER: '0' };
    const rows = debtors.map(([doc_type, document, saldo]) => {
      const balances = [{ cuenta: '14110600000000', dias_vencidos: 0, saldo }];
      return { doc_type, document, facts: { periodo, distribucion, balances } };
    });
    return publish(server, 'deuda_financiera', `${periodo}-30`, rows, { part: `${periodo}-01` });
  };

  it('is not_contracted until something is imported, unless the simulator answers', async () => {
    for (const source of Object.keys(registryReaders) as (keyof typeof registryReaders)[]) {
      expect(await ask(source, company)).toEqual({ outcome: 'not_contracted' });
      expect(await ask(source, company, simulated)).toEqual(simulated);
    }
  });

  it('has the fields of the padrón with its version and its day, and null for missing fields', async () => {
    await publish(server, 'padron_reducido', '2026-11-20', [taxpayer, { ...bare, ruc: ofPerson, name: 'QUISPE HUAMAN PERSONA' }], {
      scope: 'companies',
    });
    const answer = await ask('identificacion', company, simulated);
    expect(answer).toMatchObject({ sourceVersion: 'padron_reducido 2026-11-20 3f9a0000', observedAt: at('2026-11-20') });
    expect(answer).toMatchObject({ trail: { notes: [expect.stringContaining('omisiones tributarias')] } });
    expect(piece('identificacion', answer)).toMatchObject({
      razon_social: 'INDUSTRIAS ÑANDÚ S.A.C.',
      ruc: company.taxId,
      estado_contribuyente: 'ACTIVO',
      condicion_contribuyente: 'HABIDO',
      fecha_inscripcion: null,
      sistema_emision_comprobante: null,
      actividades_economicas: [],
      domicilio_fiscal: 'AV. LAS FLORES NRO. 123 LIMA - LIMA - LIMA',
    });
  });

  it('finds the RUC of a DNI, and is unknown_taxpayer only within the scope of the padrón', async () => {
    expect(await ask('identificacion', person)).toMatchObject({
      data: { numero_ruc: ofPerson, nombre_o_razon_social: 'QUISPE HUAMAN PERSONA', domicilio: null },
    });
    expect(await ask('identificacion', other)).toEqual({ outcome: 'unknown_taxpayer' });
    const unknown: Document = { docType: 'DNI', taxId: '99990002' };
    const ruc10: Document = { docType: 'RUC', taxId: '10999900025' };
    for (const document of [unknown, ruc10, foreigner])
      expect(await ask('identificacion', document, simulated)).toEqual({ outcome: 'not_contracted' });
    await publish(server, 'padron_reducido', '2026-11-21', [{ ...taxpayer, condition: 'NO HABIDO' }], { scope: 'all' });
    expect(await ask('identificacion', company)).toMatchObject({
      data: { condicion_contribuyente: 'NO HABIDO' },
      observedAt: at('2026-11-21'),
    });
    expect(await ask('identificacion', ruc10)).toEqual({ outcome: 'unknown_taxpayer' });
    expect(await ask('identificacion', unknown)).toMatchObject({ outcome: 'empty', observedAt: at('2026-11-21') });
  });

  it('is no unknown taxpayer if the line in the padrón could not be read', async () => {
    const unread = { ...bare, ruc: other.taxId, name: '' };
    await publish(server, 'padron_reducido', '2026-11-21', [{ ...taxpayer, condition: 'NO HABIDO' }, unread], { scope: 'all' });
    expect(await ask('identificacion', other)).toMatchObject({ outcome: 'failed', reason: 'malformed' });
    const facts = { nombre: 'SEGUNDA S.A.C.', fecha_inscripcion: '2011-01-02' };
    await publish(server, 'consulta_multiple', '2026-09-01', [{ doc_type: 'RUC', document: other.taxId, facts }]);
    expect(await ask('identificacion', other)).toMatchObject({ data: { nombre_o_razon_social: 'SEGUNDA S.A.C.' } });
  });

  it('is completed by the consulta múltiple field by field, and notes other registers of SUNAT', async () => {
    const facts = {
      nombre: 'INDUSTRIAS ÑANDÚ S.A.C.',
      fecha_inscripcion: '2010-03-15',
      fecha_inicio_actividades: '1889-04-09',
      actividad_comercio_exterior: 'IMPORTADOR/EXPORTADOR          ',
      condicion: 'HABIDO',
      actividades_economicas: ['VENTA AL POR MENOR'],
    };
    await publish(server, 'consulta_multiple', '2026-10-01', [{ doc_type: 'RUC', document: company.taxId, facts }]);
    await publish(server, 'agentes_retencion', '2026-11-01', [{ ruc: company.taxId, name: null, since: '2015-06-01', resolution: null }]);
    await publish(server, 'local_anexo', '2026-11-20', [{ ruc: company.taxId, ubigeo: '150122', address: 'JR. X' }]);
    const answer = await ask('identificacion', company);
    const origin = { sourceVersion: 'consulta_multiple 2026-10-01 3f9a0000', observedAt: at('2026-10-01') };
    expect(answer).toMatchObject({
      sourceVersion: expect.stringContaining('padron_reducido 2026-11-21'),
      trail: {
        fields: { fecha_inscripcion: origin, actividades_economicas: origin, actividad_comercio_exterior: origin },
        notes: expect.arrayContaining(['Registros de SUNAT: agente de retención desde el 01/06/2015.', '1 local anexo.']),
      },
    });
    expect(piece('identificacion', answer)).toMatchObject({
      condicion_contribuyente: 'NO HABIDO',
      fecha_inscripcion: '2010-03-15',
      fecha_inicio_actividades: '1889-04-09',
      actividad_comercio_exterior: 'IMPORTADOR/EXPORTADOR',
      actividades_economicas: ['VENTA AL POR MENOR'],
    });
  });

  it('prefers the consulta múltiple where that is newer than the padrón, which adds what it lacks', async () => {
    const facts = {
      nombre: 'ÑANDÚ EN LIQUIDACIÓN S.A.C.',
      estado: 'BAJA DE OFICIO',
      condicion: 'NO HALLADO',
      fecha_inscripcion: '2010-03-15',
    };
    const ofPadron = { sourceVersion: 'padron_reducido 2026-11-21 3f9a0000', observedAt: at('2026-11-21') };
    const consulta = (day: string, told: object) =>
      publish(server, 'consulta_multiple', day, [{ doc_type: 'RUC', document: company.taxId, facts: told }]);
    await consulta('2026-11-28', facts);
    const newer = await ask('identificacion', company);
    expect(newer).toMatchObject({
      sourceVersion: 'consulta_multiple 2026-11-28 3f9a0000',
      observedAt: at('2026-11-28'),
      trail: { fields: { domicilio: ofPadron }, notes: expect.arrayContaining(['1 local anexo.']) },
    });
    expect(newer).not.toHaveProperty('trail.fields.nombre_o_razon_social');
    expect(piece('identificacion', newer)).toMatchObject({
      razon_social: 'ÑANDÚ EN LIQUIDACIÓN S.A.C.',
      estado_contribuyente: 'BAJA DE OFICIO',
      condicion_contribuyente: 'NO HALLADO',
      fecha_inscripcion: '2010-03-15',
      domicilio_fiscal: 'AV. LAS FLORES NRO. 123 LIMA - LIMA - LIMA',
    });
    await consulta('2026-11-28', { ...facts, nombre: null });
    expect(await ask('identificacion', company)).toMatchObject({
      data: { nombre_o_razon_social: taxpayer.name, condicion_contribuyente: 'NO HALLADO' },
      trail: { fields: { nombre_o_razon_social: ofPadron } },
    });
    await consulta('2026-11-21', facts);
    expect(await ask('identificacion', company)).toMatchObject({
      data: { nombre_o_razon_social: taxpayer.name, condicion_contribuyente: 'NO HABIDO', fecha_inscripcion: '15/03/2010' },
      sourceVersion: ofPadron.sourceVersion,
    });
  });

  it('names activities that are given as codes alone, with the version that names them', async () => {
    const given = ['Principal - 4711', 'CIIU 0112', 'Secundario 1 - 9999', '4711 - VENTA AL POR MENOR', 'VENTA DE 4711'];
    const trail: Trail = {
      simulated: true,
      fields: { actividades_economicas: { sourceVersion: 'perudevs', observedAt: at('2026-11-02') } },
    };
    const told: SourceAnswer = { ...simulated, outcome: 'data', data: { actividades_economicas: given, numero_ruc: null }, trail };
    const named = () => new NamedActivities({ ask: async () => told }, database).ask(company, new AbortController().signal);
    expect(await named()).toBe(told);
    const classes = [
      { code: '4711', name: 'Venta al por menor en comercios no especializados' },
      { code: '0112', name: 'Cultivo de arroz' },
    ];
    await publish(server, 'ciiu', '2026-01-15', classes);
    expect(await named()).toEqual({
      ...told,
      data: {
        actividades_economicas: [`Principal - 4711 - ${classes[0]!.name}`, `0112 - ${classes[1]!.name}`, ...given.slice(2)],
        numero_ruc: null,
      },
      trail: {
        ...trail,
        fields: {
          ...trail.fields,
          'actividades_economicas/nombre': { sourceVersion: 'ciiu 2026-01-15 3f9a0000', observedAt: at('2026-01-15') },
        },
      },
    });
  });

  it('has the representatives of a supplier of the state, and is not_contracted for other companies', async () => {
    const member = {
      ruc: company.taxId,
      doc_type: 'DOC. NACIONAL DE IDENTIDAD/LE',
      document: '99990001',
      name: 'QUISPE HUAMAN',
      role: 'REPRESENTANTE',
      since: '2010-04-01',
      legal_form: 'S.A.C.',
    };
    await publish(server, 'oece_conformacion_juridica', '2026-11-01', [
      member,
      { ...member, doc_type: null, document: null, name: 'FLORES', role: 'SOCIO', since: null },
      { ...member, name: '-', document: '99990002' },
      { ...member, role: '-', document: '99990003' },
      { ...member, doc_type: null, document: null, name: '-' },
      { ...member, doc_type: 'CARNÉ DE EXT.', document: '001234567' },
      { ...member, doc_type: 'DOC. NACIONAL DE IDENTIDAD EXTRANJERO', document: '99990004' },
    ]);
    const answer = await ask('representantes_legales', company);
    expect(answer).toMatchObject({
      trail: {
        partial: true,
        notes: ['1 de 7 líneas del registro no se pudo leer.', '2 de 7 líneas del registro no tienen nombre o cargo.'],
      },
    });
    expect(answer).toHaveProperty('data.representantes', [
      expect.objectContaining({ tipo_documento: 'DNI', numero_documento: '99990001', fecha_desde: '01/04/2010', participacion: null }),
      expect.objectContaining({
        tipo_documento: 'NO ESPECIFICADO',
        numero_documento: null,
        nombre: 'FLORES',
        cargo: 'SOCIO',
        fecha_desde: null,
      }),
      expect.objectContaining({ numero_documento: '99990002', nombre: 'NO ESPECIFICADO', cargo: 'REPRESENTANTE' }),
      expect.objectContaining({ numero_documento: '99990003', nombre: 'QUISPE HUAMAN', cargo: 'NO ESPECIFICADO' }),
      expect.objectContaining({ tipo_documento: 'CE', numero_documento: '001234567' }),
      expect.objectContaining({ tipo_documento: 'DOC. NACIONAL DE IDENTIDAD EXTRANJERO', numero_documento: '99990004' }),
    ]);
    expect(await ask('representantes_legales', other)).toEqual({ outcome: 'not_contracted' });
    expect(await ask('representantes_legales', { docType: 'RUC', taxId: ofPerson })).toMatchObject({ outcome: 'empty' });
  });

  it('counts trade up to the last month with all its weeks, notes how far it reaches, and has the rates of months with trade', async () => {
    const line = (month: string, country: string, fob: number, declarations = 1) => ({
      ruc: company.taxId,
      month,
      heading: '0101210000',
      country,
      declarations,
      fob,
      freight: 10,
      insurance: 1,
    });
    const week = (part: string, rows: object[] = []) => publish(server, 'importaciones', '2026-10-05', rows, { part });
    // August from Monday 27 July to Sunday 6 September; one week of September is missing.
    for (const part of ['2026-07-27', '2026-08-03', '2026-08-10', '2026-08-17', '2026-08-24', '2026-09-07', '2026-09-21', '2026-09-28'])
      await week(part);
    await week('2026-08-31', [line('2026-08', 'CN', 89, 2), line('2026-08', 'US', 289), line('2026-09', 'US', 5_000)]);
    await countDeclarations(server, 'importaciones', company.taxId, '2026-08', 2);
    await publish(
      server,
      'tipo_cambio',
      '2026-11-01',
      ['2015-01', '2026-07', '2026-08'].map((period) => ({ series: 'PN01207PM', period, value: 3.5 })),
    );
    const answer = await ask('importaciones', company);
    expect(answer).toMatchObject({
      data: { corte: '2026-08', meses_publicados: ['2026-08'], tipos_cambio: [{ periodo: '2026-08', promedio: 3.5 }] },
      trail: { notes: [expect.stringContaining('1 de los últimos 36 meses importados (08/2026)')] },
    });
    expect(answer).not.toHaveProperty('trail.partial');
    // CIF: 89 + 10 + 1 and 289 + 10 + 1 dollars at 3.5 soles; two declarations, one of which spans two countries.
    expect(piece('importaciones', answer)).toMatchObject({
      con_actividad: true,
      corte_publicacion: '2026-08',
      resumen: {
        ventanas: [
          {
            ventana: 1,
            desde: '2025-09',
            hasta: '2026-08',
            monto_soles: 1_400,
            numero_operaciones: 2,
            variacion_porcentaje: null,
            principal_pais: 'US',
            participacion_principal_pais: 75,
          },
        ],
        principal_partida: { codigo: '0101210000', participacion: 100 },
      },
      resumen_v1: { monto_ultimo_periodo: 1_400, monto_seis_meses_anteriores: null },
    });
    await week('2026-09-14', [{ ...line('2026-09', '', 0), heading: '', freight: 0, insurance: 0 }]);
    expect(await ask('importaciones', company)).toMatchObject({
      data: { corte: '2026-09', meses_publicados: ['2026-08', '2026-09'] },
      trail: { partial: true, notes: ['1 de 4 líneas del registro no se pudo leer.', expect.any(String)] },
    });
    expect(await ask('importaciones', company)).toHaveProperty('data.meses_incompletos', ['2026-09']);
    // A month before the 36 that are shown.
    for (const part of ['2023-08-28', '2023-09-04', '2023-09-11', '2023-09-18', '2023-09-25']) await week(part);
    expect(await ask('importaciones', other)).toMatchObject({
      data: { corte: '2026-09', meses_publicados: ['2026-08', '2026-09'], operaciones: [], tipos_cambio: [] },
    });
    expect(await ask('exportaciones', company)).toEqual({ outcome: 'not_contracted' });
  });

  describe('about exports', () => {
    const exporter: Document = { docType: 'RUC', taxId: '20997777779' };
    const line = (month: string, more: object = {}) => {
      return {
        ruc: exporter.taxId,
        month,
        heading: '2603000000',
        country: 'CN',
        declarations: 1,
        fob: 10,
        freight: 0,
        insurance: 0,
        ...more,
      };
    };
    /** July from Monday 29 June to Sunday 2 August. */
    const publishJuly = async (rows: object[]) => {
      for (const part of ['2026-06-29', '2026-07-06', '2026-07-13', '2026-07-20'])
        await publish(server, 'exportaciones', '2026-08-10', [], { part });
      await publish(server, 'exportaciones', '2026-08-10', rows, { part: '2026-07-27' });
    };
    const report = async () => {
      const answer = await ask('exportaciones', exporter);
      return answer as { data: ExportReport; trail: Trail };
    };

    it('covers only the 36 months up to the cut', async () => {
      const months = ['2023-03', '2023-07', '2023-08', '2026-07'];
      await publishJuly(months.map((month) => line(month)));
      for (const month of months) await countDeclarations(server, 'exportaciones', exporter.taxId, month, 1);
      const { data } = await report();
      expect(data).toMatchObject({ corte: '2026-07', meses_publicados: ['2026-07'] });
      expect(data.operaciones.map(({ periodo }) => periodo)).toEqual(['2023-08', '2026-07']);
      expect(data.declaraciones_del_mes!.map(({ periodo }) => periodo)).toEqual(['2023-08', '2026-07']);
    });

    it('leaves out invalid lines of an earlier importer, counts them in a note, and has all other lines', async () => {
      await publishJuly([line('2026-07'), line('2026-07', { country: 'US', fob: -12.5 }), line('2026-07', { heading: '26030000A0' })]);
      const { data, trail } = await report();
      expect(data.operaciones).toMatchObject([{ periodo: '2026-07', partida: '2603000000', pais: 'CN', fob_usd: 10 }]);
      expect(trail).toMatchObject({
        partial: true,
        notes: ['2 de 3 líneas del registro no se pudieron leer.', expect.any(String)],
      });
    });
  });

  it('reads the registers that operators bring in, under a DNI or the RUC that contains it', async () => {
    const facts = (document: string, ...lines: object[]) => lines.map((line) => ({ doc_type: null, document, facts: line }));
    await publish(server, 'boletin_concursal', '2026-11-02', facts(company.taxId, { fecha: '2026-02-01' }, { fecha: '2026-09-30' }));
    await publish(
      server,
      'deuda_laboral',
      '2026-11-02',
      facts(
        company.taxId,
        { periodo: '2026-09', entidad: 'AFP', monto: '1,200.50' },
        { periodo: '?', monto: '1' },
        { periodo: '0206-09', monto: '1' },
        { periodo: '2026-08', monto: '9000000000000' },
      ),
    );
    await publish(server, 'resoluciones_laborales', '2026-11-02', facts(company.taxId, { fecha: '15/08/2026', monto: '500' }));
    await publish(server, 'edictos_judiciales', '2026-11-02', facts(company.taxId, { fecha: '2026-08-15' }, { fecha: '0206-08-15' }));
    await publish(
      server,
      'morosos_judiciales',
      '2026-11-02',
      facts('99990001', { registro: 'REDAM', monto: '900.00', moneda: 'S/', desde: '2026-01-10', hasta: '-' }),
    );
    expect(await ask('boletin_concursal', company)).toMatchObject({
      data: { listado: true, procedimiento: { fecha_publicacion: '30/09/2026' } },
    });
    expect(await ask('boletin_concursal', other)).toMatchObject({
      data: { listado: false, procedimiento: null },
      observedAt: at('2026-11-02'),
    });
    expect(await ask('deuda_laboral', company)).toMatchObject({
      data: { deudas: [{ periodo: '2026-09', monto: 1_200.5 }] },
      trail: { partial: true, notes: ['3 de 4 líneas del registro no se pudieron leer.'] },
    });
    for (const source of ['deuda_laboral', 'resoluciones_laborales'] as const) {
      const label = `${source} 2026-11-02 3f9a0000`;
      expect(await ask(source, person)).toEqual({ outcome: 'empty', sourceVersion: label, observedAt: at('2026-11-02') });
      expect(await ask(source, foreigner)).toEqual({ outcome: 'not_contracted' });
    }
    expect(await ask('resoluciones_laborales', company)).toMatchObject({
      data: { resoluciones: [{ fecha: '15/08/2026', monto: 500 }], corte: '2026-11' },
    });
    expect(await ask('edictos_judiciales', company)).toMatchObject({ data: { edictos: [{ fecha: '15/08/2026' }], corte: '2026-11' } });
    const owed = { registros: [{ registro: 'REDAM', monto: 900, moneda: 'PEN', desde: '10/01/2026', hasta: null }] };
    expect(await ask('morosos_judiciales', person)).toMatchObject({ data: owed });
    expect(await ask('morosos_judiciales', { docType: 'RUC', taxId: ofPerson })).toMatchObject({ data: owed });
    expect(await ask('morosos_judiciales', person)).not.toHaveProperty('trail');
    for (const source of ['edictos_judiciales', 'morosos_judiciales'] as const)
      expect(await ask(source, foreigner)).toMatchObject({ outcome: 'empty' });
  });

  it.each<[source: 'edictos_judiciales' | 'resoluciones_laborales', list: string]>([
    ['edictos_judiciales', 'edictos'],
    ['resoluciones_laborales', 'resoluciones'],
  ])('shows of %s the 24 months that end with the publication, and says how many lines are older', async (source, list) => {
    const lines = (document: string, ...days: string[]) =>
      days.map((fecha) => ({ doc_type: 'RUC', document, facts: { fecha, monto: '500' } }));
    const old = ['2009-03-02', '2011-06-15', '2024-11-30'];
    await publish(server, source, '2026-11-04', [
      ...lines(company.taxId, ...old, '2024-12-01', '2026-11-04'),
      ...lines(other.taxId, ...old),
      ...lines('20991000098', '2024-11-30', '0206-08-15'),
    ]);
    const found = (fecha: string) => (source === 'edictos_judiciales' ? { fecha } : { fecha, monto: 500 });
    const note = '3 de 5 líneas del registro no se contaron: son anteriores a los 24 meses que muestra.';
    expect(await ask(source, company)).toMatchObject({
      data: { [list]: [found('01/12/2024'), found('04/11/2026')], corte: '2026-11' },
      trail: { notes: [note] },
    });
    expect(await ask(source, other)).toEqual({
      outcome: 'empty',
      sourceVersion: `${source} 2026-11-04 3f9a0000`,
      observedAt: at('2026-11-04'),
      trail: { notes: [note.replace('de 5', 'de 3')] },
    });
    expect(await ask(source, { docType: 'RUC', taxId: '20991000098' })).toMatchObject({
      data: { [list]: [] },
      trail: {
        partial: true,
        notes: [
          '1 de 2 líneas del registro no se pudo leer.',
          '1 de 2 líneas del registro no se contó: es anterior a los 24 meses que muestra.',
        ],
      },
    });
  });

  it('finds a foreigner in a register whatever the case of the letters of the number', async () => {
    const lines = ['SIM000002', 'sim000003'].map((document) => ({ doc_type: 'CE', document, facts: { fecha: '2026-08-15' } }));
    await publish(server, 'edictos_judiciales', '2026-11-03', lines);
    for (const taxId of ['SIM000002', 'sim000002', 'Sim000002', 'SIM000003', 'sim000003'])
      expect([taxId, await ask('edictos_judiciales', { docType: 'CE', taxId })]).toMatchObject([
        taxId,
        { data: { edictos: [{ fecha: '15/08/2026' }] } },
      ]);
  });

  it('has no debt for a month in which the debtor is not listed, and null for one not imported', async () => {
    await month('2026-09', ['RUC', company.taxId, '1500.50']);
    const one = await ask('deuda_financiera', company);
    expect(one).toMatchObject({ trail: { notes: [expect.stringContaining('Sin importar: 03/2026 y 09/2025.')] } });
    expect(one).not.toHaveProperty('trail.partial');
    expect(piece('deuda_financiera', one)).toMatchObject({
      situacion: { actual: { vigente: 1_500.5 }, seis_meses: null, doce_meses: null },
    });
    await month('2025-09', ['RUC', company.taxId, '700']);
    await month('2026-03', ['RUC', other.taxId, '20']);
    // Thirteen months before the newest, which the section does not look back to.
    await month('2025-08', ['RUC', person.taxId, '9']);
    const all = await ask('deuda_financiera', company);
    expect(all).toMatchObject({ sourceVersion: 'deuda_financiera 2026-09-30 3f9a0000', observedAt: at('2026-09-30') });
    expect(all).not.toHaveProperty('trail');
    expect((all as { data: { reportes: unknown[] } }).data.reportes).toHaveLength(3);
    expect(piece('deuda_financiera', all)).toMatchObject({
      ultima_actualizacion: '2026-09-30',
      situacion: { actual: { vigente: 1_500.5 }, seis_meses: { directa: 0 }, doce_meses: { vigente: 700 } },
    });
    // Owed in March and nothing in September.
    expect(piece('deuda_financiera', await ask('deuda_financiera', other))).toMatchObject({
      ultima_actualizacion: '2026-09-30',
      peor_calificacion: { calificacion: 'SCAL' },
      situacion: { actual: { directa: 0 }, seis_meses: { vigente: 20 } },
    });
    expect(await ask('deuda_financiera', person)).toEqual({
      outcome: 'empty',
      sourceVersion: 'deuda_financiera 2026-09-30 3f9a0000',
      observedAt: at('2026-09-30'),
    });
    expect(await ask('deuda_financiera', foreigner)).toEqual({ outcome: 'not_contracted' });
  });

  it('leaves out a month whose line cannot be read, instead of showing no debt', async () => {
    const debtor = '20991000039';
    const line = (periodo: string, NOR: string) => {
      const distribucion = { NOR, CPP: '0', DEF: '0', DUD: '0', PER: '0' };
      const balances = [{ cuenta: '14110600000000', dias_vencidos: 0, saldo: '90' }];
      const rows = [{ doc_type: 'RUC', document: debtor, facts: { periodo, distribucion, balances } }];
      return publish(server, 'deuda_financiera', `${periodo}-28`, rows, { part: `${periodo}-01` });
    };
    await line('2026-10', '100');
    await line('2026-11', '');
    const answer = await ask('deuda_financiera', { docType: 'RUC', taxId: debtor });
    expect(answer).toMatchObject({
      trail: { partial: true, notes: ['1 de 2 líneas del registro no se pudo leer.', expect.any(String)] },
    });
    expect(piece('deuda_financiera', answer)).toMatchObject({
      ultima_actualizacion: '2026-10-31',
      peor_calificacion: { calificacion: 'NOR' },
      situacion: { actual: { directa: 90 } },
    });
  });

  it('leaves out a month with two lines, under a DNI and under the RUC that contains it', async () => {
    await month('2026-10', ['DNI', person.taxId, '40']);
    await month('2026-11', ['DNI', person.taxId, '100'], ['RUC', ofPerson, '9000']);
    const answer = await ask('deuda_financiera', person);
    expect(answer).toMatchObject({
      trail: {
        partial: true,
        notes: ['El registro trae más de una línea sobre 11/2026. De lo que se debía entonces no se sabe nada.', expect.any(String)],
      },
    });
    expect(piece('deuda_financiera', answer)).toMatchObject({ ultima_actualizacion: '2026-10-31', situacion: { actual: { directa: 40 } } });
  });

  it('shows the real months beside one with a wrong year that an operator has accepted', async () => {
    const debtor = { docType: 'RUC', taxId: '20991000047' } as const;
    const stranger = { docType: 'RUC', taxId: '20991000055' } as const;
    await server.query(`DELETE FROM registry.current WHERE dataset = 'deuda_financiera'`);
    await month('2036-10', ['RUC', stranger.taxId, '1']);
    expect(await ask('deuda_financiera', debtor)).toEqual({ outcome: 'not_contracted' });
    await month('2026-09', ['RUC', debtor.taxId, '70']);
    await month('2026-03', ['RUC', debtor.taxId, '60']);
    await month('2025-09', ['RUC', debtor.taxId, '50']);
    const answer = await ask('deuda_financiera', debtor);
    expect(answer).toMatchObject({ sourceVersion: 'deuda_financiera 2026-09-30 3f9a0000', observedAt: at('2026-09-30') });
    expect(answer).not.toHaveProperty('trail');
    expect(piece('deuda_financiera', answer)).toMatchObject({
      ultima_actualizacion: '2026-09-30',
      situacion: { actual: { directa: 70 }, seis_meses: { directa: 60 }, doce_meses: { directa: 50 } },
    });
    expect(await ask('deuda_financiera', stranger)).toMatchObject({ outcome: 'empty' });
  });
});
