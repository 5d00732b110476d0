import { describe, expect, it } from '@jest/globals';
import { releasedCommit } from '../release/released.js';
import { releaseBefore } from './release-before.js';

describe('the release before', () => {
  it('is the commit that was asked for', () => {
    process.env.VIGIA_RELEASE_BEFORE = 'HEAD';
    expect(releaseBefore()).toMatch(/^[0-9a-f]{40}$/);
  });

  it('is refused where the commit that was asked for is not there', () => {
    process.env.VIGIA_RELEASE_BEFORE = 'mistyped';
    expect(releaseBefore).toThrow('VIGIA_RELEASE_BEFORE is mistyped, which names no commit of this history');
  });

  it('is the recorded commit, or none in a clone without history', () => {
    delete process.env.VIGIA_RELEASE_BEFORE;
    expect([releasedCommit(), undefined]).toContain(releaseBefore());
  });
});
