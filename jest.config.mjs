import './test-runner/typescript.mjs';

// Jest starts its workers with the options of this process.
process.execArgv.push('--import', new URL('./test-runner/typescript.mjs', import.meta.url).href);
// By default V8 begins with little room for new objects, and collects often until it has grown.
process.execArgv.push('--min-semi-space-size=16');

const tiers = {
  unit: { testRegex: String.raw`(?<!\.(service|system))\.spec\.ts$` },
  service: { testRegex: String.raw`\.service\.spec\.ts$`, servers: true },
  system: { testRegex: String.raw`\.system\.spec\.ts$`, servers: true },
};

const servers = { globalSetup: '<rootDir>/test-runner/servers.mjs', globalTeardown: '<rootDir>/test-runner/servers-down.mjs' };

export default {
  rootDir: import.meta.dirname,
  projects: Object.entries(tiers).map(([displayName, { testRegex, servers: needsServers }]) => ({
    displayName,
    rootDir: import.meta.dirname,
    roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/e2e', '<rootDir>/benchmarks'],
    modulePathIgnorePatterns: ['/dist/'],
    testRegex,
    runtime: '<rootDir>/test-runner/runtime.cjs',
    testEnvironment: '<rootDir>/test-runner/environment.cjs',
    injectGlobals: false,
    resolver: '<rootDir>/test-runner/resolver.cjs',
    transform: {},
    setupFiles: ['reflect-metadata', '<rootDir>/test-runner/seeded.mjs'],
    ...(needsServers ? servers : {}),
  })),
  reporters: ['default', '<rootDir>/test-runner/closing-lines.mjs'],
  testTimeout: 300_000,
  waitForUnhandledRejections: true,
  testSequencer: '<rootDir>/test-runner/longest-first.cjs',
  // Three times the cores that it is meant for: with four workers one core in six had nothing to do.
  maxWorkers: 6,
  // Also keeps Jest from running a single file in its own process.
  workerIdleMemoryLimit: '1GB',
  // By default half a second: too little on a busy machine to give a large heap back and to write down what Node has compiled.
  workerGracefulExitTimeout: 30_000,
};
