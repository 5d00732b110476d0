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
    'not the share of a daily quota, which may be used up at once',
    { concurrency: 10, overlays: [{ quota: { max: 1, perMs: 86_400_000 } }] },
    60_000,
    200,
  ],
  ['at least one', { concurrency: 1 }, 500, 1],
])('the room for waiting refreshes of a source is what it answers before the deadline: %s', (_what, limits, deadlineMs, most) => {
  expect(mostWaiting(limits, deadlineMs)).toBe(most);
});
