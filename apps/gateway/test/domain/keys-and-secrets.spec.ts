import { describe, expect, it } from '@jest/globals';
import { hashSecret, newSecret, parseKeyRing, secretMatches } from '../../src/authentication/domain/credentials.js';

const encoded = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64url');
const [old, young] = [`p1:${encoded(1)}`, `p2:${encoded(2)}`];

describe('a key ring', () => {
  it('uses the first key for new values and knows the others', () => {
    const ring = parseKeyRing(`${young}, ${old}`);
    expect(ring.current).toBe('p2');
    expect([...ring.keys]).toEqual([
      ['p2', Buffer.alloc(32, 2)],
      ['p1', Buffer.alloc(32, 1)],
    ]);
  });

  it.each([
    ['no text', '', 'must read id:base64url'],
    ['no id', encoded(1), 'must read id:base64url'],
    ['an empty entry', `${old},`, 'must read id:base64url'],
    ['a path for an id', `../p:${encoded(1)}`, 'must read id:base64url'],
    ['another alphabet', `p1:${encoded(1)}+/=`, 'must read id:base64url'],
    ['a short key', `p1:${encoded(1, 31)}`, 'key p1 must have at least 32 bytes'],
    ['one id twice', `${old},p1:${encoded(2)}`, 'two keys one id'],
  ])('is refused with %s, without its keys in the message', (_, text, message) => {
    expect(() => parseKeyRing(text)).toThrow(message);
    expect(() => parseKeyRing(text)).not.toThrow(encoded(1).slice(0, 10));
  });
});

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
