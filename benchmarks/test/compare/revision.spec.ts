import { expect, it } from '@jest/globals';
import { buildRevision } from '../../src/compare/revision.js';

it.each(['no-such-branch', '--all'])('a revision that does not exist, %s, is refused before anything is built', async (asked) => {
  await expect(buildRevision(asked)).rejects.toThrow(`--compare: ${asked} is no revision of this repository`);
});
