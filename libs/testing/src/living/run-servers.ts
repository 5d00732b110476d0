import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@vigia/database';
import { findRedisServer, startEmbeddedPostgres, startRedis } from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import { keepLivingSystems } from './living-systems.js';
import pg from 'pg';
import { redisDatabases } from '../system/test-broker.js';
import { makeRunFolder } from '../servers/run-folder.js';
import { compiledVariable, connectionTo, livingSystemsVariable, postgresVariable, redisVariable } from '../servers/server-addresses.js';

interface RunServers {
  stop(): Promise<void>;
}

/** Each of six workers may hold a shared system and one of its own, with the connections of every service; 500 were too few once. */
const maxConnections = 1_000;
const memory = '/dev/shm';
const neededBytes = 4 * 2 ** 30;

/** For a whole test run: one PostgreSQL, one Redis if the machine has it, and the systems that its specs share. */
export async function startRunServers(say: (line: string) => void): Promise<RunServers> {
  if (isRoomy(memory)) process.env.TMPDIR = memory;
  const folder = makeRunFolder();
  process.env[compiledVariable] = join(folder, 'compiled');
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    database: 'vigia_template',
    maxConnections,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  });
  await migrate(postgres.url);
  await migrateBroker(postgres.url);
  await cheapenPassword(postgres.url);
  process.env[postgresVariable] = connectionTo(postgres.url, 'postgres');
  const redis = findRedisServer() ? await startRedis({ dir: folder, extraArgs: ['--databases', String(redisDatabases)] }) : undefined;
  if (redis) process.env[redisVariable] = redis.url;
  else if (process.env.CI) throw new Error('redis-server is missing: in CI the tests run on both brokers');
  else say('No redis-server on this machine: the tests run on the embedded broker only.');
  const living = await keepLivingSystems(folder, say);
  process.env[livingSystemsVariable] = living.url;
  return {
    async stop() {
      await living.stop();
      await Promise.all([postgres.stop(), redis?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** By default a client hashes the password thousands of times for each of the many connections of a run. */
async function cheapenPassword(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(decodeURIComponent(password))}`);
  await client.end();
}

/** A copy of the template is hundreds of files: on an in-memory file system it takes a tenth of the time. */
function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
