import { expect, it } from '@jest/globals';
import { buildRevision } from '../../src/compare/revision.js';

it.each(['no-such-branch', '--all'])('--compare refuses the unknown revision %s before it builds anything', async (asked) => {
  await expect(buildRevision(asked)).rejects.toThrow(`--compare: ${asked} is no revision of this repository`);
});
