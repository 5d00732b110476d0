import { describe, expect, it } from '@jest/globals';
import { countedFailures } from '../../src/domain/outcome.js';

describe('attempts that ended together', () => {
  /** Capital letters are resends. */
  const ended = (configurationId: string, results: string, isTest = false) =>
    results.split('').map((letter) => ({
      configurationId,
      isTest,
      isManual: letter < 'a',
      result: letter.toLowerCase() === 's' ? ('succeeded' as const) : ('failed' as const),
    }));

  it.each([
    ['f', { startsAnew: false, failures: 1 }],
    ['fff', { startsAnew: false, failures: 3 }],
    ['s', { startsAnew: true, failures: 0 }],
    ['ffs', { startsAnew: true, failures: 0 }],
    ['fsff', { startsAnew: true, failures: 2 }],
    ['fFf', { startsAnew: false, failures: 2 }],
    ['ffS', { startsAnew: true, failures: 0 }],
  ])('of one configuration are counted: %s', (results, counted) => {
    expect(countedFailures(ended('a', results))).toEqual([{ configurationId: 'a', ...counted }]);
  });

  it('count for nothing if they are failed resends', () => {
    expect(countedFailures(ended('a', 'FF'))).toEqual([]);
  });

  it('count for each configuration separately, and tests not at all', () => {
    const [one, two] = [ended('b', 'fs'), ended('a', 'ff')];
    expect(countedFailures([one[0]!, two[0]!, ...ended('c', 'ff', true), one[1]!, two[1]!])).toEqual([
      { configurationId: 'a', startsAnew: false, failures: 2 },
      { configurationId: 'b', startsAnew: true, failures: 0 },
    ]);
  });

  it('come in one order, whichever ended first: two replicas that write them at the same time must not wait for each other', () => {
    const order = (...ids: string[]) => countedFailures(ids.flatMap((id) => ended(id, 'f'))).map(({ configurationId }) => configurationId);
    expect([order('a', 'b', 'c'), order('c', 'b', 'a')]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });
});
