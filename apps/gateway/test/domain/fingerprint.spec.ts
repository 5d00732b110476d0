import { describe, expect, it } from '@jest/globals';
import { fingerprintOf } from '../../src/idempotency/costly-call.js';

const path = '/v2/perfiles/cargar';
const body = { taxId: '20990000019', docType: 'RUC', months: 3 };
const print = (given: unknown, method = 'POST', at = path) => fingerprintOf(method, at, given).toString('hex');

describe('the fingerprint of a call', () => {
  it('does not depend on the order of the fields, at any depth', () => {
    expect(print({ months: 3, docType: 'RUC', taxId: '20990000019' })).toBe(print(body));
    expect(print({ a: [{ x: 1, y: 2 }] })).toBe(print({ a: [{ y: 2, x: 1 }] }));
  });

  it.each([
    ['another value', { ...body, months: 4 }],
    ['another type of value', { ...body, months: '3' }],
    ['an additional field', { ...body, isMonitoring: true }],
    ['a missing field', { taxId: body.taxId, docType: body.docType }],
    ['no body', undefined],
  ])('differs for %s', (_, other) => expect(print(other)).not.toBe(print(body)));

  it('depends on the order of a list, on the method and on the path', () => {
    expect(print({ taxIds: ['a', 'b'] })).not.toBe(print({ taxIds: ['b', 'a'] }));
    expect(print(body, 'PUT')).not.toBe(print(body));
    expect(print(body, 'POST', '/v1/perfiles/cargar')).not.toBe(print(body));
  });
});
