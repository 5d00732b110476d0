import { describe, expect, it } from '@jest/globals';
import { testedBrokers } from '@vigia/testing';
import type { Plant } from '../src/chaos/plants.js';
import { runChaos, type ChaosResult } from '../src/chaos/run-chaos.js';

const quiet = () => undefined;

/** Short runs; `npm run chaos` makes long ones. */
describe('the system under random kills, wipes and crashes', () => {
  it('loses nothing, doubles nothing and leaves nothing open', async () => {
    // On a busy machine a short run may be over before each of these has happened.
    const faults = ['killed', 'postgres crashed', ...(testedBrokers().includes('redis') ? ['redis wiped'] : [])];
    const hasHappened = ({ damage, told, loads }: ChaosResult) =>
      [...faults.map((fault) => damage.counts[fault] ?? 0), told.done ?? 0, told.triggered ?? 0, loads].every((count) => count > 0);
    const isEnough = (result: ChaosResult) => hasHappened(result) || result.violations.length > 0;
    const result = await runChaos({ seed: 4711, seconds: 12, isEnough, mostSeconds: 150, say: quiet });
    expect(result.violations).toEqual([]);
    expect(hasHappened(result)).toBe(true);
  }, 900_000);

  // Some bugs keep others from showing.
  it.each<Partial<Record<Plant, string>>>([
    {
      'lost-outbox': 'a request is not finished',
      'reopened-load': 'a closed row changed',
      'double-activation': 'an access was activated twice',
      'unsent-delivery': 'an accepted trigger was not delivered to every active configuration',
    },
    {
      'unseen-answer': 'a document was loaded again',
      'double-renewal': 'a forced update has not renewed what it updated, once',
      'forgotten-key': 'a repeated key named another request',
    },
  ])(
    'breaks the matching rule for each planted bug: %j',
    async (found) => {
      const planted = Object.keys(found) as Plant[];
      const rulesOf = ({ violations }: ChaosResult) => violations.map(({ rule }) => rule);
      const isEnough = (result: ChaosResult) => Object.values(found).every((rule) => rulesOf(result).includes(rule));
      const result = await runChaos({ seed: 4712, seconds: 6, isEnough, mostSeconds: 126, restSeconds: 5, planted, say: quiet });
      expect(rulesOf(result)).toEqual(expect.arrayContaining(Object.values(found)));
    },
    900_000,
  );
});
