export * from './connection/open-database.js';
export * from './connection/service-roles.js';
export * from './migrations/migrate.js';
export { poolOf } from './statements/run-statement.js';
export * from './statements/transaction.js';
export * from './identity/entities.js';
export * from './profiles/entities.js';
export * from './billing/entities.js';
export * from './webhooks/entities.js';
