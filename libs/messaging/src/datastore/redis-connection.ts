import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../domain/broker-url.js';

/** A connection to one Redis, which may change in a failover, or to all nodes of a cluster. */
export type RedisConnection = Redis | Cluster;

const retryStrategy = (attempt: number) => Math.min(200 * attempt, 2000);

const connectionOptions: RedisOptions = {
  keepAlive: 10_000,
  /** Longer than any blocking read: detects dead connections. */
  socketTimeout: 15_000,
};

/** A machine that does not answer at all must not prevent a connection to the next one. */
const connectTimeout = 2000;

/**
 * A master that has become a replica still answers but refuses writes. Then a new connection goes to the current address of the name, or to
 * the master that the sentinels name. Commands that are kept until they can be sent go to the new connection. All others fail, because
 * callers that push again and again would fill the memory.
 */
const followMaster = (maxRetriesPerRequest: number | null) => ({
  retryStrategy,
  reconnectOnError: ({ message }: Error): 1 | 2 | false => message.includes('READONLY') && (maxRetriesPerRequest === null ? 2 : 1),
});

/** `null` keeps a command until it can be sent, however long that takes. */
export function connectTo(address: RedisAddress, maxRetriesPerRequest: number | null): RedisConnection {
  const options = { ...connectionOptions, maxRetriesPerRequest };
  if (address.kind === 'single') return new Redis(address.url, { ...options, ...followMaster(maxRetriesPerRequest) });
  const { hosts, username, password, tls } = address;
  const access = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }), connectTimeout };
  if (address.kind === 'cluster') {
    return new Cluster(hosts, { redisOptions: { ...options, ...access }, clusterRetryStrategy: retryStrategy });
  }
  const { master, db, sentinel } = address;
  return new Redis({
    ...options,
    ...access,
    ...followMaster(maxRetriesPerRequest),
    sentinelRetryStrategy: retryStrategy,
    sentinels: hosts,
    name: master,
    db,
    ...(sentinel.username && { sentinelUsername: sentinel.username }),
    ...(sentinel.password && { sentinelPassword: sentinel.password }),
    // `tls` alone concerns neither: this one is for the master, the next one for the sentinels.
    enableTLSForSentinelMode: tls,
    ...(tls && { sentinelTLS: {} }),
  });
}

/** The servers that hold data: one, or the masters of a cluster once its nodes are known. */
export function serversOf(connection: RedisConnection): Redis[] {
  return connection instanceof Cluster ? connection.nodes('master') : [connection];
}

/** A field of what a server reports about itself; empty if it does not report the field. */
export function infoField(info: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
}
