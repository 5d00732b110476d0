import { describe, expect, it } from '@jest/globals';
import type { VigiaError } from '@vigia/contracts';
import { PasswordHashing } from '../../src/panel/sign-in/password-hashing.js';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('passwords to compare', () => {
  const compare = (hashing: PasswordHashing, address: string, isWhereOwnerWas = false) =>
    hashing.matches('una equivocada', null, { address, isWhereOwnerWas }).then(
      () => 'compared',
      (error: VigiaError) => error.code,
    );

  it('are ten at most of one network, and those of another network do not wait for all of them', async () => {
    const hashing = new PasswordHashing();
    const ended: string[] = [];
    const noted = async (network: string, comparison: Promise<string>) => ended.push(`${network} ${await comparison}`);
    const crowd = Array.from({ length: 12 }, (_, i) => noted('crowd', compare(hashing, `2001:db8::${i}`)));
    await Promise.all([...crowd, noted('other', compare(hashing, '203.0.113.1'))]);
    expect(ended.toSorted()).toEqual([...times(10, 'crowd compared'), ...times(2, 'crowd too_many_requests'), 'other compared']);
    expect(ended.at(-1)).toBe('crowd compared');
  });

  it('of owners are compared however many guesses come from ever new networks', async () => {
    const hashing = new PasswordHashing();
    const guesses = Array.from({ length: 105 }, (_, i) => compare(hashing, `198.51.100.${i}`));
    expect(await compare(hashing, '203.0.113.1')).toBe('unavailable');
    expect(await compare(hashing, '203.0.113.1', true)).toBe('compared');
    expect((await Promise.all(guesses)).toSorted()).toEqual([...times(100, 'compared'), ...times(5, 'unavailable')]);
  });
});
