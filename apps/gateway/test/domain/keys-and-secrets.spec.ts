import { describe, expect, it } from '@jest/globals';
import { parseKeyRing } from '@vigia/service-kit';
import { hashSecret, newSecret, secretMatches } from '../../src/authentication/domain/credentials.js';

const pepper = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64url')}`;
const [old, young] = [pepper('p1', 1), pepper('p2', 2)];

describe('a stored secret', () => {
  const before = parseKeyRing(old);
  const during = parseKeyRing(`${young},${old}`);
  const after = parseKeyRing(young);

  it('matches itself and nothing else', () => {
    const { accessSecret } = newSecret();
    const stored = hashSecret(accessSecret, before);
    expect(stored.secretHash.toString('latin1')).not.toContain(accessSecret);
    expect(secretMatches(accessSecret, stored, before)).toBe(true);
    for (const other of [newSecret().accessSecret, accessSecret.slice(0, -1), `${accessSecret} `, accessSecret.toUpperCase(), '']) {
      expect(secretMatches(other, stored, before)).toBe(false);
    }
  });

  it('matches as long as its pepper is known', () => {
    const stored = hashSecret('vs_x', before);
    expect(secretMatches('vs_x', stored, during)).toBe(true);
    expect(secretMatches('vs_x', stored, after)).toBe(false);
    expect(hashSecret('vs_x', during)).toEqual(hashSecret('vs_x', after));
    expect(hashSecret('vs_x', after).secretHash).not.toEqual(stored.secretHash);
  });

  it('matches nothing if it does not exist', () => {
    expect(secretMatches('vs_x', undefined, before)).toBe(false);
  });

  it('is unique, with 43 random characters, and its access key has another form', () => {
    const drawn = Array.from({ length: 100 }, newSecret);
    expect(new Set(drawn.flatMap(({ accessKey, accessSecret }) => [accessKey, accessSecret])).size).toBe(200);
    for (const { accessKey, accessSecret } of drawn) {
      expect(accessKey).toMatch(/^vk_[0-9a-f]{24}$/);
      expect(accessSecret).toMatch(/^vs_[A-Za-z0-9_-]{43}$/);
    }
  });
});
