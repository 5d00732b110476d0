import { randomInt } from 'node:crypto';
import { redisVariable } from '../servers/server-addresses.js';

export type BrokerKind = 'redis' | 'postgres';

/** For `describe.each`: both brokers, or the embedded one alone where the machine has no Redis. */
export function testedBrokers(): BrokerKind[] {
  return process.env[redisVariable] ? ['redis', 'postgres'] : ['postgres'];
}

const redisDatabases = 256;

/** The embedded broker lives in the test's own database; on Redis every test gets a logical database to itself. */
export function brokerUrl(kind: BrokerKind, databaseUrl: string): string {
  if (kind === 'postgres') return databaseUrl;
  return `${process.env[redisVariable]}/${randomInt(1, redisDatabases)}`;
}
