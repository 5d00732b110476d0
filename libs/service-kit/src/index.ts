export * from './configuration/setting.js';
export { keyRing, parseKeyRing, type KeyRing } from './configuration/key-ring.js';
export * from './configuration/read-settings.js';
export { errorAnswer, errorBody, retryAfterSeconds, toVigiaError, type ErrorBody } from './http/error-response.js';
export { OperationsController, Readiness, type ReadinessCheck } from './operations/readiness.js';
export * from './start/base-settings.js';
export { LOGGER, SETTINGS } from './start/context-module.js';
export * from './start/service.js';
export * from './start/run.js';
