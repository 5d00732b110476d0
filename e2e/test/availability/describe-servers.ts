import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findRedisServer } from '@vigia/local-servers';

/** Tests that need something. Where the machine has none of it the run says so and leaves them out. */
export function describeWith(needed: string | undefined, missing: string): (name: string, tests: () => void) => void {
  if (needed) return describe;
  return (name) => {
    process.stderr.write(`left out, because this machine has no ${missing}: ${name}\n`);
    describe(`what needs ${missing}`, () => {
      it('is left out aloud', () => expect(needed).toBeUndefined());
    });
  };
}

export const describeRedis = describeWith(findRedisServer(), 'redis-server');

export const haproxy = findProgram('haproxy');
export const describeHaproxy = describeWith(haproxy, 'haproxy');

/** The first program of that name on the PATH or where a system keeps its servers. */
function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
