import { describe, expect, it } from '@jest/globals';
import type { Headcount } from '@vigia/contracts';
import type { ScoreInputs } from '../../src/score/score-inputs.js';
import { scoreProfile } from '../../src/score/score-profile.js';
import { atWork, clean, debt, inBulletin, inCourt, rated, uitSoles } from './clean-profile.js';

/** Measured value to points. */
type Steps = Record<number, number>;

/** Around every limit: an amount exactly on it is still below. */
function inUit(bands: Steps): Steps {
  const limits = Object.entries(bands).map(([uit, points], i, all): Steps => {
    const limit = Number(uit) * uitSoles;
    return { [limit]: all[i - 1]?.[1] ?? 0, [limit + 0.01]: points };
  });
  return Object.assign({}, ...limits) as Steps;
}

const workers = (cantidad_ultimo_periodo: number | null, tipo: Headcount['tipo'] = 'Trabajadores') =>
  atWork({ datos_trabajadores: [{ tipo, cantidad_ultimo_periodo, cantidad_doce_meses_anteriores: 100 }] });
const resolutions = (cantidad_total_actual: number, monto_total_actual: number) =>
  atWork({ datos_resoluciones_laborales: { cantidad_total_actual, monto_total_actual } });
const grown = (vigente: number) => ({ situacion: { actual: debt({ vigente }), seis_meses: debt({ vigente: 1_000 }) } });

const components: [component: string, (measured: number) => Partial<ScoreInputs>, Steps][] = [
  [
    'days overdue',
    (days) => ({ finanzas: { ...clean.finanzas, max_dias_vencidos: days } }),
    { 0: 0, 1: 1, 8: 1, 9: 2, 30: 2, 31: 4, 60: 4, 61: 6, 120: 6, 121: 8 },
  ],
  [
    'overdue part of the debt',
    (part) => ({ finanzas: rated('NOR', 100, 0, debt({ vigente: 10_000 - part, vencida: part / 2, judicial: part / 2 })) }),
    { 0: 0, 1: 1, 100: 1, 101: 3, 500: 3, 501: 5, 1_500: 5, 1_501: 8, 10_000: 8 },
  ],
  ['written off', (castigada) => ({ finanzas: rated('NOR', 100, 0, debt({ vigente: 1, castigada })) }), inUit({ 0: 3, 1: 6 })],
  ['growth of exposure', (now) => ({ finanzas: { ...clean.finanzas, ...grown(now) } }), { 0: 0, 1_000: 0, 1_500: 0, 1_500.01: 2 }],
  ['judicial debtor', (monto) => ({ judicial: inCourt({ deudores_morosos: { monto_ultimo_periodo: monto } }) }), inUit({ 0: 8, 10: 12 })],
  [
    'edicts',
    (count) => ({ judicial: inCourt({ edictos_judiciales: { cantidad_ultimo_periodo: count } }) }),
    { 0: 0, 1: 2, 2: 3, 3: 3, 4: 5 },
  ],
  ['insolvency bulletin', (listed) => ({ judicial: inCourt({ boletin_concursal: listed === 1 }) }), { 0: 0, 1: 8 }],
  [
    'labour debt',
    (monto) => ({ laboral: atWork({ variacion_deuda_laboral: [{ monto_ultimo_periodo: monto }] }) }),
    inUit({ 0: 2, 1: 4, 10: 7 }),
  ],
  ['resolutions', (count) => ({ laboral: resolutions(count, 100) }), { 0: 0, 1: 1, 2: 3, 3: 3, 4: 5 }],
  ['fines of one resolution', (monto) => ({ laboral: resolutions(1, monto) }), { 0: 1, [10 * uitSoles]: 1, [10 * uitSoles + 0.01]: 5 }],
  ['workers left of 100', (left) => ({ laboral: workers(left) }), { 120: 0, 70: 0, 69: 1, 50: 1, 49: 2, 1: 2, 0: 3 }],
  ['coactiva', (coactiva) => ({ boletin: inBulletin({ coactiva }) }), inUit({ 0: 3, 1: 6, 10: 9 })],
  ['overdue bills', (vencida) => ({ boletin: inBulletin({ vencida }) }), inUit({ 0: 2, 1: 3, 10: 5 })],
  ['protests', (protestos) => ({ boletin: inBulletin({ protestos }) }), inUit({ 0: 2, 1: 4, 10: 6 })],
];

const total = (change: Partial<ScoreInputs>) => scoreProfile({ ...clean, ...change }).section.puntaje_total;

describe('the points of', () => {
  it.each(components)('%s change exactly past each limit', (_component, change, steps) => {
    const measured = Object.keys(steps).map(Number);
    expect(Object.fromEntries(measured.map((value) => [value, total(change(value))]))).toEqual(steps);
  });

  it.each([
    ['NOR', [0, 0]],
    ['SCAL', [0, 0]],
    ['CPP', [0, 4]],
    ['DEF', [4, 8]],
    ['DUD', [8, 12]],
    ['PER', [12, 16]],
  ] as const)('a worst rating %s are one step milder below a fifth of the debt', (rating, points) => {
    const of = (share: number | null) => total({ finanzas: rated(rating, share, 0, debt({ vigente: 1_000 })) });
    expect([of(19.99), of(20)]).toEqual(points);
    expect(of(null)).toBe(points[1]);
  });

  it.each(['Total', 'Pensionistas', 'Prestadores'] as const)('the payroll do not come from %s', (tipo) => {
    expect(total({ laboral: workers(0, tipo) })).toBe(0);
  });

  it('an unknown value are 0', () => {
    expect(total({ laboral: workers(null) })).toBe(0);
    const sinceUnknown = { tipo: 'Trabajadores' as const, cantidad_ultimo_periodo: 0, cantidad_doce_meses_anteriores: null };
    expect(total({ laboral: atWork({ datos_trabajadores: [sinceUnknown] }) })).toBe(0);
    expect(total({ finanzas: { peor_calificacion: null, max_dias_vencidos: null, situacion: null } })).toBe(0);
    expect(total({ boletin: inBulletin({ coactiva: null }) })).toBe(0);
    const firstLoan = { actual: debt({ vigente: 9_000 }), seis_meses: debt() };
    expect(total({ finanzas: { ...clean.finanzas, situacion: firstLoan } })).toBe(0);
  });

  it('amounts add up in cents', () => {
    const thirds = [0.1, 0.2, uitSoles - 0.3].map((monto_ultimo_periodo) => ({ monto_ultimo_periodo }));
    expect(total({ laboral: atWork({ variacion_deuda_laboral: thirds }) })).toBe(2);
    expect(total({ laboral: atWork({ variacion_deuda_laboral: [...thirds, { monto_ultimo_periodo: 0.01 }] }) })).toBe(4);
  });

  it('a part exactly on a limit are those below it, despite binary rounding', () => {
    expect(total({ finanzas: rated('NOR', 100, 0, debt({ vigente: 108.9, vencida: 1.1 })) })).toBe(1);
  });

  it('an overdue debt without a total are those of a debt that is entirely overdue', () => {
    expect(total({ finanzas: rated('NOR', 100, 0, { ...debt({ vencida: 10 }), directa: 0 }) })).toBe(8);
    expect(total({ finanzas: rated('NOR', 100, 0, debt()) })).toBe(0);
  });

  it('amounts follow the tax unit of the year, or the nearest known one', () => {
    const boletin = inBulletin({ coactiva: 5_200 });
    const pointsIn = (year: number) => total({ periodo: `${year}-12`, boletin });
    expect([2020, 2023, 2024, 2025, 2026, 2040].map(pointsIn)).toEqual([6, 6, 6, 3, 3, 3]);
  });
});
