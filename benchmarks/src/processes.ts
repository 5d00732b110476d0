import { Redis } from 'ioredis';
import pg from 'pg';
import { databasePid } from './processor-time.js';
import type { Servers } from './servers.js';
import type { RunningSystem } from './system.js';

/** The process ids of each kind. */
export type Processes = Record<string, number[]>;

const services = { gateway: 'gateway', loader: 'profile-loader', billing: 'billing', dispatcher: 'webhook-dispatcher' } as const;

/** Every process of a running product. */
export async function processesOf(system: RunningSystem): Promise<Processes> {
  const ofServices = Object.entries(services).map(([name, service]) => [name, system.replicas(service).map(({ pid }) => pid)] as const);
  return { ...Object.fromEntries(ofServices), ...(await serversOf(system.servers)), simulator: [system.simulator.pid] };
}

export async function serversOf({ postgresUrl, brokers }: Servers): Promise<Processes> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  const PostgreSQL = [await databasePid(async (text) => (await client.query<{ pid: number }>(text)).rows)];
  await client.end();
  const redis = brokers.find(({ kind }) => kind === 'redis');
  return redis ? { PostgreSQL, Redis: [await redisPid(redis.url)] } : { PostgreSQL };
}

async function redisPid(url: string): Promise<number> {
  const redis = new Redis(url);
  const info = await redis.info('server');
  redis.disconnect();
  return Number(/^process_id:(\d+)/m.exec(info)![1]);
}
