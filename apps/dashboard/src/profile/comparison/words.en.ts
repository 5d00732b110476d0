import type { es } from './words.es.ts';

export const en: typeof es = {
  hit: 'hit',
  reason: 'reason',
  something: 'With information',
  printed: (from, to) => `Comparison of ${from} with ${to}`,
  from: 'First day',
  to: 'Second day',
  choose: 'Choose two days',
  chooseMore: 'Only what differs is shown, side by side. The link keeps both days.',
  same: 'Nothing differs between the two days',
  sameShown: 'What is shown of the two days is the same',
  sameMore: 'Every field of every section is the same.',
  code: 'section status',
  differences: (count) => (count === 1 ? '1 difference' : `${count} differences`),
};
