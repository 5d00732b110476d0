import { expect, it } from '@jest/globals';
import { refusalWords } from '../src/gateway/refusal-words.ts';
import { Refusal } from '../src/gateway/refusal.ts';
import { ofSeveral } from '../src/loading/of-several.ts';

it('a quota that refuses one of several requests is not told with what fits this one alone', () => {
  const params = { profiles: 100, months: 6, returned: 0, available: 250, fittingMonths: 2, fittingProfiles: 41 };
  const refusal = new Refusal(409, '', 'quota_insufficient', params);
  expect(refusalWords(refusal, 'es')).toBe(
    'En la cuota quedan 250 meses y no alcanzan. Caben hasta 2 meses para todos, o 41 perfiles por 6 meses.',
  );
  expect(refusalWords(ofSeveral(refusal) as Refusal, 'es')).toBe('En la cuota quedan 250 meses y no alcanzan.');
  expect(refusalWords(ofSeveral(refusal) as Refusal, 'en')).toBe('250 months are left in the quota, which is not enough.');
});

it('another refusal of one of several requests is told as it is', () => {
  const refusal = new Refusal(409, '', 'contract_not_active', { endedOn: null, beginsOn: null });
  expect(ofSeveral(refusal)).toBe(refusal);
});
