export * from './loop.js';
export * from './lease.js';
export * from './outbox.js';
export * from './batches.js';
export * from './batches-by-key.js';
