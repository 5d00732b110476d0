import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { limitOf, limits, tooMany } from '../src/limits/limit.js';
import { PeerTurns } from '../src/limits/peer-turns.js';
import { WholeReads } from '../src/limits/whole-reads.js';
import { PasswordHashing } from '../src/panel/sign-in/password-hashing.js';

describe('the limit that refused a call', () => {
  it('is named by one of the words of docs/deployment.md', () => {
    const page = readFileSync('docs/deployment.md', 'utf8');
    const words = [...page.matchAll(/^- `limit` (.+?): /gm)].flatMap(([, named]) =>
      [...named!.matchAll(/`(\w+)`/g)].map(([, word]) => word),
    );
    expect(words.toSorted()).toEqual(limits.toSorted());
  });

  it('changes nothing in the answer', () => {
    for (const limit of ['requests', 'secrets', 'reads'] as const) {
      const { code, params, status, message } = VigiaError.of('too_many_requests', { seconds: 3 });
      expect(tooMany(limit, 3)).toMatchObject({ code, params, status, message });
      expect(Object.keys(tooMany(limit, 3))).toEqual(Object.keys(VigiaError.of('too_many_requests', { seconds: 3 })));
    }
    expect(tooMany('documents', 3)).toMatchObject({ code: 'too_many_documents', params: { seconds: 3 } });
  });

  it('is known for every 429: what the gateway did not refuse itself, a service has', () => {
    expect(limitOf(tooMany('files', 1))).toBe('files');
    expect(limitOf(VigiaError.of('too_many_requests', { seconds: 1 }))).toBe('other_service');
    expect(limitOf(VigiaError.of('not_found'))).toBeUndefined();
  });

  const never = () => new Promise<never>(() => {});
  const noPassword = { address: '203.0.113.1', isWhereOwnerWas: false };
  const hashing = new PasswordHashing();
  const [turns, reads] = [new PeerTurns({ waiting: 0 }), new WholeReads()];

  it.each([
    ['reads', 'of a service', () => turns.take('one', never)],
    ['reads', 'of all profiles', () => reads.turn('one', never)],
    ['hashing', 'of passwords from one network', () => hashing.hash('una contraseña', noPassword)],
  ] as const)('is %s for too many %s at once', async (limit, _what, work) => {
    const refused = await Promise.race(Array.from({ length: 100 }, () => work().then(never, (error: VigiaError) => error)));
    expect(limitOf(refused)).toBe(limit);
  });
});
