import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedisServer, startEmbeddedPostgres, startRedis } from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import { Redis } from 'ioredis';
import { Client } from 'pg';

export type BrokerKind = 'redis' | 'postgres';

export interface Servers {
  postgresUrl: string;
  brokers: { kind: BrokerKind; url: string }[];
  stop(): Promise<void>;
}

/** Without a redis-server on this machine only the embedded broker is measured. */
export async function startServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-bench-'));
  // The database server runs as another user than root.
  await chmod(folder, 0o711);
  const redis = findRedisServer() ? await startRedis({ dir: join(folder, 'redis') }) : undefined;
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await migrateBroker(postgres.url);
  return {
    postgresUrl: postgres.url,
    brokers: [...(redis ? [{ kind: 'redis' as const, url: redis.url }] : []), { kind: 'postgres', url: postgres.url }],
    async stop() {
      await Promise.all([redis?.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function describeMachine({ brokers }: Servers): Promise<string> {
  const versions = await Promise.all(brokers.map(({ kind, url }) => (kind === 'redis' ? redisVersion(url) : postgresVersion(url))));
  return [`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`, `Node ${process.versions.node}`, ...versions].join(', ');
}

async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url);
  const info = await redis.info('server');
  redis.disconnect();
  return `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1]}`;
}

async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return `PostgreSQL ${rows[0]?.server_version}`;
}
