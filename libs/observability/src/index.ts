export * from './failpoints/failpoint.js';
export * from './logging/document-mark.js';
export * from './logging/logger.js';
export * from './logging/told-error.js';
export * from './tracing/trace-context.js';
