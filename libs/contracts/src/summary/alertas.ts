import { type Static, Type } from 'typebox';
import { amount, group, month, nullable } from '../schema/fields.js';

const points = (description: string) => Type.Number({ description, minimum: 0 });
const periodo = month('month of the calculation');

const sinceV1 = {
  modulos_incluidos: Type.Array(Type.Enum(['finanzas', 'judicial', 'laboral', 'boletin']), {
    description: 'modules with at least one source that was read; only their points count',
  }),
  omisiones_tributarias: nullable(
    Type.Boolean({ description: 'whether the taxpayer has tax omissions; null: the registry could not be read' }),
  ),
  puntaje_finanzas: nullable(points('points of the module finanzas; null: the module is not included')),
  puntaje_judicial: nullable(points('points of the module judicial; null: the module is not included')),
  puntaje_laboral: nullable(points('points of the module laboral; null: the module is not included')),
  puntaje_boletin: nullable(points('points of the module boletin; null: the module is not included')),
  puntaje_maximo_finanzas: points('most points that the module finanzas can give, included or not'),
  puntaje_maximo_judicial: points('most points that the module judicial can give, included or not'),
  puntaje_maximo_laboral: points('most points that the module laboral can give, included or not'),
  puntaje_maximo_boletin: points('most points that the module boletin can give, included or not'),
  boletin_concursal: Type.Boolean({
    description: 'whether listed in the insolvency bulletin; also false if the module judicial is not included',
  }),
};

const clean = (word: string) =>
  `${word}: every module and the registry were read, and nothing calls for an alert. No procesado: something could not be read, and the rest calls for no alert`;

const total = points('sum of the points of the included modules; higher is worse');
const maximum = points('most points that the included modules could give');

/** The content of the section `alerta_servicio`, computed from the other sections. */
export const alertaServicioSection = group('AlertaServicio', {
  periodo,
  puntaje_total: total,
  puntaje_maximo: maximum,
  clasificacion: Type.Enum(['Sin alerta', 'Alerta baja', 'Alerta media', 'Alerta alta', 'Alerta crítica', 'No procesado'], {
    title: 'Clasificacion',
    description: clean('Sin alerta'),
  }),
  ...sinceV1,
});
export type AlertaServicioSection = Static<typeof alertaServicioSection>;

/** The same in v1, where the section is called `puntaje_riesgo_servicio`. */
export const alertaServicioSectionV1 = group('PuntajeRiesgoServicio', {
  periodo,
  puntaje_riesgo_total: total,
  puntaje_riesgo_maximo: maximum,
  clasificacion_riesgo: Type.Enum(['Sin riesgo', 'Riesgo bajo', 'Riesgo medio', 'Riesgo alto', 'Riesgo crítico', 'No procesado'], {
    description: clean('Sin riesgo'),
  }),
  ...sinceV1,
});
export type AlertaServicioSectionV1 = Static<typeof alertaServicioSectionV1>;

/** The published table. There is no 5. */
export const trafficLights = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const;

const colours =
  '0 none, 1 red, 2 yellow, 3 gray, 4 green, 6 red-yellow, 7 red-green, 8 yellow-red, 9 yellow-green, 10 green-red, 11 green-yellow, 12 gray-red, 13 gray-yellow, 14 gray-green, 15 white, 16 red-gray, 17 yellow-gray';

const trafficLight = (description: string) =>
  nullable(Type.Enum([...trafficLights], { title: 'Semaforo', description: `${description}; null: not known; ${colours}` }));

/** The content of the section `alerta_tercero`; in v1 the section is called `puntaje_riesgo_tercero`. */
export const alertaTerceroSection = group('AlertaTercero', {
  nota: nullable(amount('risk grade by the provider; null: none given')),
  semaforo_actual: trafficLight('traffic light of the latest period'),
  semaforo_previo: trafficLight('traffic light of the period before'),
  semaforo_peor_mejor: trafficLight('traffic light of the worst or best moment so far, by the trend'),
});
export type AlertaTerceroSection = Static<typeof alertaTerceroSection>;

const complianceLevels = ['Alerta Alta', 'Alerta Media', 'Alerta Baja'] as const;

const level = Type.Enum([...complianceLevels], {
  description: 'result of the screening; Alerta Baja: no hit, or none that calls for a higher level',
});

/** The content of the section `alerta_compliance` in v2. */
export const alertaComplianceSection = group('AlertaCompliance', { nivel: level });
export type AlertaComplianceSection = Static<typeof alertaComplianceSection>;

/** In v1 the section is only the level. */
export const alertaComplianceSectionV1 = level;
