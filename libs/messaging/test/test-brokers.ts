import { findRedisServer, startEmbeddedPostgres, startRedis } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateBroker } from '../src/index.js';

export interface TestBroker {
  url: string;
  down(): Promise<void>;
  up(): Promise<void>;
  /** Forgets everything, as seen by clients that stay connected. */
  wipe(): Promise<void>;
  /** Until the returned function is called, the broker answers reads and refuses writes. */
  refuseWrites(): Promise<() => Promise<void>>;
  /** Until the returned function is called, writes get no answer. */
  stall(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

async function redis(): Promise<TestBroker> {
  const scratch = makeScratchDir();
  const server = await startRedis({ dir: scratch.path });
  return {
    url: server.url,
    down: () => server.kill(),
    up: () => server.start(),
    wipe: async () => {
      await server.kill();
      await server.start();
    },
    refuseWrites: async () => {
      const operator = new Redis(server.url);
      await operator.config('SET', 'min-replicas-to-write', 1);
      return async () => {
        await operator.config('SET', 'min-replicas-to-write', 0);
        await operator.quit();
      };
    },
    stall: async () => {
      const operator = new Redis(server.url);
      await operator.client('PAUSE', 60_000, 'WRITE');
      return async () => {
        await operator.client('UNPAUSE');
        await operator.quit();
      };
    },
    stop: async () => {
      await server.kill();
      scratch.remove();
    },
  };
}

async function postgres(): Promise<TestBroker> {
  const scratch = makeScratchDir();
  const options = { dataDir: join(scratch.path, 'data'), settings: { fsync: 'off' } };
  let server = await startEmbeddedPostgres(options);
  const { url, port } = server;
  await migrateBroker(url);
  return {
    url,
    down: () => server.kill(),
    up: async () => {
      server = await startEmbeddedPostgres({ ...options, port });
    },
    wipe: () => truncateBrokerTables(url),
    refuseWrites: async () => {
      const setting = 'default_transaction_read_only';
      await asOperator(url, `ALTER SYSTEM SET ${setting} = on`, 'SELECT pg_reload_conf()');
      return () => asOperator(url, `SET ${setting} = off`, `ALTER SYSTEM RESET ${setting}`, 'SELECT pg_reload_conf()');
    },
    stall: async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${await tableNames(client)} IN EXCLUSIVE MODE`);
      return () => client.end();
    },
    stop: async () => {
      await server.kill();
      scratch.remove();
    },
  };
}

async function truncateBrokerTables(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`TRUNCATE ${await tableNames(client)} RESTART IDENTITY`);
  } finally {
    await client.end();
  }
}

async function tableNames(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename <> 'migration'`,
  );
  return rows.map(({ name }) => name).join(', ');
}

async function asOperator(url: string, ...commands: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const command of commands) await client.query(command);
  } finally {
    await client.end();
  }
}

/** Open to other users, because PostgreSQL does not run as root. */
export function makeScratchDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'vigia-messaging-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** CI has both brokers; a machine without Redis tests only the other one. */
export const availableBrokers = [
  { kind: 'postgres', start: postgres },
  ...(findRedisServer() || process.env['CI'] ? [{ kind: 'redis', start: redis }] : []),
];
