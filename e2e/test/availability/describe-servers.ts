import { describe, expect, it } from '@jest/globals';
import { findProgram, findRedisServer } from '@vigia/local-servers';

/** Tests that need something. Where the machine has none of it the run says so and leaves them out. */
function describeWith(needed: string | undefined, missing: string): (name: string, tests: () => void) => void {
  if (needed) return describe;
  return (name) => {
    process.stderr.write(`left out, because this machine has no ${missing}: ${name}\n`);
    describe(`what needs ${missing}`, () => {
      it('is left out aloud', () => expect(needed).toBeUndefined());
    });
  };
}

export const describeRedis = describeWith(findRedisServer(), 'redis-server');

export const haproxy = findProgram('haproxy', ['/usr/sbin', '/usr/local/sbin']);
export const describeHaproxy = describeWith(haproxy, 'haproxy');
