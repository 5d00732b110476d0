export * from './failpoints/failpoint.js';
export * from './logging/correlation.js';
export * from './logging/logger.js';
export * from './logging/nest-logger.js';
export * from './logging/told-error.js';
export * from './tracing/trace-context.js';
export * from './tracing/flush-traces.js';
