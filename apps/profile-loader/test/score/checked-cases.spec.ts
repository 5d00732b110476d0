import { describe, expect, it } from '@jest/globals';
import type { ScoreInputs } from '../../src/score/score-inputs.js';
import { scoreProfile } from '../../src/score/score-profile.js';
import { atWork, clean, debt, inBulletin, inCourt, rated, registered, uitSoles } from './clean-profile.js';

const omission = [{ periodo: '2025-11', tributo: 'IGV' }];
const lost = rated('PER', 100, 150, debt({ vigente: 50_000, vencida: 30_000, judicial: 20_000, castigada: 8_000 }));
const smallCoactiva = inBulletin({ coactiva: 400 });
const bigCoactiva = inBulletin({ coactiva: 11 * uitSoles });
const judicialDebtor = inCourt({ deudores_morosos: { monto_ultimo_periodo: 11 * uitSoles } });
const alimonyDebtor = inCourt({ deudores_morosos: { monto_ultimo_periodo: 14_400 } });
const unpaidWork = atWork({
  variacion_deuda_laboral: [{ monto_ultimo_periodo: 11 * uitSoles }],
  datos_resoluciones_laborales: { cantidad_total_actual: 5, monto_total_actual: 20_000 },
  datos_trabajadores: [{ tipo: 'Trabajadores', cantidad_ultimo_periodo: 8, cantidad_doce_meses_anteriores: 20 }],
});
const onlyJudicial = { finanzas: null, laboral: null, boletin: null };
const oneEdict = { cantidad_ultimo_periodo: 1 };
const unpaidBills = inBulletin({ coactiva: 11 * uitSoles, vencida: 11 * uitSoles });

describe('profiles whose score was worked out by hand', () => {
  it.each<[string, Partial<ScoreInputs>, string, string]>([
    ['clean', {}, '0/100', 'Sin alerta'],
    ['clean, one return not filed', { identificacion: registered({ omisiones_tributarias: omission }) }, '0/100', 'Alerta baja'],
    ['CPP 60 %, 25 days', { finanzas: rated('CPP', 60, 25, debt({ vigente: 97_000, vencida: 3_000 })) }, '9/100', 'Alerta baja'],
    ['DEF 100 %, 45 days', { finanzas: rated('DEF', 100, 45, debt({ vigente: 90_000, vencida: 10_000 })) }, '17/100', 'Alerta media'],
    ['DUD 80 %, 90 days', { finanzas: rated('DUD', 80, 90, debt({ vigente: 60_000, vencida: 40_000 })) }, '26/100', 'Alerta media'],
    ['PER and written off', { finanzas: lost }, '38/100', 'Alerta alta'],
    ['PER, written off, coactiva', { finanzas: lost, boletin: bigCoactiva }, '47/100', 'Alerta alta'],
    [
      'PER, written off, coactiva, judicial debtor',
      { finanzas: lost, boletin: bigCoactiva, judicial: judicialDebtor },
      '59/100',
      'Alerta crítica',
    ],
    ['NOR, but in the insolvency bulletin', { judicial: inCourt({ boletin_concursal: true }) }, '8/100', 'Alerta alta'],
    ['small coactiva', { boletin: smallCoactiva }, '3/100', 'Alerta baja'],
    ['alimony debtor', { judicial: alimonyDebtor }, '8/100', 'Alerta media'],
    ['no finance, the rest clean', { finanzas: null }, '0/60', 'No procesado'],
    ['no finance, small coactiva', { finanzas: null, boletin: smallCoactiva }, '3/60', 'Alerta baja'],
    ['no bulletin, the rest clean', { boletin: null }, '0/80', 'No procesado'],
    ['no registry, the rest clean', { identificacion: null }, '0/100', 'No procesado'],
    ['one source silent, the rest clean', { unanswered: ['edictos_judiciales'] }, '0/100', 'No procesado'],
    ['ratings without balances, the rest clean', { finanzas: { ...clean.finanzas, situacion: null } }, '0/100', 'No procesado'],
    ['only judicial', onlyJudicial, '0/25', 'No procesado'],
    ['only judicial, one edict', { ...onlyJudicial, judicial: inCourt({ edictos_judiciales: oneEdict }) }, '2/25', 'No procesado'],
    [
      'only judicial, in the insolvency bulletin',
      { ...onlyJudicial, judicial: inCourt({ boletin_concursal: true }) },
      '8/25',
      'Alerta alta',
    ],
    [
      'no finance, unpaid taxes, bills and workers',
      { finanzas: null, laboral: unpaidWork, boletin: unpaidBills },
      '28/60',
      'Alerta crítica',
    ],
    ['no longer to be found', { identificacion: registered({ condicion_contribuyente: 'NO HABIDO' }) }, '0/100', 'Alerta media'],
    ['struck off', { identificacion: registered({ estado_contribuyente: 'BAJA DE OFICIO' }) }, '0/100', 'Alerta media'],
  ])('get the expected points and class: %s', (_profile, change, points, clasificacion) => {
    const { section } = scoreProfile({ ...clean, ...change });
    expect([`${section.puntaje_total}/${section.puntaje_maximo}`, section.clasificacion]).toEqual([points, clasificacion]);
  });

  it('get the class of their highest floor, also when the points give a lower class', () => {
    const writtenOffLittle = { ...clean, finanzas: rated('NOR', 100, 0, debt({ vigente: 1_000, castigada: 10 })) };
    expect(scoreProfile(writtenOffLittle).section).toMatchObject({ puntaje_total: 3, clasificacion: 'Alerta media' });
  });

  it('say whether they are in the insolvency bulletin', () => {
    const listed = (judicial: ScoreInputs['judicial']) => scoreProfile({ ...clean, judicial }).section.boletin_concursal;
    expect([inCourt({ boletin_concursal: true }), clean.judicial, null].map(listed)).toEqual([true, false, false]);
  });

  it('with one module near its maximum get at least Alerta alta', () => {
    const { section } = scoreProfile({ ...clean, laboral: unpaidWork });
    expect(section).toMatchObject({ puntaje_laboral: 14, puntaje_total: 14, clasificacion: 'Alerta alta' });
  });

  it('with two modules at 60 % get Alerta crítica; with one just below, the class of the points', () => {
    const inTrouble = { ...clean, laboral: unpaidWork, boletin: inBulletin({ coactiva: 11 * uitSoles, vencida: 2 * uitSoles }) };
    expect(scoreProfile(inTrouble).section).toMatchObject({ puntaje_boletin: 12, puntaje_total: 26, clasificacion: 'Alerta crítica' });
    const lessSo = { ...inTrouble, boletin: inBulletin({ coactiva: 11 * uitSoles, vencida: uitSoles }) };
    expect(scoreProfile(lessSo).section).toMatchObject({ puntaje_boletin: 11, puntaje_total: 25, clasificacion: 'Alerta alta' });
  });
});
