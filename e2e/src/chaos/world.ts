import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@vigia/database';
import {
  findRedisServer,
  freePort,
  startEmbeddedPostgres,
  startRedis,
  type EmbeddedPostgres,
  type RedisServer,
} from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import { createCorporation, createWebhook, receiversOnThisMachine, startServiceProcess, type TestCorporation } from '@vigia/testing';
import pg from 'pg';
import type { Random } from './random.js';
import { payloadVersions, startReceivers, type Receivers } from './receivers.js';
import { Slot } from './slot.js';

const replicas = { gateway: 2, 'profile-loader': 3, billing: 2, 'webhook-dispatcher': 2 };

/** Deadlines short enough to be reached within a run. */
export const shortDeadlines = {
  VIGIA_BROKER_LOCK_MS: '2000',
  VIGIA_SOURCE_TIMEOUT_MS: '1500',
  VIGIA_TASK_DEADLINE_MS: '12000',
  VIGIA_LOAD_DEADLINE_MS: '20000',
  VIGIA_LOAD_WAIT_MS: '6000',
  VIGIA_START_TIMEOUT_MS: '4000',
  VIGIA_RESERVE_TIMEOUT_MS: '1500',
  VIGIA_ABANDONED_AFTER_MS: '8000',
  VIGIA_RATE_PER_SECOND: '10000',
  VIGIA_RATE_BURST: '10000',
  VIGIA_WEBHOOK_ANSWER_MS: '1000',
  VIGIA_WEBHOOK_TOKEN_MS: '100',
  VIGIA_WEBHOOK_RETRIES: '200ms,300ms,500ms,1s,1s,1s,1s,2s,2s,2s',
};

/** A running product with customers, whichever way its servers and replicas were started. */
export interface Scene {
  brokerUrl: string;
  gatewayUrls: string[];
  corporations: TestCorporation[];
  receivers: Receivers;
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
}

/** The product with its own servers, with every replica in a slot. Nothing of it outlives `stop`. */
export interface World extends Scene {
  slots: Slot[];
  hasRedis: boolean;
  loseRedis(): Promise<void>;
  crashPostgres(): Promise<void>;
  stop(): Promise<void>;
}

export async function buildWorld(random: Random): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-chaos-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const openPostgres = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), port, maxConnections: 400 });
  let postgres = await openPostgres();
  const redis: RedisServer | undefined = findRedisServer() ? await startRedis({ dir: folder }) : undefined;
  const brokerUrl = redis?.url ?? postgres.url;
  await migrate(postgres.url);
  await migrateBroker(brokerUrl);
  const simulator = await startServiceProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0', VIGIA_SIMULATOR_TIME_SCALE: '0.01' });
  const key = () => `k1:${randomBytes(32).toString('base64url')}`;
  const receivers = await startReceivers(random);
  const shared = {
    ...shortDeadlines,
    ...receiversOnThisMachine,
    DATABASE_URL: postgres.url,
    VIGIA_BROKER_URL: brokerUrl,
    VIGIA_SOURCES_URL: simulator.url,
    VIGIA_JWT_KEYS: key(),
    VIGIA_SECRET_PEPPERS: key(),
    VIGIA_WEBHOOK_KEYS: key(),
  };
  const slots: Slot[] = [];
  const gatewayUrls: string[] = [];
  for (const [service, count] of Object.entries(replicas)) {
    for (let i = 1; i <= count; i += 1) {
      const own = await freePort();
      if (service === 'gateway') gatewayUrls.push(`http://127.0.0.1:${own}`);
      slots.push(new Slot(`${service}-${i}`, service, { ...shared, VIGIA_PORT: String(own) }));
    }
  }
  await Promise.all(slots.map((slot) => slot.up()));
  const corporations = await addCustomers(brokerUrl, receivers);
  return {
    slots,
    brokerUrl,
    gatewayUrls,
    corporations,
    receivers,
    hasRedis: redis !== undefined,
    query: (sql, params) => query(postgres.url, sql, params),
    async loseRedis() {
      if (!redis) return;
      await redis.kill();
      await assertNobodyListens(redis.port);
      await redis.start();
    },
    async crashPostgres() {
      await postgres.kill();
      await assertNobodyListens(port);
      postgres = await openPostgres();
    },
    async stop() {
      await Promise.all(slots.map((slot) => slot.stop()));
      await simulator.kill('SIGKILL');
      receivers.close();
      await Promise.all([postgres.stop(), redis?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two customers who pay by month and two who paid in advance; each receives summaries in both versions. */
export async function addCustomers(brokerUrl: string, receivers: Receivers): Promise<TestCorporation[]> {
  const corporations: TestCorporation[] = [];
  for (const kind of ['monthly', 'one_time', 'monthly', 'one_time'] as const) corporations.push(await createCorporation(brokerUrl, kind));
  for (const { corporationId } of corporations) {
    for (const payloadVersion of payloadVersions)
      await createWebhook(brokerUrl, corporationId, { url: receivers.urlOf(corporationId, payloadVersion), payloadVersion });
  }
  return corporations;
}

async function query<Row>(url: string, sql: string, params?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query(sql, params)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function assertNobodyListens(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  const answer = await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => error.code);
  socket.destroy();
  if (answer !== 'ECONNREFUSED') throw new Error(`port ${port} is still open after its server was killed`);
}
