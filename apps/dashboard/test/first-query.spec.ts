import { expect, it } from '@jest/globals';
import { sampleRuc } from '../src/gateway/first-query.ts';

it('gives the lines to copy the sample taxpayer only where the simulator identifies taxpayers', () => {
  expect(sampleRuc(['identificacion', 'protestos'])).toBe('20990000019');
  expect(sampleRuc(['protestos'])).not.toMatch(/^\d{11}$/);
});
