import { describe, expect, it } from '@jest/globals';
import { canTraverse } from '../../src/postgres/server-user.js';

const user = { uid: 500, gid: 600 };

describe('canTraverse', () => {
  it.each([
    { case: 'others may', folder: { uid: 0, gid: 0, mode: 0o40701 }, expected: true },
    { case: 'others may not', folder: { uid: 0, gid: 0, mode: 0o40700 }, expected: false },
    { case: 'the owner may', folder: { uid: 500, gid: 0, mode: 0o40700 }, expected: true },
    {
      case: 'the owner may not, though others may',
      folder: { uid: 500, gid: 600, mode: 0o40077 },
      expected: false,
    },
    { case: 'the group may', folder: { uid: 0, gid: 600, mode: 0o40710 }, expected: true },
    {
      case: 'the group may not, though others may',
      folder: { uid: 0, gid: 600, mode: 0o40701 },
      expected: false,
    },
    {
      case: 'others may read but not pass',
      folder: { uid: 0, gid: 0, mode: 0o40754 },
      expected: false,
    },
  ])('$case: $expected', ({ folder, expected }) => {
    expect(canTraverse(folder, user)).toBe(expected);
  });
});
