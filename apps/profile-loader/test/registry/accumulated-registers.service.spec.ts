import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ComercioExteriorSection } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { customsTable, weekName, type CustomsLine } from './customs-week.js';
import { startRegisters, type Registers } from './running-registers.js';

const [acme, andes, sur, quiet] = ['20991000012', '20991000021', '20991000039', '20991000047'] as const;
const car = '8703239090';
const mango = '0804400000';
/** Mondays of the weeks that have a day of August. */
const august = ['2026-07-27', '2026-08-03', '2026-08-10', '2026-08-17', '2026-08-24', '2026-08-31'];
const missing = '2026-08-17';

const line = (declaration: string, day: string, heading: string, fob: number, more: Partial<CustomsLine> = {}): CustomsLine => ({
  declaration,
  day,
  heading,
  fob,
  document: acme,
  country: 'CN',
  ...more,
});

const imported: Record<string, CustomsLine[]> = {
  '2026-07-27': [
    // In July, of which no other week is there.
    line('400090', '2026-07-30', car, 99_999),
    line('400101', '2026-08-01', car, 1_000, { freight: 100, insurance: 10 }),
    line('400101', '2026-08-01', mango, 500, { freight: 50, insurance: 5 }),
  ],
  '2026-08-10': [
    line('400102', '2026-08-11', car, 77_777, { deleted: true }),
    line('400103', '2026-08-12', car, 66_666, { docType: '3' }),
    line('400104', '2026-08-12', car, 55_555, { document: andes }),
  ],
  '2026-08-31': [
    line('400105', '2026-08-31', car, 2_000, { freight: 200, insurance: 20, country: 'US' }),
    line('400106', '2026-09-02', car, 44_444),
  ],
};
const exported: Record<string, CustomsLine[]> = {
  '2026-08-24': [
    line('000345', '2026-08-25', mango, 300.5, { country: 'MX' }),
    line('000345', '2026-08-25', mango, 99.5, { country: 'MX' }),
    line('000346', '2026-08-26', mango, 5_000, { document: '99990001' }),
    line('000347', '2026-08-26', mango, 4_000, { deleted: true }),
  ],
};
const series = 'Tipo de cambio - promedio del periodo (S/ por US$) - Interbancario - Promedio';
const rates = JSON.stringify({
  config: { series: [{ name: series }] },
  periods: [{ name: 'Ago.2026', values: ['3.5'] }],
});

describe('an accumulated register', () => {
  let registers: Registers;

  beforeAll(async () => {
    registers = await startRegisters();
  });
  afterAll(() => registers?.stop());

  const week = (regime: 'imports' | 'exports', first: string, lines: CustomsLine[] = [], writtenOn = '2026-09-27') =>
    registers.bringIn(
      regime === 'imports' ? 'importaciones' : 'exportaciones',
      weekName(regime === 'imports' ? 'ma' : 'x', first),
      customsTable(regime, [...lines, line('400999', first, car, 1, { document: sur })], writtenOn),
    );
  const loaded = async (taxId: string) => {
    expect(await registers.loader.load(taxId)).toMatchObject({ state: 'loaded' });
    return registers.loader.sections(taxId);
  };
  const tradeOf = async (taxId: string) => (await loaded(taxId)).comercio_exterior.data as ComercioExteriorSection;

  it('of customs weeks counts up to the last month with all its weeks', async () => {
    await registers.bringIn('tipo_cambio', 'bcrp.json', rates);
    for (const first of august.filter((one) => one !== missing)) {
      expect(await week('imports', first, imported[first])).toMatchObject({ part: first, publishedOn: '2026-09-27' });
      await week('exports', first, exported[first]);
    }
    const withoutOne = await tradeOf(acme);
    expect(withoutOne).toMatchObject({ es_importador: null, corte_publicacion: { importaciones: null, exportaciones: null } });
    expect(withoutOne.resumen.map(({ ventanas }) => ventanas)).toEqual([[], []]);

    await week('imports', missing);
    await week('exports', missing);
    const trade = await tradeOf(acme);
    expect(trade).toMatchObject({
      es_importador: true,
      es_exportador: true,
      corte_publicacion: { importaciones: '2026-08', exportaciones: '2026-08' },
      ultima_actualizacion_importaciones: '2026-08-31',
    });
    // By hand, in August: 1,000 + 100 + 10 and 500 + 50 + 5 from China in one declaration, 2,000 + 200 + 20 from the United States in
    // another; 3,885 dollars at 3.5. Cars make up 3,330 of that and the United States 2,220.
    const [imports, exports] = trade.resumen;
    expect(imports).toMatchObject({
      ventanas: [
        {
          desde: '2025-09',
          hasta: '2026-08',
          monto_soles: 13_597.5,
          numero_operaciones: 2,
          principal_pais: 'US',
          participacion_principal_pais: 57.14,
        },
      ],
      principal_partida: { codigo: car, participacion: 85.71 },
    });
    // Two series of one declaration: 400 dollars.
    expect(exports).toMatchObject({
      ventanas: [{ monto_soles: 1_400, numero_operaciones: 1, principal_pais: 'MX', participacion_principal_pais: 100 }],
      principal_partida: { codigo: mango, participacion: 100 },
    });
    expect((await tradeOf(andes)).resumen[0]!.ventanas[0]).toMatchObject({ monto_soles: 194_442.5, numero_operaciones: 1 });
    // One month without operations says nothing of the eleven months that were not imported.
    expect(await tradeOf(quiet)).toMatchObject({ es_importador: null, es_exportador: null, pendiente_de_calculo: false });
  });

  it('of customs weeks replaces a week that is published again, and rolls it back alone', async () => {
    const again = [line('400104', '2026-08-12', mango, 1_000, { country: 'MX' })];
    expect(await week('imports', '2026-08-10', again, '2026-10-05')).toMatchObject({ part: '2026-08-10', added: 1, removed: 1 });
    const windowOf = async (taxId: string) => (await tradeOf(taxId)).resumen[0]!.ventanas[0];
    // 4,885 dollars; what the week said about the other company is gone.
    expect(await windowOf(acme)).toMatchObject({ monto_soles: 17_097.5, numero_operaciones: 3 });
    expect(await windowOf(andes)).toMatchObject({ monto_soles: 0, numero_operaciones: 0 });
    const back = { dataset: 'importaciones', part: '2026-08-10', actor: 'prueba', reason: 'prueba' };
    await registers.loader.messages.request('datasets.rollback', back, { timeoutMs: 60_000 });
    expect(await windowOf(acme)).toMatchObject({ monto_soles: 13_597.5, numero_operaciones: 2 });
  });

  it('of the consulta múltiple keeps an answer with its day until a later one about the same taxpayer', async () => {
    const titles =
      'NumeroRuc|Nombre – RazonSocial|Tipo de Contribuyente|Profesion u Oficio|Nombre Comercial|Condicion del Contribuyente|Estado del Contribuyente|Fecha de Inscripcion|Fecha de Inicio de Actividades|Departamento|Provincia|Distrito|Direccion|Telefono|Fax|Actividad de Comercio Exterior|Principal- CIIU|Secundario 1- CIIU|Secundario 2- CIIU|Afecto Nuevo RUS|Buen Contribuyente|Agente de Retencion|Agente de Percepcion VtaInt|Agente de Percepcion ComLiq|';
    const answer = (ruc: string, name: string) =>
      `${ruc}|${name}|SOCIEDAD ANONIMA CERRADA|-|-|HABIDO|ACTIVO|15/03/2010|01/04/2010|LIMA|LIMA|LIMA|AV. LAS FLORES NRO. 123|-|-|IMPORTADOR|VENTA AL POR MENOR|-|-|NO|NO|NO|NO|NO|`;
    const bring = (name: string, publishedOn: string, ...answers: string[]) =>
      registers.bringIn('consulta_multiple', `${name}.txt`, `${[titles, ...answers].join('\n')}\n`, { publishedOn });
    const known = async (taxId: string) => {
      const { identificacion } = await loaded(taxId);
      const [{ version, day }] = (await registers.loader.database.query(
        `SELECT source_version AS version, observed_at::date::text AS day FROM profiles.source_answer WHERE tax_id = $1 AND source = 'identificacion'`,
        [taxId],
      )) as [{ version: string; day: string }];
      return [(identificacion.data as { razon_social?: string }).razon_social, version, day];
    };

    const first = await bring('RM1', '2026-10-01', answer(acme, 'ACME'), answer(andes, 'ANDES'));
    // The loader remembers for a second which registers there are.
    await waitUntil(async () => (await known(acme))[0] === 'ACME', { what: 'the register answers' });
    expect(await known(acme)).toEqual(['ACME', first.label, '2026-10-01']);
    const second = await bring('RM2', '2026-11-02', answer(andes, 'ANDES DEL SUR'), answer(sur, 'SUR'));
    expect(second).toMatchObject({ rows: 3, lines: 2, added: 1, changed: 1, removed: 0 });
    const third = await bring('RM3', '2026-11-03', answer(sur, 'SUR S.A.'));
    expect(third).toMatchObject({ rows: 3, lines: 1, added: 0, changed: 1, removed: 0 });
    expect(await known(acme)).toEqual(['ACME', first.label, '2026-10-01']);
    expect(await known(andes)).toEqual(['ANDES DEL SUR', second.label, '2026-11-02']);
    expect(await known(sur)).toEqual(['SUR S.A.', third.label, '2026-11-03']);
  });
});
