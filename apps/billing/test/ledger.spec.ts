import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entryKinds } from '@vigia/contracts';
import { type Balances, nothing, post, sameBalances, UnbalancedPostingError } from '../src/domain/ledger.js';

/** The balances after a posting, unchanged if the posting is refused. */
function posted(...[balances, kind, months]: Parameters<typeof post>): Balances {
  try {
    return post(balances, kind, months);
  } catch (error) {
    if (!(error instanceof UnbalancedPostingError)) throw error;
    return balances;
  }
}

describe('the ledger', () => {
  it('never lets a balance fall below zero, and its balances always add up to the granted months', () => {
    const posting = fc.record({ kind: fc.constantFrom(...entryKinds), months: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 60 }), (postings) => {
        let balances: Balances = { granted: 40, available: 40, held: 0, consumed: 0 };
        for (const { kind, months } of postings) {
          balances = posted(balances, kind, months);
          expect(Math.min(...Object.values(balances))).toBeGreaterThanOrEqual(0);
          expect(balances.available + balances.held + balances.consumed).toBe(balances.granted);
        }
      }),
    );
  });

  it('commits or voids only months that are held, and refuses fractions and negative months', () => {
    const held = post(post(nothing, 'grant', 12), 'hold', 4);
    expect(held).toEqual({ granted: 12, available: 8, held: 4, consumed: 0 });
    expect(post(held, 'commit', 4)).toEqual({ granted: 12, available: 8, held: 0, consumed: 4 });
    expect(sameBalances(post(held, 'void', 4), post(nothing, 'grant', 12))).toBe(true);
    expect(sameBalances(held, post(nothing, 'grant', 12))).toBe(false);
    expect(() => post(held, 'commit', 5)).toThrow(UnbalancedPostingError);
    expect(() => post(held, 'hold', 1.5)).toThrow(UnbalancedPostingError);
    expect(() => post(held, 'deduct', -1)).toThrow(UnbalancedPostingError);
  });
});
