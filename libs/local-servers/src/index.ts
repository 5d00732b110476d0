export { LocalServerError } from './local-server-error.js';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './postgres/start-embedded-postgres.js';
export { freePort } from './process/free-port.js';
export { stopWhenOrphaned } from './process/server-process.js';
export { findRedisServer, startRedis, type RedisOptions, type RedisServer } from './redis/start-redis.js';
