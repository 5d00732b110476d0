import { expect, it } from '@jest/globals';
import { en as enActs } from '../src/monitoring/words.en.ts';
import { es as esActs } from '../src/monitoring/words.es.ts';
import { en } from '../src/quota/words.en.ts';
import { es } from '../src/quota/words.es.ts';

const acts = { es: esActs, en: enActs };
const left = (available: number) => ({ granted: 10, available, held: 0 });

it('the alert of a quota at a level says that so much is left, or less', () => {
  expect(es.alert('quota_50', left(5))).toBe('Quedó el 50% de la cuota o menos: 5 de 10 meses');
  expect(en.alert('quota_50', left(5))).toBe('50% of the quota or less was left: 5 of 10 months');
});

it('the alert of an empty quota says that it is used up', () => {
  expect(es.alert('quota_0', left(0))).toBe('Se agotó la cuota: 0 de 10 meses');
  expect(en.alert('quota_0', left(0))).toBe('The quota was used up: 0 of 10 months');
});

it('the alert about a day speaks of the past once the day has passed', () => {
  const [ahead, past] = [false, true].map((isPast) => ({ day: '12/03/2026', isPast }));
  expect(es.alert('lapse_in_7_days', { profiles: 2 }, ahead)).toBe('2 monitoreos vencen el 12/03/2026');
  expect(es.alert('lapse_in_7_days', { profiles: 2 }, past)).toBe('2 monitoreos vencieron el 12/03/2026');
  expect(es.alert('lapse_in_7_days', { profiles: 1 }, past)).toBe('1 monitoreo venció el 12/03/2026');
  expect(en.alert('contract_ends_in_30_days', { available: 3 }, past)).toBe('The contract ended on 12/03/2026 with 3 months unused');
  const monthly = [ahead, past].map((when) => [
    es.alert('contract_ends_in_30_days', {}, when),
    en.alert('contract_ends_in_30_days', {}, when),
  ]);
  expect(monthly).toEqual([
    [
      'El contrato mensual termina el 12/03/2026: si no le sigue otro contrato mensual al día siguiente, ese día terminan sus monitoreos',
      'The monthly contract ends on 12/03/2026: unless another monthly one begins on the next day, its monitoring ends that day',
    ],
    [
      'El contrato mensual terminó el 12/03/2026 y, con él, sus monitoreos',
      'The monthly contract ended on 12/03/2026, and its monitoring with it',
    ],
  ]);
});

it('the text for fewer months says how many come back to the quota, and how many it then has', () => {
  expect(acts.es.months(-3, 26, 29)).toBe('La cuota aumenta en 3 meses: hoy hay 26 y quedarían 29.');
  expect(acts.es.months(-1, 0, 1)).toBe('La cuota aumenta en 1 mes: hoy hay 0 y quedaría 1.');
  expect(acts.en.months(-3, 26, 29)).toBe('The quota grows by 3 months: 26 today, 29 afterwards.');
  expect([acts.es.months(0, 26, 26), acts.en.months(0, 26, 26)]).toEqual([
    'No usa meses de la cuota: quedan 26.',
    'It uses no months of the quota: 26 are left.',
  ]);
});
