import { describe, expect, it } from '@jest/globals';
import { liveSubjects } from '@vigia/contracts';
import { missedBetween } from '../src/gateway/live.ts';

describe('what a page reads anew after a break of its stream', () => {
  it('is nothing where nothing has changed, and everything where it had heard nothing before', () => {
    expect(missedBetween('a.b.c.d.e', 'a.b.c.d.e')).toEqual([]);
    expect(new Set(missedBetween('', 'a.b.c.d.e'))).toEqual(
      new Set(
        ['loads', 'profiles', 'session', 'portfolio', 'quota', 'contracts', 'webhooks', 'events', 'deliveries'].map(
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
