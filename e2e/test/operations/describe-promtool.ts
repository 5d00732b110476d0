import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const isThere = spawnSync('promtool', ['--version']).error === undefined;

/** Tests that need Prometheus' own tool. Where the machine has none the run says so and leaves them out; CI installs it. */
export const describePromtool: (name: string, tests: () => void) => void = isThere ? describe : leaveOut;

function leaveOut(name: string): void {
  process.stderr.write(`left out, because this machine has no promtool: ${name}\n`);
  describe('what needs promtool', () => {
    it('is not left out in CI', () => {
      expect(process.env.CI).toBeUndefined();
    });
  });
}
