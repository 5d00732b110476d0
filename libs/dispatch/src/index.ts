export * from './loop.js';
export * from './outbox.js';
export * from './batches.js';
