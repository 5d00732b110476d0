import { describe, expect, it } from '@jest/globals';
import { findRedisServer } from '@vigia/local-servers';

/** Tests that need a program. Where the machine has none the run says so and leaves them out. */
function describeWith(program: string | undefined, missing: string): (name: string, tests: () => void) => void {
  if (program) return describe;
  return (name) => {
    process.stderr.write(`left out, because this machine has no ${missing}: ${name}\n`);
    describe(`what needs ${missing}`, () => {
      it('is left out aloud', () => expect(program).toBeUndefined());
    });
  };
}

export const describeRedis = describeWith(findRedisServer(), 'redis-server');
