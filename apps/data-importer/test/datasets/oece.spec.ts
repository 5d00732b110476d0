import { describe, expect, it } from '@jest/globals';
import { oeceConformacionJuridica } from '../../src/datasets/oece_conformacion_juridica/layout.js';
import { oeceInhabilitacionesJudiciales } from '../../src/datasets/oece_inhabilitaciones_judiciales/layout.js';
import { oeceMultas } from '../../src/datasets/oece_multas/layout.js';
import { oeceSancionados } from '../../src/datasets/oece_sancionados/layout.js';
import type { Sanctioned } from '../../src/datasets/rows.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe('the registers of OECE', () => {
  it('tell which sanction is definitive, and keep one with a day that the calendar does not have', async () => {
    const { rows, rejects, published, unknown } = await readFiles(oeceSancionados.layout, fixtureOf(oeceSancionados));
    expect(
      (rows as Sanctioned[]).map(({ document, startsOn, endsOn, details }) => [document, startsOn, endsOn, details.definitive ?? false]),
    ).toEqual([
      ['20991000021', '2024-01-15', '2027-01-15', false],
      ['20991000039', '2020-03-01', null, true],
      ['20991000047', '2018-01-01', '2019-01-01', false],
      ['20991000055', null, '2019-01-01', false],
      ['20991000063', '2026-08-31', null, false],
      ['20991000071', '2024-01-15', '2027-01-15', false],
    ]);
    expect(rows[0]).toMatchObject({ name: 'COMERCIAL ÑANDÚ E.I.R.L.', reason: 'PRESENTAR DOCUMENTOS FALSOS' });
    expect(rows.slice(3)).toMatchObject([
      { details: { unknownStart: '20180231' } },
      { details: { unknownEnd: '20290231' } },
      { name: '-', details: { unread: true } },
    ]);
    expect(unknown).toEqual(['20180231', '20290231']);
    expect(rejects).toEqual([expect.objectContaining({ line: 7, reason: 'no_name' })]);
    expect(published).toEqual(['2026-09-30']);
  });

  it('keep a rejected line under its RUC, because a hit by document needs no name', async () => {
    const titles = 'FECHA_CORTE|RUC_DNI|NOMBRE_RAZONODENOMINACIONSOCIAL|ORGANO_JURISDICCIONAL|NUMERO_RESOLUCION|FECHA_INICIO|FECHA_FIN';
    const lines = [
      titles,
      '20260930|99990002||JUZGADO DE MUESTRA|01|20250101|20270101',
      '20260930|2099100001||JUZGADO DE MUESTRA|02|20250101|20270101',
      '20260930|20991000055|ASOCIACION|DE MUESTRA|JUZGADO DE MUESTRA|03|20250101|20270101',
      // A DNI may not be told from a day in another place.
      '20260930|99990003|FLORES|MUESTRA|JUZGADO DE MUESTRA|04|20250101|20270101',
      '20260930|20991000021|OTRA|JUZGADO DE MUESTRA|05|20250101|20270101\n',
    ];
    const { rows, rejects } = await readFiles(oeceInhabilitacionesJudiciales.layout, { main: fileOf(lines.join('\n')) });
    const of = ({ document, name, startsOn, endsOn, details }: Sanctioned) => [document, name, startsOn, endsOn, details];
    expect((rows as Sanctioned[]).map(of)).toEqual([
      ['99990002', '-', '2025-01-01', '2027-01-01', { unread: true }],
      ['20991000055', '-', null, null, { unread: true }],
      ['20991000021', 'OTRA', '2025-01-01', '2027-01-01', {}],
    ]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'no_name'],
      [3, 'no_name'],
      [4, 'columns'],
      [5, 'columns'],
    ]);
  });

  it('contain a fine with its amount', async () => {
    const { rows } = await readFiles(oeceMultas.layout, fixtureOf(oeceMultas));
    expect(rows).toEqual([expect.objectContaining({ document: '20991000012', amount: '12345.60', endsOn: '2025-09-01' })]);
  });

  it('keep a fine with an ambiguous amount, without the amount', async () => {
    const main = fixtureOf(oeceMultas).main!;
    const chunks: Buffer[] = [];
    for await (const chunk of main.open()) chunks.push(chunk);
    const changed = Buffer.concat(chunks).toString('utf8').replace('12345.60', '1.250,50');
    const { rows, rejects } = await readFiles(oeceMultas.layout, { main: fileOf(changed, main.name) });
    expect(rows).toEqual([
      expect.objectContaining({ document: '20991000012', amount: null, details: expect.objectContaining({ unknownAmount: '1.250,50' }) }),
    ]);
    expect(rejects).toEqual([]);
  });

  it('keep and mark inverted dates and invalid documents', async () => {
    const { rows } = await readFiles(oeceInhabilitacionesJudiciales.layout, fixtureOf(oeceInhabilitacionesJudiciales));
    expect((rows as Sanctioned[]).map(({ document, startsOn, endsOn, details }) => [document, startsOn, endsOn, details])).toEqual([
      ['99990002', '2025-01-01', '2027-01-01', {}],
      ['20991000055', '2027-01-01', '2025-01-01', { inverted: true }],
      ['2099100001', '2025-01-01', '2027-01-01', { unknownDocument: true }],
    ]);
  });

  it.each([
    ['DOC. NACIONAL DE IDENTIDAD/LE', '99990001', 'DNI', '99990001'],
    ['DOC. NACIONAL DE IDENTIDAD/LE', '9999001', 'DNI', '09999001'],
    ['DNI', '999001', 'DNI', '00999001'],
    ['DOC. NACIONAL DE IDENTIDAD/LE', '99901', 'DOC. NACIONAL DE IDENTIDAD/LE', '99901'],
    ['CEDULA DIPLOMATICA DE IDENTIDAD', '0123456', 'CEDULA DIPLOMATICA DE IDENTIDAD', '0123456'],
    ['DOCUMENTO DE IDENTIDAD EXTRANJERO', '12345678', 'DOCUMENTO DE IDENTIDAD EXTRANJERO', '12345678'],
    ['DOC. NACIONAL DE IDENTIDAD EXTRANJERO', '12345678', 'DOC. NACIONAL DE IDENTIDAD EXTRANJERO', '12345678'],
    ['CARNET DE EXTRANJERIA', '001234567', 'CARNET DE EXTRANJERIA', '001234567'],
    ['REG. UNICO DE CONTRIBUYENTES', '20991000021', 'RUC', '20991000021'],
    ['DOC.TRIB.NO.DOM.SIN.RUC', '20991000021', 'DOC.TRIB.NO.DOM.SIN.RUC', '20991000021'],
  ])('read the document of a member, %s %s, as %s %s', async (listed, number, docType, document) => {
    const titles =
      'FECHA_CORTE|TIPO_DOCUMENTO|NUMERO_DOCUMENTO|NOMBRE_RAZONODENOMINACIONSOCIAL|RUC|TIPO_CONF_JURIDICA|FECHA_INICIO_VIGENCIA|' +
      'ID_FORMA_SOCIETARIA|DE_FORMA_SOCIETARIA';
    const main = fileOf(`${titles}\n20260930|${listed}|${number}|FLORES MUESTRA|20991000012|SOCIO|20110101|7|S.R.L.\n`);
    const { rows } = await readFiles(oeceConformacionJuridica.layout, { main });
    expect(rows).toEqual([expect.objectContaining({ docType, document })]);
  });

  it('restore the lost zeros of a DNI in a column of RUCs and DNIs, and take fewer digits in one of RUCs for no DNI', async () => {
    const common = ['FECHA_CORTE', 'NOMBRE_RAZONODENOMINACIONSOCIAL', 'NUMERO_RESOLUCION', 'FECHA_INICIO', 'FECHA_FIN'];
    const registerOf = (...own: string[]) => {
      const lines = ['9999002', '999003', '99904'].map((number) => ['20260930', 'FLORES MUESTRA', '1', '20250101', '', number, 'X', 'X']);
      return { main: fileOf(`${[[...common, ...own], ...lines].map((cells) => cells.slice(0, 5 + own.length).join('|')).join('\n')}\n`) };
    };
    const ofJudges = await readFiles(oeceInhabilitacionesJudiciales.layout, registerOf('RUC_DNI', 'ORGANO_JURISDICCIONAL'));
    expect((ofJudges.rows as Sanctioned[]).map(({ document, details }) => [document, details.unknownDocument ?? false])).toEqual([
      ['09999002', false],
      ['00999003', false],
      ['99904', true],
    ]);
    const ofTribunal = await readFiles(oeceSancionados.layout, registerOf('RUC', 'ID_MOTIVO_INFRACCION', 'DE_MOTIVO_INFRACCION'));
    expect((ofTribunal.rows as Sanctioned[]).map(({ document, details }) => [document, details.unknownDocument ?? false])).toEqual([
      ['9999002', true],
      ['999003', true],
      ['99904', true],
    ]);
  });

  it('keep members with and without a document, restore the lost zero of a DNI, and leave a dash for what a line lacks', async () => {
    const { rows, rejects } = await readFiles(oeceConformacionJuridica.layout, fixtureOf(oeceConformacionJuridica));
    expect(rows).toEqual([
      expect.objectContaining({
        docType: 'DNI',
        document: '99990001',
        name: 'QUISPE HUAMÁN MUESTRA',
        role: 'REPRESENTANTE LEGAL',
        since: '2010-04-01',
      }),
      expect.objectContaining({ docType: 'RUC', document: '20991000021', role: 'SOCIO' }),
      expect.objectContaining({ docType: null, document: null, name: 'SIN DOCUMENTO CON TABULADOR' }),
      expect.objectContaining({ docType: 'DNI', document: '09999002', since: null, legalForm: 'S.R.L.' }),
      expect.objectContaining({ ruc: '20991000039', document: '99990003', name: '-', role: 'SOCIO' }),
      expect.objectContaining({ ruc: '20991000039', name: 'SIN CARGO', role: '-' }),
    ]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'ruc_form'],
      [7, 'no_name'],
      [8, 'no_role'],
    ]);
  });
});
