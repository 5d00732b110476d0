import { Client } from 'pg';
import { parseBrokerUrl, type RedisAddress } from '../domain/broker-url.js';
import { reach, startFault } from '../datastore/reach.js';
import { connectTo, infoField } from '../datastore/redis-connection.js';

interface InspectedBroker {
  kind: 'redis' | 'postgres';
  version: string;
  clockMs: number;
  /** Only of Redis. */
  memoryPolicy?: string;
  usedMemory?: number;
  /** 0: only the limit of the machine. */
  memoryLimit?: number;
  /** Only of PostgreSQL. */
  isReadOnly?: boolean;
}

const connectTimeoutMs = 5_000;

/** What the server of a broker reports about itself, even if no service would start on it. */
export async function inspectBroker(url: string): Promise<InspectedBroker> {
  const address = parseBrokerUrl(url);
  let reported: Error | undefined;
  try {
    return address.kind === 'postgres' ? await inspectPostgres(url) : await inspectRedis(address, (error) => (reported = error));
  } catch (error) {
    throw startFault(url, error, reported);
  }
}

async function inspectRedis(address: RedisAddress, report: (error: Error) => void): Promise<InspectedBroker> {
  const redis = connectTo(address, 1).on('error', report);
  try {
    const [info, [seconds, microseconds]] = await reach(Promise.all([redis.info(), redis.time()]), connectTimeoutMs);
    return {
      kind: 'redis',
      version: infoField(info, 'redis_version'),
      clockMs: Number(seconds) * 1000 + Number(microseconds) / 1000,
      memoryPolicy: infoField(info, 'maxmemory_policy'),
      usedMemory: Number(infoField(info, 'used_memory')),
      memoryLimit: Number(infoField(info, 'maxmemory')),
    };
  } finally {
    redis.disconnect();
  }
}

async function inspectPostgres(url: string): Promise<InspectedBroker> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  try {
    await client.connect();
    const { rows } = await client.query<Omit<InspectedBroker, 'kind'>>(
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as "clockMs",
              current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    return { kind: 'postgres', ...rows[0]! };
  } finally {
    await client.end().catch(() => undefined);
  }
}
