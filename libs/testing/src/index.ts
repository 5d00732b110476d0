export * from './servers/run-servers.js';
export * from './servers/self-signed.js';
export * from './databases/test-database.js';
export * from './system/test-broker.js';
export * from './system/service-process.js';
export { createCorporation, type TestCorporation } from './system/corporations.js';
export * from './system/system.js';
export * from './requests/api-client.js';
export * from './wait-until.js';
