import type { es } from './words.es.ts';

export const en: typeof es = {
  noValue: 'No value',
  unknown: (code) => `Code ${code}`,
  colours: { red: 'Red', yellow: 'Yellow', gray: 'Grey', green: 'Green', white: 'White' },
};
