import { describe, expect, it } from '@jest/globals';
import { describeWith } from '../../src/process/describe-with.js';

describe('describeWith', () => {
  /** What describeWith describes, and how its tests end, in CI or elsewhere. */
  function described(program: string | undefined, ci?: string) {
    const [subjects, failures]: [string[], unknown[]] = [[], []];
    const framework = {
      describe: (name: string, tests: () => void) => {
        subjects.push(name);
        tests();
      },
      it: (_name: string, test: () => void) => {
        const before = process.env.CI;
        if (ci === undefined) delete process.env.CI;
        else process.env.CI = ci;
        try {
          test();
        } catch (error) {
          failures.push((error as Error).message);
        } finally {
          if (before === undefined) delete process.env.CI;
          else process.env.CI = before;
        }
      },
    };
    describeWith(framework, program, 'a-program')('a subject', () => framework.it('passes', () => undefined));
    return { subjects, failures };
  }

  it('describes the tests where the program is installed', () => {
    expect(described('/usr/bin/a-program')).toEqual({ subjects: ['a subject'], failures: [] });
  });

  it('leaves them out where the program is missing, and fails only in CI', () => {
    expect(described(undefined)).toEqual({ subjects: ['what needs a-program'], failures: [] });
    expect(described(undefined, 'true')).toEqual({ subjects: ['what needs a-program'], failures: ['a-program is missing'] });
  });
});
