import { describe, expect, it } from '@jest/globals';
import { entryOf, type ListedRow } from '../src/portfolio/listed-row.js';
import { profileAnswer } from '../src/portfolio/portfolio-answer.js';
import { portfolioRows } from '../src/portfolio/portfolio-file.js';

const row: ListedRow = {
  docType: 'RUC',
  taxId: '20990000019',
  standing: 'active',
  mode: 'monitoring',
  expiresAt: null,
  estado: 'succeeded',
  failedSources: 0,
  partialSince: null,
  name: 'COMERCIAL EJEMPLO S.A.C.',
  taxpayerCode: 'SH10',
  taxpayerState: 'ACTIVO',
  taxpayerCondition: 'HABIDO',
  alert: 1,
  alertCode: 'SH10',
  alertPoints: 0,
  alertMax: 100,
  alertModules: 4,
  lightRank: 5,
  lightCode: 'SH10',
  light: 10,
  compliance: 1,
  complianceCode: 'SH10',
  hits: 0,
  debtCode: 'SH10',
  rating: 1,
  exposureCents: '0',
  concursal: false,
  loadedAt: null,
  changedAt: new Date('2026-11-20T15:00:00Z'),
  failure: null,
  screeningFailed: null,
  unregistered: false,
};

/** The cells of one row by the names of their columns. */
async function cellsOf(changes: Partial<ListedRow>) {
  const pages = (async function* () {
    yield [{ ...row, ...changes }];
  })();
  const rows = portfolioRows(pages);
  const { value: header } = await rows.next();
  const { value: page } = await rows.next();
  return Object.fromEntries(header[0].map((name: string, i: number) => [name, page[0][i]]));
}

describe('the file of a portfolio', () => {
  it('has the traffic light as the page shows it, and beside it the worst colour', async () => {
    expect(await cellsOf({})).toMatchObject({ semaforo: 'Verde – Rojo', peor_color: 'Rojo' });
    expect(await cellsOf({ light: null, lightRank: 0 })).toMatchObject({ semaforo: 'Sin valor', peor_color: 'Sin valor' });
    expect(await cellsOf({ light: 18, lightRank: 0 })).toMatchObject({ semaforo: 'Código 18' });
    expect(await cellsOf({ light: null, lightRank: 0, lightCode: 'SH50' })).toMatchObject({ semaforo: 'SH50', peor_color: 'SH50' });
  });

  it('says of a load that failed what the page says', async () => {
    expect(await cellsOf({ standing: 'failed' })).toMatchObject({ situacion: 'No se cargó' });
  });

  it('has no class of a load that failed, although sources answered that they have nothing: it would look like a clean record', async () => {
    const codes = ['identificacion', 'alerta_tercero', 'alerta_compliance', 'finanzas'].map(
      (section) => `"${section}":{"statusCode":"SH11"}`,
    );
    const failed: Partial<ListedRow> = {
      standing: 'failed',
      failure: codes.join(','),
      alert: 0,
      alertCode: 'SH50',
      alertPoints: null,
      lightRank: 0,
      light: null,
      lightCode: 'SH50',
      compliance: 0,
      complianceCode: 'SH50',
      hits: null,
      rating: 0,
      debtCode: 'SH50',
      exposureCents: null,
    };
    expect(await cellsOf(failed)).toMatchObject({
      alerta: 'SH50',
      semaforo: 'SH11',
      peor_color: 'SH11',
      compliance: 'SH11',
      coincidencias: null,
      finanzas: 'SH11',
      peor_calificacion: null,
      exposicion_soles: null,
    });
    expect(profileAnswer(entryOf({ ...row, ...failed }))).toMatchObject({
      alerta: { codigo: 'SH50', nivel: null },
      semaforo: { codigo: 'SH11', peor_color: null, valor: null },
      compliance: { codigo: 'SH11', nivel: null, coincidencias: null },
      finanzas: { codigo: 'SH11', peor_calificacion: null, exposicion_total: null },
    });
  });
});
