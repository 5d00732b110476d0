import { expect, it } from '@jest/globals';
import type { Preview } from '../src/monitoring/preview.ts';
import { untouchedIn } from '../src/monitoring/untouched.ts';
import { en } from '../src/monitoring/words.en.ts';
import { es } from '../src/monitoring/words.es.ts';

type Documents = Preview['documents'];
type Refused = Documents[number]['refusal'];

const untouched = (...refusals: Refused[]) => refusals.map((refusal, i) => ({ taxId: String(i), action: 'none', refusal })) as Documents;
const short = (available: number): Refused => ({
  reason: 'quota_insufficient',
  profiles: 1,
  months: 1,
  returned: 0,
  available,
  fittingMonths: available,
  fittingProfiles: 0,
});
const ended: Refused = { reason: 'months_exceed_contract', months: 3, fittingMonths: 2, endsOn: '2026-12-31' };

it('untouchedIn explains why profiles are not updated, and groups those with the same text', () => {
  expect(untouchedIn(untouched({ reason: 'not_active' }, short(0), ended, short(0)), es, 'es')).toEqual([
    '1 perfil no está activo: no se actualiza.',
    '2 perfiles no se actualizan. En la cuota quedan 0 meses y no alcanzan.',
    '1 perfil no se actualiza. El contrato termina el 31/12/2026: caben hasta 2 meses, contando el actual.',
  ]);
  expect(untouchedIn(untouched(short(0)), en, 'en')).toEqual([
    '1 profile will not be updated. 0 months are left in the quota, which is not enough.',
  ]);
});

it('untouchedIn keeps refusals with different balances apart', () => {
  expect(untouchedIn(untouched(short(2), short(1)), es, 'es')).toHaveLength(2);
});

it('untouchedIn puts expired monitoring into the plural', () => {
  const expired: Refused = { reason: 'monitoring_expired', endedOn: '2026-10-31' };
  expect(untouchedIn(untouched(expired, { ...expired, endedOn: '2026-11-30' }), es, 'es')).toEqual([
    '2 perfiles tienen el monitoreo vencido: no se actualizan.',
  ]);
});

it('untouchedIn says nothing about profiles that are updated', () => {
  expect(untouchedIn([{ taxId: '1', action: 'refresh', refusal: null }] as Documents, es, 'es')).toEqual([]);
});
