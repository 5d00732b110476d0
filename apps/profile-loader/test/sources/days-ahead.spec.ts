import { expect, it } from '@jest/globals';
import type { SourceName } from '@vigia/contracts';
import { mappingOf } from '../../src/sections/sections.js';

const balances = { sal_nor: 100, sal_cpp: 0, sal_def: 0, sal_dud: 0, sal_per: 0, saldos: null };

/** Lines of the month of an answer, of the next one, and of a year that a typist confused. */
const cases: [SourceName, string, (periodo: string) => object][] = [
  ['deuda_vencida', 'deudas', (periodo: string) => ({ periodo, monto: 10 })],
  ['deuda_laboral', 'deudas', (periodo: string) => ({ periodo, monto: 10 })],
  ['deuda_coactiva', 'cortes', (periodo: string) => ({ periodo, deudas: [{ monto_deuda: 10 }] })],
  ['trabajadores', 'periodos', (periodo: string) => ({ periodo, trabajadores: 3, pensionistas: 0, prestadores_servicio: 1 })],
  [
    'score_tercero',
    'historial',
    (periodo: string) => ({ periodo, nota: 1, semaforo_actual: null, semaforo_previo: null, semaforo_peor_mejor: null }),
  ],
  ['deuda_financiera', 'reportes', (periodo: string) => ({ fecha_reporte: `${periodo.replace('-', '')}28`, ...balances })],
];

it.each(cases)('%s states nothing about months that have not begun, and says so', (source, list, lineOf) => {
  const lines = ['2026-11', '2026-12', '2062-11'].map((periodo) => lineOf(periodo));
  const answered = (answeredOn: string) =>
    mappingOf(source).tidied(
      { outcome: 'data', data: { otro: 1, [list]: lines }, sourceVersion: '1', observedAt: `${answeredOn}T15:00:00Z` },
      answeredOn,
    );
  expect(answered('2026-11-27')).toMatchObject({
    data: { otro: 1, [list]: lines.slice(0, 1) },
    trail: { partial: true, notes: ['2 de 3 líneas no se contaron: su fecha es posterior a la consulta.'] },
  });
  // The register may be dated in another time zone.
  expect(answered('2026-11-30').data).toEqual({ otro: 1, [list]: lines.slice(0, 2) });
});
