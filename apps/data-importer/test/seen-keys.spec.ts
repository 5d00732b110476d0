import { describe, expect, it } from '@jest/globals';
import { SeenKeys } from '../src/reading/seen-keys.js';

describe('the keys of a file', () => {
  it('are each new once, however many there are', () => {
    const seen = new SeenKeys();
    const keys = Array.from({ length: 100_000 }, (_, i) => `entry ${i}`);
    expect(keys.every((key) => seen.add(key))).toBe(true);
    expect(keys.some((key) => seen.add(key))).toBe(false);
  });

  it('are repeated if they differ by a NUL, which the table does not keep', () => {
    const seen = new SeenKeys();
    expect([seen.add('NK-1'), seen.add('NK-1\u0000')]).toEqual([true, false]);
  });
});
