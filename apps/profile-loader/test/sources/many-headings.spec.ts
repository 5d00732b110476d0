import { expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { importaciones } from '../../src/sources/importaciones/importaciones.js';

const importer: Document = { docType: 'RUC', taxId: '20991000012' };
const headings = 8_000;
/** Other loads of the process wait meanwhile. */
const mostMs = 2_000;

it('an importer with thousands of headings is read in a moment', () => {
  const operaciones = Array.from({ length: headings }, (_, i) => ({
    periodo: `2026-0${1 + (i % 8)}`,
    partida: String(1_000_000_000 + i),
    descripcion: '',
    pais: i % 4 === 0 ? 'US' : 'CN',
    declaraciones: 1,
    fob_usd: i === 4_711 ? 1_000 : 1,
    flete_usd: 0,
    seguro_usd: 0,
  }));
  const startedAt = performance.now();
  const piece = importaciones.piece({ pendiente_de_calculo: false, corte: '2026-08', operaciones, tipos_cambio: [] }, importer);
  expect(performance.now() - startedAt).toBeLessThan(mostMs);
  expect(piece.resumen).toMatchObject({
    ventanas: [{ principal_pais: 'CN', numero_operaciones: headings }, {}, {}],
    principal_partida: { codigo: '1000004711' },
  });
});
