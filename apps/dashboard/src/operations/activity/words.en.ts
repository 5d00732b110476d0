import type { es } from './words.es.ts';

export const en: typeof es = {
  title: 'Activity',
  description: 'Who did what on the whole platform: in each corporation and in operating it. Nobody can change or remove this record.',
  who: 'Who',
  whoHint: 'The whole email',
  what: 'What they did',
  everything: 'Everything',
  from: 'From',
  to: 'To',
  subject: 'To what',
  corporation: 'Corporation',
  platform: 'The platform',
  download: 'Download CSV',
  clear: 'Clear filters',
  none: 'There is no activity with these filters',
  kinds: { source: 'Sources', ledgers: 'Checks' },
};
