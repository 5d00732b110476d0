import { Type, type Static } from 'typebox';
import { amount, group, nullable } from './fields.js';

/** The published table. There is no 5. */
export const trafficLights = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const;

const colours =
  '0 none, 1 red, 2 yellow, 3 gray, 4 green, 6 red-yellow, 7 red-green, 8 yellow-red, 9 yellow-green, 10 green-red, 11 green-yellow, 12 gray-red, 13 gray-yellow, 14 gray-green, 15 white, 16 red-gray, 17 yellow-gray';

const trafficLight = (description: string) => nullable(Type.Enum([...trafficLights], { description: `${description}; ${colours}` }));

/** The content of the section `alerta_tercero`; in v1 the section is called `puntaje_riesgo_tercero`. */
export const alertaTerceroSection = group({
  nota: nullable(amount('risk grade; null: none given')),
  semaforo_actual: trafficLight('traffic light of the latest period'),
  semaforo_previo: trafficLight('of the period before'),
  semaforo_peor_mejor: trafficLight('worst or best moment so far, by the trend'),
});
export type AlertaTerceroSection = Static<typeof alertaTerceroSection>;
