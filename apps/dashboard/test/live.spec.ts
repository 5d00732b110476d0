import { describe, expect, it } from '@jest/globals';
import { liveSubjects } from '@vigia/contracts';
import { missedBetween } from '../src/gateway/live.ts';
import { lookAgainFor, lookAgainInList } from '../src/webhooks/events/delivery.ts';

describe('what a page reads anew after a break of its stream', () => {
  it('is nothing where nothing has changed, and everything where it had heard nothing before', () => {
    expect(missedBetween('a.b.c.d.e', 'a.b.c.d.e')).toEqual([]);
    expect(new Set(missedBetween('', 'a.b.c.d.e'))).toEqual(
      new Set(
        ['loads', 'profiles', 'session', 'portfolio', 'quota', 'quota/charges', 'contracts', 'webhooks', 'events', 'deliveries'].map(
          (path) => `/panel/v1/${path}`,
        ),
      ),
    );
  });

  it.each(liveSubjects)('is what belongs to %s where that alone has changed', (what) => {
    const before = liveSubjects.map(() => 'same');
    const now = before.map((mark, i) => (liveSubjects[i] === what ? 'other' : mark));
    expect(missedBetween(before.join('.'), now.join('.'))).toContain(`/panel/v1/${what}`);
  });
});

describe('a load', () => {
  it('has its charges read anew, even if it writes nothing to the ledger of a quota', () => {
    const same = liveSubjects.map(() => 'same');
    const loaded = liveSubjects.map((what) => (what === 'loads' ? 'other' : 'same'));
    expect(missedBetween(same.join('.'), loaded.join('.'))).toContain('/panel/v1/quota/charges');
  });
});

describe('a list of deliveries', () => {
  const pending = { health: 'PENDING', nextAttemptAt: new Date(0).toISOString() } as const;
  const often = Number(lookAgainFor([pending]));

  it('is read again as often as one delivery while a delivery in it is under way, and otherwise never', () => {
    expect(often).toBeGreaterThan(0);
    expect(lookAgainInList([pending], { before: undefined, failure: undefined })).toBe(often);
    expect(lookAgainInList([{ ...pending, health: 'SUCCEEDED' }], {})).toBe(false);
    expect(lookAgainInList([{ ...pending, health: 'SUCCEEDED' }], { failure: 'dns' })).toBe(false);
  });

  it.each(['before', 'after', 'httpClass', 'failure'])('is read again less often where %s may make the server read much', (name) => {
    expect(lookAgainInList([pending], { [name]: '2' })).toBe(10 * often);
  });
});
