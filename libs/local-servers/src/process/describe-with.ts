type Describe = (name: string, tests: () => void) => void;

/** What a spec imports from its test framework: outside of a test run there is none. */
interface Framework {
  describe: Describe;
  it: (name: string, test: () => void) => void;
}

/** Tests that need a program. Where the machine lacks it the run says so and leaves them out; CI installs it, so there that is a failure. */
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
