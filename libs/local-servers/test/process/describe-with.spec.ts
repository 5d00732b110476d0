import { describe, expect, it } from '@jest/globals';
import { describeWith } from '../../src/process/describe-with.js';

describe('describeWith', () => {
  /** What becomes of tests that need a program: which subjects are tested, which are skipped, and how the tests fail. */
  function described(program: string | undefined, ci?: string) {
    const [subjects, skipped, failures]: [string[], string[], unknown[]] = [[], [], []];
    const tested = (name: string, tests: () => void) => {
      subjects.push(name);
      tests();
    };
    const framework = {
      describe: Object.assign(tested, { skip: (name: string) => void skipped.push(name) }),
      it: (_name: string, test: () => void) => {
        try {
          test();
        } catch (error) {
          failures.push((error as Error).message);
        }
      },
    };
    if (ci === undefined) delete process.env.CI;
    else process.env.CI = ci;
    describeWith(framework, program, 'a-program')('a subject', () => framework.it('passes', () => undefined));
    return { subjects, skipped, failures };
  }

  it('describes the tests where the program is installed', () => {
    expect(described('/usr/bin/a-program')).toEqual({ subjects: ['a subject'], skipped: [], failures: [] });
  });

  it('skips them where the program is missing, and fails in CI', () => {
    expect(described(undefined)).toEqual({ subjects: [], skipped: ['a subject'], failures: [] });
    expect(described(undefined, 'true')).toEqual({ subjects: ['what needs a-program'], skipped: [], failures: ['a-program is missing'] });
  });
});
