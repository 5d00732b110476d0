export * from './logging/correlation.js';
export * from './logging/logger.js';
