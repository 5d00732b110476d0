import { describe, expect, it } from '@jest/globals';
import { isKnownTag } from '../../src/http/domain/negotiation.js';
import { liveTag, textTag, type Tagged } from '../../src/summaries/domain/entity-tag.js';

const row: Tagged = { docType: 'RUC', withheld: [], writtenAt: '2026-11-21 14:00:06.123456+00' };

describe('the tag of a summary', () => {
  it.each<[string, Partial<Tagged>]>([
    ['a profile that was written later', { writtenAt: '2026-11-21 14:00:09.5+00' }],
    ['a forced update that is under way', { refreshing: true }],
    ['a section that the plan leaves out', { withheld: ['laboral'] }],
    ['another kind of document', { docType: 'CE' }],
  ])('differs for %s', (_, change) => {
    expect(liveTag('v2', { ...row, ...change })).not.toBe(liveTag('v2', row));
  });

  it('differs between versions, and is weak', () => {
    expect(liveTag('v1', row)).not.toBe(liveTag('v2', row));
    expect(liveTag('v2', row)).toMatch(/^W\/"[^"]+"$/);
    expect(textTag('a')).toMatch(/^W\/"[^"]+"$/);
    expect(textTag('a')).not.toBe(textTag('b'));
  });

  it.each(['W/"x"', '"x"', '"a", W/"x"', ' W/"a" ,"x" ', '*'])('matches the header %s', (header) => {
    expect(isKnownTag(header, 'W/"x"')).toBe(true);
  });

  it.each([undefined, '', 'x', '"X"', 'W/"xx"', '"a", "b"'])('does not match the header %j', (header) => {
    expect(isKnownTag(header, 'W/"x"')).toBe(false);
  });
});
