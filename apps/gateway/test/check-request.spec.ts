import { describe, expect, it } from '@jest/globals';
import { panel } from '@vigia/contracts';
import { requestCheck } from '../src/panel/calls/check-request.js';

const { previewLoad, load, previewUpdate, update, previewMonitoring, monitor } = panel.acts;
const numbers = (count: number) => Array.from({ length: count }, (_, place) => String(20990000000 + place));
const ofLoad = (count: number) => ({ docType: 'RUC', taxIds: numbers(count) });
const ofUpdate = (count: number) => ({ taxIds: numbers(count) });
const ofMonitoring = (count: number) => ({ documents: numbers(count).map((taxId) => ({ docType: 'RUC', taxId })) });

describe('an act of the panel', () => {
  it.each([
    { operation: previewLoad, bodyOf: ofLoad, field: 'taxIds' },
    { operation: load, bodyOf: ofLoad, field: 'taxIds' },
    { operation: previewUpdate, bodyOf: ofUpdate, field: 'taxIds' },
    { operation: update, bodyOf: ofUpdate, field: 'taxIds' },
    { operation: previewMonitoring, bodyOf: ofMonitoring, field: 'documents' },
    { operation: monitor, bodyOf: ofMonitoring, field: 'documents' },
  ])('takes 1 to 100 documents: $operation.path', ({ operation, bodyOf, field }) => {
    const check = requestCheck(operation);
    const asked = (count: number) => () => check({ params: {}, query: {}, body: bodyOf(count) });
    const refusal = (rule: string, limit: number) =>
      expect.objectContaining({ code: 'bad_request', status: 400, params: expect.objectContaining({ field, rule, limit }) });
    for (const count of [1, 100]) expect(asked(count)().body).toEqual(bodyOf(count));
    expect(asked(101)).toThrow(refusal('maxItems', 100));
    expect(asked(0)).toThrow(refusal('minItems', 1));
  });
});
