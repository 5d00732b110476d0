import { expect, it } from '@jest/globals';
import { en } from '../src/quota/words.en.ts';
import { es } from '../src/quota/words.es.ts';

const left = (available: number) => ({ granted: 10, available, held: 0 });

it('says of a quota that has fallen to a level that so much is left of it, or less', () => {
  expect(es.alert('quota_50', left(5), '')).toBe('Quedó el 50% de la cuota o menos: 5 de 10 meses');
  expect(en.alert('quota_50', left(5), '')).toBe('50% of the quota was left, or less: 5 of 10 months');
});

it('says of a quota of which nothing is left that it is used up', () => {
  expect(es.alert('quota_0', left(0), '')).toBe('Se agotó la cuota: 0 de 10 meses');
  expect(en.alert('quota_0', left(0), '')).toBe('The quota was used up: 0 of 10 months');
});
