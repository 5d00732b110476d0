import { describe, expect, it } from '@jest/globals';
import { scoreProfile } from '../../src/score/score-profile.js';
import { atWork, clean, debt, inBulletin, inCourt, rated, registered } from './clean-profile.js';

const none = { points: 0, atLeast: null };
const unclassified = {
  ...none,
  module: null,
  component: 'no_procesado',
  text: 'No se clasifica: faltan datos y los que hay no bastan para una alerta',
};

describe('the reasons of a score', () => {
  it('are empty for a clean profile', () => {
    expect(scoreProfile(clean)).toMatchObject({ model: 'v3', reasons: [] });
  });

  it('name the measured value and the limit that it exceeds', () => {
    const { reasons } = scoreProfile({
      ...clean,
      finanzas: rated('PER', 15, 45, debt({ vigente: 92_750, vencida: 7_250 })),
      boletin: inBulletin({ coactiva: 12_345.6 }),
    });
    expect(reasons).toEqual([
      { module: 'finanzas', component: 'peor_calificacion', points: 12, atLeast: null, text: 'Peor calificación: cuenta como DUD' },
      { module: 'finanzas', component: 'dias_vencidos', points: 4, atLeast: null, text: 'Días de atraso: 45, más de 30' },
      {
        module: 'finanzas',
        component: 'mora',
        points: 5,
        atLeast: null,
        text: 'Deuda vencida y judicial sobre la directa: 7.25%, más de 5%',
      },
      {
        module: 'boletin',
        component: 'deuda_coactiva',
        points: 6,
        atLeast: null,
        text: 'Deuda coactiva: S/ 12,345.60, más de 1 UIT de S/ 5,500.00',
      },
    ]);
  });

  it('name no limit where nothing is allowed, and two decimals of a part', () => {
    const { reasons } = scoreProfile({
      ...clean,
      finanzas: rated('NOR', 100, 1, debt({ vigente: 2_000, vencida: 10 })),
      boletin: inBulletin({ coactiva: 400 }),
    });
    expect(reasons.map(({ text }) => text)).toEqual([
      'Días de atraso: 1',
      'Deuda vencida y judicial sobre la directa: 0.50%',
      'Deuda coactiva: S/ 400.00',
    ]);
    const third = scoreProfile({ ...clean, finanzas: rated('NOR', 100, 0, debt({ vigente: 200, vencida: 100 })) });
    expect(third.reasons.map(({ text }) => text)).toEqual(['Deuda vencida y judicial sobre la directa: 33.33%, más de 15%']);
  });

  it.each([
    ['15.001%, más de 15%', { vigente: 849.99, vencida: 150.01 }],
    ['15.0001%, más de 15%', { vigente: 849_999, vencida: 150_001 }],
    ['15.01%, más de 15%', { vigente: 84_990, vencida: 15_010 }],
    ['0.01%', { vigente: 999_999.96, vencida: 0.04 }],
    ['99.99%, más de 15%', { vigente: 0.01, vencida: 1_000 }],
  ])('round no part to nothing, to the whole or to the limit that it exceeds: %s', (text, balances) => {
    const { reasons } = scoreProfile({ ...clean, finanzas: rated('NOR', 100, 0, debt(balances)) });
    expect(reasons.map((reason) => reason.text)).toEqual([`Deuda vencida y judicial sobre la directa: ${text}`]);
  });

  it('call an overdue debt without a total the whole debt', () => {
    const { reasons } = scoreProfile({ ...clean, finanzas: rated('NOR', 100, 0, { ...debt({ vencida: 10 }), directa: 0 }) });
    expect(reasons.map(({ text }) => text)).toEqual(['Deuda vencida y judicial sobre la directa: 100.00%, más de 15%']);
  });

  it('name only the more severe of two measures of one component', () => {
    const laboral = atWork({ datos_resoluciones_laborales: { cantidad_total_actual: 2, monto_total_actual: 60_000 } });
    expect(scoreProfile({ ...clean, laboral }).reasons).toEqual([
      {
        module: 'laboral',
        component: 'resoluciones',
        points: 5,
        atLeast: null,
        text: 'Multas laborales: S/ 60,000.00, más de 10 UIT de S/ 5,500.00',
      },
    ]);
  });

  it('include facts that ask for a class, without points', () => {
    const { reasons } = scoreProfile({
      ...clean,
      identificacion: registered({ condicion_contribuyente: 'NO HABIDO', omisiones_tributarias: [{ periodo: '2025-11', tributo: 'IGV' }] }),
      judicial: inCourt({ boletin_concursal: true, deudores_morosos: { monto_ultimo_periodo: 900 } }),
    });
    expect(reasons.filter(({ points }) => points === 0)).toEqual([
      { module: 'identificacion', component: 'omisiones_tributarias', points: 0, atLeast: 'Alerta baja', text: 'Omisiones tributarias' },
      {
        module: 'identificacion',
        component: 'no_habido_o_baja',
        points: 0,
        atLeast: 'Alerta media',
        text: 'Contribuyente no habido o de baja',
      },
      {
        module: 'judicial',
        component: 'deudores_morosos',
        points: 0,
        atLeast: 'Alerta media',
        text: 'Inscrito como deudor judicial o alimentario moroso',
      },
      { module: 'judicial', component: 'boletin_concursal', points: 0, atLeast: 'Alerta alta', text: 'Figura en el boletín concursal' },
    ]);
  });

  it('name the modules that are high together', () => {
    const { reasons } = scoreProfile({
      ...clean,
      judicial: inCourt({ boletin_concursal: true, deudores_morosos: { monto_ultimo_periodo: 900 } }),
      boletin: inBulletin({ coactiva: 60_000, vencida: 60_000 }),
    });
    expect(reasons).toContainEqual({
      module: null,
      component: 'modulos_altos',
      points: 0,
      atLeast: 'Alerta crítica',
      text: 'Módulos con 60% o más de su máximo: Judicial, Boletín',
    });
  });

  it('name each module without data, too few modules, and the lack of a class', () => {
    const { reasons, section } = scoreProfile({ ...clean, finanzas: null, judicial: null });
    expect(section).toMatchObject({ modulos_incluidos: ['laboral', 'boletin'], clasificacion: 'No procesado', puntaje_maximo: 35 });
    const text = 'Los puntos no se clasifican: el máximo de los módulos incluidos es 35, menos de 40';
    expect(reasons).toEqual([
      { ...none, module: 'finanzas', component: 'sin_datos', text: 'Sin datos: el módulo no se incluye' },
      { ...none, module: 'judicial', component: 'sin_datos', text: 'Sin datos: el módulo no se incluye' },
      { ...none, module: null, component: 'cobertura', text },
      unclassified,
    ]);
  });

  it('name the registry, and each source without an answer once', () => {
    const unanswered = ['identificacion', 'edictos_judiciales'] as const;
    expect(scoreProfile({ ...clean, identificacion: null, unanswered }).reasons).toEqual([
      {
        ...none,
        module: 'identificacion',
        component: 'sin_datos',
        text: 'Sin datos: no se conocen omisiones, condición ni estado',
      },
      { ...none, module: 'judicial', component: 'sin_respuesta', text: 'Sin respuesta de edictos_judiciales: no suma puntos' },
      unclassified,
    ]);
  });

  it('name no omissions that were not asked for where the whole registry is missing', () => {
    const { reasons } = scoreProfile({ ...clean, identificacion: null, areOmissionsUnknown: true });
    expect(reasons.map(({ component }) => component)).toEqual(['sin_datos', 'no_procesado']);
  });

  it('name each source that was read only in part', () => {
    expect(scoreProfile({ ...clean, partlyRead: ['morosos_judiciales'] }).reasons).toEqual([
      {
        ...none,
        module: 'judicial',
        component: 'lectura_parcial',
        text: 'Una parte de morosos_judiciales no se pudo leer: esa parte no suma puntos',
      },
      unclassified,
    ]);
  });

  it('name a gap beside an alert that does not depend on it', () => {
    const { reasons } = scoreProfile({ ...clean, finanzas: null, judicial: inCourt({ boletin_concursal: true }) });
    expect(reasons.map(({ component }) => component)).toEqual(['boletin_concursal', 'boletin_concursal', 'sin_datos']);
  });

  it('name missing balances beside ratings', () => {
    const finanzas = { peor_calificacion: { calificacion: 'CPP' as const, porcentaje: 100 }, max_dias_vencidos: 0, situacion: null };
    const { reasons } = scoreProfile({ ...clean, finanzas });
    expect(reasons.map(({ component, points }) => [component, points])).toEqual([
      ['peor_calificacion', 4],
      ['sin_situacion', 0],
    ]);
  });
});
