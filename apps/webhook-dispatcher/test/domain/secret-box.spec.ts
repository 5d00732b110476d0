import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseKeyRing } from '@vigia/service-kit';
import { currentSealPrefix, seal, unseal } from '../../src/domain/secret-box.js';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;

describe('a sealed secret', () => {
  const oldKey = key('k1');
  const keys = parseKeyRing(oldKey);

  it('opens for its column and row, and never looks the same twice', () => {
    const sealed = seal('canary ñ', 'column of a row', keys);
    expect(unseal(sealed, 'column of a row', keys)).toBe('canary ñ');
    expect(sealed).not.toContain('canary');
    expect(seal('canary ñ', 'column of a row', keys)).not.toBe(sealed);
    expect(unseal(seal('', 'column of a row', keys), 'column of a row', keys)).toBe('');
  });

  it('does not open elsewhere or with one bit changed', () => {
    const sealed = seal('canary', 'column of a row', keys);
    expect(() => unseal(sealed, 'elsewhere', keys)).toThrow('unable to authenticate');
    const parts = sealed.split(':');
    for (const part of [2, 3, 4]) {
      const bytes = Buffer.from(parts[part]!, 'base64url');
      bytes[0]! ^= 1;
      expect(() => unseal(parts.with(part, bytes.toString('base64url')).join(':'), 'column of a row', keys)).toThrow(
        'unable to authenticate',
      );
    }
    expect(() => unseal('v1:k1', 'column of a row', keys)).toThrow('malformed');
  });

  it('names its key, so that keys can be rotated', () => {
    const sealed = seal('canary', 'column of a row', keys);
    const both = parseKeyRing(`${key('k2')},${oldKey}`);
    expect(unseal(sealed, 'column of a row', both)).toBe('canary');
    expect(sealed.startsWith(currentSealPrefix(keys))).toBe(true);
    expect(seal('canary', 'column of a row', both).startsWith(currentSealPrefix(both))).toBe(true);
    expect(currentSealPrefix(both)).toBe('v1:k2:');
    expect(() => unseal(sealed, 'column of a row', parseKeyRing(key('k3')))).toThrow('k1');
  });
});
