import { expect, it } from '@jest/globals';
import { report } from '../src/report.js';
import { resultsOf } from '../src/results.js';

const contenders = [{ name: 'ours' }, { name: 'the other' }];
const linesOf = (text: string) => text.split('\n').map((line) => line.trim().split(/\s{2,}/));

it('a report compares every contender with the first, round by round', () => {
  const rounds = (...p50sMs: number[]) => p50sMs.map((p50Ms) => ({ p50Ms, p95Ms: 200 * p50Ms }));
  expect(linesOf(report(resultsOf('x', contenders, [rounds(3, 4, 6), rounds(2, 2, 2)])))).toEqual([
    ['p50 ms', 'p95 ms'],
    ['ours', '4.00', '800'],
    ['the other', '2.00', '400'],
    ['ours / it: p50 ms 2.00 (1.50–3.00), p95 ms 2.00 (1.50–3.00)'],
  ]);
});

it('a report adds up the mean CPU time of the processes and names each process', () => {
  const round = (gateway: number, PostgreSQL: number) => ({ processorMs: { gateway, PostgreSQL }, generatorMs: 0.5 });
  const [titles, figures, spent] = linesOf(report(resultsOf('x', contenders.slice(0, 1), [[round(0, 1), round(3, 2)]])));
  expect(titles).toEqual(['CPU ms']);
  expect(figures).toEqual(['ours', '3.00']);
  expect(spent).toEqual(['CPU ms of gateway 1.50, PostgreSQL 1.50, and of who asks 0.500']);
});
