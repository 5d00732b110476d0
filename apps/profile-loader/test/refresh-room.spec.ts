import { expect, it } from '@jest/globals';
import { mostWaiting } from '../src/loads/refresh-room.js';

it.each([
  ['what its workers answer when each answer takes three seconds', { concurrency: 10 }, 60_000, 200],
  ['half of what its rate allows', { concurrency: 10, rate: { max: 1, perMs: 1_000 } }, 60_000, 30],
  [
    'half of what the tightest of its overlays allows',
    { concurrency: 10, overlays: [{ quota: { max: 1, perMs: 300 } }, { quota: { max: 9, perMs: 1_000 } }, {}] },
    60_000,
    100,
  ],
  [
    'not what a plan of a day allows: its questions are used up or not',
    { concurrency: 10, overlays: [{ quota: { max: 1, perMs: 86_400_000 } }] },
    60_000,
    200,
  ],
  ['one at least', { concurrency: 1 }, 500, 1],
])('of a source as many refreshes may wait as are asked for before the deadline of a task: %s', (_what, limits, deadlineMs, most) => {
  expect(mostWaiting(limits, deadlineMs)).toBe(most);
});
