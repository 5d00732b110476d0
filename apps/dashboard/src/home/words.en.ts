import type { es } from './words.es.ts';

export const en: typeof es = {
  title: (name) => `Hello, ${name}`,
  nothing: 'There is nothing to show here yet',
};
