import { describe, it } from '@jest/globals';
import { describeWith, findProgram, findRedisServer } from '@vigia/local-servers';

export const describeRedis = describeWith({ describe, it }, findRedisServer(), 'redis-server');

export const haproxy = findProgram('haproxy', ['/usr/sbin', '/usr/local/sbin']);
export const describeHaproxy = describeWith({ describe, it }, haproxy, 'haproxy');
