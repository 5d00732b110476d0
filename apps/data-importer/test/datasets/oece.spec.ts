import { describe, expect, it } from '@jest/globals';
import { oeceConformacionJuridica } from '../../src/datasets/oece_conformacion_juridica/layout.js';
import { oeceInhabilitacionesJudiciales } from '../../src/datasets/oece_inhabilitaciones_judiciales/layout.js';
import { oeceMultas } from '../../src/datasets/oece_multas/layout.js';
import { oeceSancionados } from '../../src/datasets/oece_sancionados/layout.js';
import type { Sanctioned } from '../../src/datasets/rows.js';
import { fileOf, fixtureOf, readFiles } from '../read-dataset.js';

describe('the registers of OECE', () => {
  it('tell which sanction is definitive, and reject a line with an invalid day', async () => {
    const { rows, rejects, published } = await readFiles(oeceSancionados.layout, fixtureOf(oeceSancionados));
    expect(
      (rows as Sanctioned[]).map(({ document, startsOn, endsOn, details }) => [document, startsOn, endsOn, details.definitive ?? false]),
    ).toEqual([
      ['20991000021', '2024-01-15', '2027-01-15', false],
      ['20991000039', '2020-03-01', null, true],
      ['20991000047', '2018-01-01', '2019-01-01', false],
    ]);
    expect(rows[0]).toMatchObject({ name: 'COMERCIAL ÑANDÚ E.I.R.L.', reason: 'PRESENTAR DOCUMENTOS FALSOS' });
    expect(rejects).toEqual([expect.objectContaining({ line: 5, reason: 'no_such_day' })]);
    expect(published).toEqual(['2026-09-30']);
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

  it('keep members with and without a document, and restore the lost zero of a DNI', async () => {
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
    ]);
    expect(rejects).toEqual([expect.objectContaining({ line: 6, reason: 'ruc_form' })]);
  });
});
