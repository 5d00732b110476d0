import type { es } from './words.es.ts';

export const en: typeof es = {
  title: 'API credentials',
  create: 'Create credential',
  none: 'There are no credentials yet. An administrator of the corporation can create them too.',
};
