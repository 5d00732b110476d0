import { mock } from 'node:test';
import { expect, it } from '@jest/globals';

type Result = { testFilePath: string; perfStats: { runtime: number }; displayName?: { name: string }; testResults: object[] };
type Reporter = { onRunComplete(contexts: unknown, results: object): void };

it('the closing lines of a run count a file that could not be loaded by itself, and what was skipped', async () => {
  const { default: ClosingLines } = (await import(new URL('../../test-runner/closing-lines.mjs', import.meta.url).href)) as {
    default: new (config: { rootDir: string }) => Reporter;
  };
  const ran = { testFilePath: '/x/a.spec.ts', perfStats: { runtime: 2000 }, displayName: { name: 'unit' }, testResults: [{}, {}] };
  const broken = { testFilePath: '/x/b.spec.ts', perfStats: { runtime: 0 }, testResults: [] };
  const testResults: Result[] = [ran, broken];
  const log = mock.method(console, 'log', () => undefined);
  try {
    new ClosingLines({ rootDir: '/x' }).onRunComplete([], {
      testResults,
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 3,
      numRuntimeErrorTestSuites: 1,
    });
    const lines = log.mock.calls.map(({ arguments: [line] }) => String(line).trim());
    expect(lines).toEqual(expect.arrayContaining(['2.0  unit: 2 tests in 1 files', '0.0  could not be loaded: 0 tests in 1 files']));
    expect(lines.at(-1)).toBe('2 passed, 1 failed, 3 skipped');
  } finally {
    log.mock.restore();
  }
});
