type Describe = (name: string, tests: () => void) => void;

/** The functions that a spec imports from its test framework; outside a test run they do not exist. */
interface Framework {
  describe: Describe;
  it: (name: string, test: () => void) => void;
}

/**
 * Tests that need a program. If the machine lacks it, the run says so and skips them. CI installs it, so there its absence is a failure.
 */
export function describeWith({ describe, it }: Framework, program: string | undefined, name: string): Describe {
  if (program) return describe;
  return (subject) => {
    process.stderr.write(`left out, because this machine has no ${name}: ${subject}\n`);
    describe(`what needs ${name}`, () => {
      it('is not left out in CI', () => {
        if (process.env.CI) throw new Error(`${name} is missing`);
      });
    });
  };
}
