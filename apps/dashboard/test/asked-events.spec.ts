import { expect, it } from '@jest/globals';
import { wholeTaxId } from '../src/webhooks/events/asked.ts';

it('events are searched for by a whole document, also if it is written with its kind', () => {
  expect(['RUC 20990000051', '2099 0000-051', 'dni 40000001', 'CE: sim000001'].map(wholeTaxId)).toEqual([
    '20990000051',
    '20990000051',
    '40000001',
    'SIM000001',
  ]);
  expect(['', ' ', '2099', 'RUC 2099', 'RUC '].map(wholeTaxId)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
