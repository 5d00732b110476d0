import { expect, it } from '@jest/globals';
import { report } from '../../src/messaging/report.js';

it('compares everyone with the first', () => {
  const rounds = (...p50sMs: number[]) => p50sMs.map((p50Ms) => ({ p50Ms, p95Ms: 2 * p50Ms, cpuUs: 100 * p50Ms }));
  const [, ours, other] = report([
    { name: 'ours', rounds: rounds(3, 4, 6) },
    { name: 'the other', rounds: rounds(2, 2, 2) },
  ]).split('\n');
  expect(ours?.trim().split(/\s+/)).toEqual(['ours', '4.00', '8.00', '400']);
  expect(other?.trim().split(/\s{2,}/)).toEqual(['the other', '2.00', '4.00', '200', '2.00 (1.50–3.00)', '2.00 (1.50–3.00)']);
});
