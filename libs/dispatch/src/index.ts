export * from './loop.js';
export * from './due-rows.js';
export * from './outbox.js';
export * from './batches.js';
export * from './bulkhead.js';
