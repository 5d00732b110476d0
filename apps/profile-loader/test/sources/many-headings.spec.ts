import { expect, it } from '@jest/globals';
import { leader } from '../../src/sources/importaciones/customs/trade-lines.js';

const headings = 2_000;

it('the main heading of 2,000 is found with at most three reads per line', () => {
  let reads = 0;
  const lines = Array.from({ length: headings }, (_, i) => ({
    month: '2026-08',
    headingName: '',
    country: 'CN',
    declarations: 1,
    dollars: i === 1_234 ? 2_001 : 1,
    get heading() {
      reads += 1;
      return String(1_000_000_000 + i);
    },
  }));
  expect(leader(lines, 'heading')).toEqual({ name: '1000001234', percentage: 50.03 });
  expect(reads).toBeLessThanOrEqual(3 * headings);
});
