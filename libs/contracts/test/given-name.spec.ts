import { describe, expect, it } from '@jest/globals';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { givenName, givenNamePattern } from '../src/panel/given-name.js';
import { panelOperations } from '../src/panel/operations.js';

describe('the pattern of a name that a person gives', () => {
  const isName = (text: string) => Check(givenName(80), text);

  it.each(['', '   ', '\u00a0', '\u200b', '\u2800\u3164', '\ufeff', '\u00ad \u2060', '\ufe0f'])(
    'refuses a name without a visible character: %j',
    (text) => {
      expect(isName(text)).toBe(false);
    },
  );

  it.each(['\u202eevil', 'a\u2067b', 'a\u200f', 'a\u061cb', 'a\nb', 'a\u2028b', 'a\u0085b', 'a\u0000', 'a\u007f'])(
    'refuses a name with a bidirectional or control character: %j',
    (text) => {
      expect(isName(text)).toBe(false);
    },
  );

  it.each([
    'Ñ',
    ' Luz',
    'José Núñez ',
    '李',
    '\u{1f642}',
    '\u2764\ufe0f',
    '\u{1f469}\u200d\u{1f4bb}',
    'نمی\u200cدانم',
    '=1+1',
    'x'.repeat(80),
  ])('accepts any other name as it is: %j', (text) => {
    expect(isName(text)).toBe(true);
  });

  it('is also that of the reason for an act, which others read', () => {
    const reasons = panelOperations.flatMap(({ path, body }) => {
      const { reason, accept } = (body?.schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
      return [reason, accept]
        .filter((one) => one !== undefined)
        .map((one) => ({ path, blank: Check(one, '   '), plain: Check(one, 'cortesía') }));
    });
    expect(reasons.length).toBeGreaterThan(5);
    expect(reasons.filter(({ blank, plain }) => blank || !plain)).toEqual([]);
  });

  it('refuses a text of a million characters in one pass', () => {
    const pattern = new RegExp(givenNamePattern, 'u');
    for (const text of [`${'a'.repeat(1_000_000)}\n`, ' '.repeat(1_000_000)]) expect(pattern.test(text)).toBe(false);
  });
});
