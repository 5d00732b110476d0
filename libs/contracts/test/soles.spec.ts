import { describe, expect, it } from '@jest/globals';
import { centsOf } from '../src/text/soles.js';

describe('an amount in soles', () => {
  it.each([
    ['0', 0],
    ['1.5', 150],
    ['1.05', 105],
    ['0.29', 29],
    ['007.00', 700],
    ['999999.99', 99_999_999],
  ])('%s is %i cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each(['', ' 1', '1.', '.5', '1.005', '1,50', '-1', '1e3', 'S/ 1', '1000000'])('%j is none', (text) => {
    expect(centsOf(text)).toBeUndefined();
  });
});
