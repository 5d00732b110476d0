import { Redis } from 'ioredis';
import type { TestDatabase } from '../databases/test-database.js';
import { redisVariable } from '../servers/server-addresses.js';
import { waitUntil } from '../wait-until.js';

export type BrokerKind = 'redis' | 'postgres';

/** For `describe.each`: both brokers, or only the embedded one if the machine has no Redis. */
export function testedBrokers(): BrokerKind[] {
  return process.env[redisVariable] ? ['redis', 'postgres'] : ['postgres'];
}

/** Far more than one run needs, so that no two tests get the same one. */
export const redisDatabases = 4_096;

/** For tests that do not depend on the broker: Redis if the machine has it. */
export function anyBroker(): BrokerKind {
  return testedBrokers()[0]!;
}

/** The embedded broker is in the database of the test; on Redis every test gets its own logical database. */
export async function brokerUrl(kind: BrokerKind, databaseUrl: string): Promise<string> {
  if (kind === 'postgres') return databaseUrl;
  const redis = new Redis(process.env[redisVariable]!);
  try {
    return `${process.env[redisVariable]}/${await redis.incr('last test')}`;
  } finally {
    redis.disconnect();
  }
}

/** As if the broker had restarted empty; connections to it stay open. */
export async function forgetJobs(url: string, database: TestDatabase): Promise<void> {
  if (url.startsWith('redis')) {
    const redis = new Redis(url);
    await redis.flushdb();
    redis.disconnect();
    return;
  }
  const tables = await database.query<{ name: string }>(
    `SELECT format('bullmq.%I', tablename) AS name FROM pg_tables
     WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%' AND tablename NOT LIKE '%version%'`,
  );
  const truncate = `TRUNCATE ${tables.map(({ name }) => name).join(', ')}`;
  // A process that works on the tables may win a deadlock, so this retries.
  await waitUntil(async () => (await database.query(truncate), true), { what: 'the broker forgets' });
}
