/** One plain line at the very end, for whoever reads the log of a whole run. */
export default class ClosingLine {
  onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
    console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
  }
}
