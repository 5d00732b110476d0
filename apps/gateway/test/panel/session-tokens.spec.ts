import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { parseKeyRing } from '@vigia/service-kit';
import { SessionTokens } from '../../src/sessions/session-tokens.js';

const [old, young] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64url')}`) as [string, string];
const tokensWith = (keys: string) => new SessionTokens({ jwtKeys: parseKeyRing(keys) });

it('a session token is recognized by every key in force, and an invented one by none', () => {
  const before = tokensWith(old).make();
  const during = tokensWith(`${young},${old}`);
  const after = tokensWith(young);
  expect([during.isOurs(before), after.isOurs(before)]).toEqual([true, false]);
  expect(after.isOurs(during.make())).toBe(true);
  expect(before).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const last = before.at(-2) === 'A' ? 'B' : 'A';
  expect(during.isOurs(`${before.slice(0, -2)}${last}${before.at(-1)}`)).toBe(false);
  for (let tried = 0; tried < 1_000; tried += 1) expect(during.isOurs(randomBytes(32).toString('base64url'))).toBe(false);
  expect(during.isOurs('')).toBe(false);
});
