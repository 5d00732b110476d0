import { expect, it } from '@jest/globals';
import type { ScoreReason } from '@vigia/contracts';
import { heaviest, textAlone } from '../src/profile/basis/reason-words.ts';
import { en } from '../src/profile/words.en.ts';
import { es } from '../src/profile/words.es.ts';

const gap = (module: ScoreReason['module'], text = 'Sin datos: el módulo no se incluye'): ScoreReason => ({
  module,
  component: 'sin_datos',
  points: 0,
  atLeast: null,
  text,
});
const unclassified: ScoreReason = { ...gap(null, 'No se clasifica: faltan datos'), component: 'no_procesado' };
const points = (of: number): ScoreReason => ({ ...gap('boletin', `Protestos: ${of}`), component: 'protestos', points: of });
const floor: ScoreReason = { ...gap('identificacion', 'No habido'), component: 'condicion', atLeast: 'Alerta alta' };

it('heaviest puts first that a profile is not classified, and gaps last', () => {
  expect(heaviest([gap('finanzas'), gap('judicial'), gap('laboral'), unclassified])[0]).toBe(unclassified);
  expect(heaviest([gap('finanzas'), points(2), floor, points(9), unclassified])).toEqual([
    unclassified,
    points(9),
    points(2),
    floor,
    gap('finanzas'),
  ]);
});

it('textAlone names the module that has no data, which several share, and no other', () => {
  const texts = [gap('finanzas'), gap('judicial'), gap('identificacion')].map((reason) => textAlone(reason, es));
  expect(texts).toEqual([
    'Finanzas · Sin datos: el módulo no se incluye',
    'Judicial · Sin datos: el módulo no se incluye',
    'Registro · Sin datos: el módulo no se incluye',
  ]);
  expect(textAlone(gap('judicial'), en)).toBe('Courts · Sin datos: el módulo no se incluye');
  const silent = { ...gap('judicial', 'Sin respuesta de edictos_judiciales: no suma puntos'), component: 'sin_respuesta' };
  expect([textAlone(silent, es), textAlone(points(9), es)]).toEqual([
    'Sin respuesta de Edictos judiciales: no suma puntos',
    'Protestos: 9',
  ]);
});

it('textAlone keeps an amount in one line', () => {
  const debt = { ...points(9), text: 'Deuda coactiva: S/ 95,000.00, más de 10 UIT de S/ 5,500.00' };
  expect(textAlone(debt, es)).toBe('Deuda coactiva: S/\u00a095,000.00, más de 10 UIT de S/\u00a05,500.00');
});
