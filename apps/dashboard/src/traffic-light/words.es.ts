import type { TrafficLightWords } from '@vigia/contracts';

export const es: TrafficLightWords = {
  noValue: 'Sin valor',
  unknown: (code) => `Código ${code}`,
  colours: { red: 'Rojo', yellow: 'Amarillo', gray: 'Gris', green: 'Verde', white: 'Blanco' },
};
