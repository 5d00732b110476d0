import type { Colour } from './colours.ts';

export const es = {
  noValue: 'Sin valor',
  unknown: (code: number) => `Código ${code}`,
  colours: { red: 'Rojo', yellow: 'Amarillo', gray: 'Gris', green: 'Verde', white: 'Blanco' } satisfies Record<Colour, string>,
};
