export { freePort } from './process/free-port.js';
export { stopWhenOrphaned } from './process/stop-when-orphaned.js';
export { LocalServerError } from './local-server-error.js';
export { startEmbeddedPostgres } from './postgres/start-embedded-postgres.js';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './postgres/start-embedded-postgres.js';
export { findRedisServer } from './redis/find-redis-server.js';
export { startRedis } from './redis/start-redis.js';
export type { RedisOptions, RedisServer } from './redis/start-redis.js';
