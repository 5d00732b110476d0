import { describe, expect, it } from '@jest/globals';
import type { Plant } from '../src/chaos/plants.js';
import { runChaos } from '../src/chaos/run-chaos.js';

const quiet = () => undefined;

/** Short runs; `npm run chaos` makes long ones. */
describe('under random kills, wipes and crashes', () => {
  it('nothing is lost, doubled or left open', async () => {
    const { damage, told, loads, violations } = await runChaos({ seed: 4711, seconds: 12, say: quiet });
    expect(violations).toEqual([]);
    expect(damage.counts.killed).toBeGreaterThan(0);
    expect(told.done).toBeGreaterThan(0);
    expect(told.triggered).toBeGreaterThan(0);
    expect(loads).toBeGreaterThan(0);
  }, 600_000);

  it('planted bugs are found', async () => {
    const found = {
      'lost-outbox': 'a request is not finished',
      'reopened-load': 'a closed row changed',
      'double-activation': 'an access was activated twice',
      'unsent-delivery': 'an accepted trigger was not delivered to every active configuration',
    };
    const planted = Object.keys(found) as Plant[];
    const { violations } = await runChaos({ seed: 4712, seconds: 6, restSeconds: 5, planted, say: quiet });
    expect(violations.map(({ rule }) => rule)).toEqual(expect.arrayContaining(Object.values(found)));
  }, 300_000);
});
