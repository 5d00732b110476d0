import { readFileSync } from 'node:fs';

const swc = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));

export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@vigia/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/{apps,libs}/*/{src,test}/**/*.spec.ts', '<rootDir>/{e2e,benchmarks}/test/**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
  transformIgnorePatterns: ['/node_modules/'],
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/jest.servers.mjs',
  globalTeardown: '<rootDir>/jest.servers-down.mjs',
  reporters: ['default', '<rootDir>/jest.closing-line.mjs'],
  testTimeout: 180_000,
  // One more than the cores that it is meant for: most tests wait for other processes most of the time.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
};
