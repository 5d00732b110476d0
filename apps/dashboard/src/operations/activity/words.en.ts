import type { es } from './words.es.ts';

export const en: typeof es = {
  description:
    'Who did what on the whole platform: in each corporation and in operating it. Nobody can change or remove this record in Vigía.',
  whoHint: 'Full email address',
  corporation: 'Corporation',
  platform: 'The platform',
  kinds: {
    source: 'Sources',
    dataset: 'Data',
    ledgers: 'Checks of ledgers',
    portfolios: 'Comparisons of portfolios',
    database: 'Database',
  },
};
