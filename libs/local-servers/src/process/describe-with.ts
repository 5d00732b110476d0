type Describe = (name: string, tests: () => void) => void;

/** The functions that a spec imports from its test framework; outside a test run they do not exist. */
interface Framework {
  describe: Describe & { skip: Describe };
  it: (name: string, test: () => void) => void;
}

/**
 * Tests that need a program. If the machine lacks it, the run says so and counts them as skipped. CI installs it, so there its absence is a
 * failure.
 */
export function describeWith({ describe, it }: Framework, program: string | undefined, name: string): Describe {
  if (program) return describe;
  return (subject, tests) => {
    process.stderr.write(`left out, because this machine has no ${name}: ${subject}\n`);
    if (!process.env.CI) return describe.skip(subject, tests);
    describe(`what needs ${name}`, () => {
      it('is not left out in CI', () => {
        throw new Error(`${name} is missing`);
      });
    });
  };
}
