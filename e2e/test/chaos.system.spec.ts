import { describe, expect, it } from '@jest/globals';
import type { Plant } from '../src/chaos/plants.js';
import { runChaos } from '../src/chaos/run-chaos.js';

const quiet = () => undefined;

/** Short runs; `npm run chaos` makes long ones. */
describe('under random kills, wipes and crashes', () => {
  it('nothing is lost, doubled or left open', async () => {
    const happened: Record<string, number> = {};
    // On a busy machine a short run may be over before each of these has happened.
    for (const seconds of [12, 48, 96]) {
      const { damage, told, loads, violations } = await runChaos({ seed: 4711, seconds, say: quiet });
      expect(violations).toEqual([]);
      Object.assign(happened, { killed: damage.counts.killed ?? 0, done: told.done ?? 0, triggered: told.triggered ?? 0, loads });
      if (Object.values(happened).every((count) => count > 0)) return;
    }
    expect(happened).toBe('of everything at least one');
  }, 900_000);

  it('planted bugs are found', async () => {
    const found = {
      'lost-outbox': 'a request is not finished',
      'reopened-load': 'a closed row changed',
      'unseen-answer': 'a document was loaded again',
      'double-activation': 'an access was activated twice',
      'unsent-delivery': 'an accepted trigger was not delivered to every active configuration',
    };
    const planted = Object.keys(found) as Plant[];
    let rules: string[] = [];
    for (const seconds of [6, 24, 96]) {
      const { violations } = await runChaos({ seed: 4712, seconds, restSeconds: 5, planted, say: quiet });
      rules = violations.map(({ rule }) => rule);
      if (Object.values(found).every((rule) => rules.includes(rule))) return;
    }
    expect(rules).toEqual(expect.arrayContaining(Object.values(found)));
  }, 900_000);
});
