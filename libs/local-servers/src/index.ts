export { LocalServerError } from './local-server-error.js';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './postgres/start-embedded-postgres.js';
export { makeStandby } from './postgres/make-standby.js';
export { freePort } from './process/free-port.js';
export { stopWhenOrphaned } from './process/server-process.js';
export { findRedisServer } from './redis/launch-redis.js';
export { startRedis, type RedisOptions, type RedisServer } from './redis/start-redis.js';
export { startRedisCluster } from './redis/start-redis-cluster.js';
export { startSentinel } from './redis/start-sentinel.js';
