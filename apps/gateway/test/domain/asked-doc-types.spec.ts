import { describe, expect, it } from '@jest/globals';
import { askedDocTypes } from '../../src/summaries/domain/asked-profile.js';

describe('the kinds of document that a summary is looked up by', () => {
  it.each([
    ['20990000019', undefined, ['RUC', 'CE']],
    ['99990001', undefined, ['DNI']],
    ['SIM000001', undefined, ['CE']],
    ['20990000019', 'CE', ['CE']],
    ['20990000019', 'RUC', ['RUC']],
  ])('%s, asked as %s: %j', (taxId, asked, expected) => {
    expect(askedDocTypes(taxId, asked)).toEqual(expected);
  });

  it.each([
    ['20990000019', 'DNI', 'taxId is not a valid DNI'],
    ['20990000010', 'RUC', 'taxId is not a valid RUC'],
    ['12', undefined, 'taxId is not a valid RUC, DNI or CE'],
    ['20990000019', 'ruc', 'docType must be one of RUC, DNI, CE'],
    ['20990000019', '', 'docType must be one of RUC, DNI, CE'],
    ['20990000019', ['RUC', 'RUC'], 'docType must be one of RUC, DNI, CE'],
    ['20990000019', '__proto__', 'docType must be one of RUC, DNI, CE'],
  ])('%s, asked as %j: %s', (taxId, asked, message) => {
    expect(() => askedDocTypes(taxId, asked)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});
