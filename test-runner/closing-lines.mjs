import { relative } from 'node:path';

const howManySlowest = 10;

/** The duration of a run, and one plain line at the very end for readers of the whole log. */
export default class ClosingLines {
  #rootDir;

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults, numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    const files = testResults.map(({ testFilePath, perfStats, displayName, testResults: tests }) => ({
      path: relative(this.#rootDir, testFilePath),
      // Jest does not say the tier of a file that it could not load.
      tier: displayName?.name ?? 'could not be loaded',
      tests: tests.length,
      seconds: perfStats.runtime / 1000,
    }));
    console.log('\nSeconds spent in specs, several files at a time:');
    for (const tier of new Set(files.map((file) => file.tier))) {
      const own = files.filter((file) => file.tier === tier);
      console.log(`${seconds(sum(own, 'seconds'))}  ${tier}: ${sum(own, 'tests')} tests in ${own.length} files`);
    }
    console.log('The slowest files:');
    const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, howManySlowest);
    for (const file of slowest) console.log(`${seconds(file.seconds)}  ${file.path}`);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    console.log(`\n${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed${skipped}`);
  }
}

function sum(files, field) {
  return files.reduce((total, file) => total + file[field], 0);
}

function seconds(value) {
  return value.toFixed(1).padStart(8);
}
