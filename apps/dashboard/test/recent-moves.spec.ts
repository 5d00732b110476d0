import { mock } from 'node:test';
import { afterEach, expect, it } from '@jest/globals';
import { movesOfFourWeeks } from '../src/home/recent-moves.ts';

const moves = ['2026-11-23', '2026-11-16', '2026-11-16', '2026-11-02', '2026-10-26'].map((week, to) => ({
  week,
  from: 5,
  to,
  profiles: 1,
}));

afterEach(() => mock.timers.reset());

it.each([
  ['2026-11-23T00:00:00-05:00', 4],
  ['2026-11-29T23:59:59-05:00', 4],
  ['2026-11-30T00:00:00-05:00', 3],
])('changes of level are listed for this week and the three before it: on %s', (at, listed) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(at) });
  expect(movesOfFourWeeks(moves)).toEqual(moves.slice(0, listed));
});
