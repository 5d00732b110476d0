import { expect, describe, it } from '@jest/globals';
import { WhatWentIn } from './what-went-in.js';

describe('what went in', () => {
  const wentIn = new WhatWentIn();
  wentIn.keep('99990001');
  const secret = wentIn.canary('a key&');

  it.each(['GET /v2/perfiles/99990001/resumen', '"taxId":"99990001"', 'DNI99990001', 'x 99990001'])('is found in %s', (text) => {
    expect(wentIn.foundIn(text)).toEqual([text]);
  });

  it('is found as it is and as an address spells it, with what stands around it', () => {
    const text = `?one=${encodeURIComponent(secret)}&${' '.repeat(500)}${secret}`;
    expect(wentIn.foundIn(text)).toEqual([expect.stringMatching(/^ +a key&-/), expect.stringContaining('?one=a%20key%26-')]);
  });

  it('is not found within a longer number: that is a time, or how long something took', () => {
    expect(wentIn.foundIn('"endTimeUnixNano":"1795539999900010123"')).toEqual([]);
  });
});
