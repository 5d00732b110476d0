import { describe, expect, it } from '@jest/globals';
import { WhatWentIn } from './what-went-in.js';

describe('the search for input in a text', () => {
  it('finds input in plain and percent-encoded form, with its surroundings', () => {
    const wentIn = new WhatWentIn();
    wentIn.keep('99990001');
    const secret = wentIn.canary('a key&');
    const far = ' '.repeat(500);
    const text = `"taxId":"99990001"${far}GET /?one=${encodeURIComponent(secret)}`;
    expect(wentIn.foundIn(text)).toEqual([
      expect.stringMatching(/^"taxId":"99990001" {199,}$/),
      expect.stringMatching(/^ {100,}GET \/\?one=a%20key%26-/),
    ]);
  });
});
