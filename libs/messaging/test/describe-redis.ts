import { describe, it } from '@jest/globals';
import { describeWith, findRedisServer } from '@vigia/local-servers';

export const describeRedis = describeWith({ describe, it }, findRedisServer(), 'redis-server');
