import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../domain/broker-url.js';

/** To one Redis, which may be another one after a failover, or to all nodes of a cluster. */
export type RedisConnection = Redis | Cluster;

const retryStrategy = (attempt: number) => Math.min(200 * attempt, 2000);

const connectionOptions: RedisOptions = {
  keepAlive: 10_000,
  /** Longer than any blocking read: finds connections whose other end has silently gone. */
  socketTimeout: 15_000,
};

/** A machine that does not answer at all must not keep a connection from the next one. */
const connectTimeout = 2000;

/**
 * A master that has become a replica answers on and refuses to write. A new connection goes to where the name leads now, or to the master that the sentinels name. What
 * is kept until it can be sent is sent there; anything else fails, because those who push again and again would fill the memory.
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
    enableTLSForSentinelMode: tls,
  });
}

/** The servers that hold data: one, or the masters of a cluster once its nodes are known. */
export function serversOf(connection: RedisConnection): Redis[] {
  return connection instanceof Cluster ? connection.nodes('master') : [connection];
}
