import { describe, expect, it } from '@jest/globals';
import { chromium } from '../../src/browser/chromium.js';

/** Tests that need a browser. Where the machine has none the run says so and leaves them out; CI installs one, so there it must be there. */
export const describeBrowser: (name: string, tests: () => void) => void = chromium ? describe : leaveOut;

function leaveOut(name: string): void {
  process.stderr.write(`left out, because this machine has no Chromium: ${name}\n`);
  describe('what needs a browser', () => {
    it('is not left out in CI', () => {
      expect(process.env.CI).toBeUndefined();
    });
  });
}
