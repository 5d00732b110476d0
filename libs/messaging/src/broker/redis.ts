import { Queue, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq';
import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from '../domain/broker-url.js';
import { BrokerStartError, reach, refusalOf, startTimeoutMs } from '../datastore/reach.js';
import { RedisPostbox } from '../replies/redis-postbox.js';
import { redisBackend } from './redis-backend.js';
import { BrokerWorker, type Datastore } from '../datastore/datastore.js';
import { connectTo, infoField, serversOf, type RedisConnection } from '../datastore/redis-connection.js';

const lowestVersion = [6, 2] as const;

/**
 * All commands from one turn of the event loop go into one packet, because waking Redis costs more than most commands. In a busy process a
 * turn handles the answers of many sockets, otherwise the answer of one.
 */
function packTurns(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  const sendCommand: Redis['sendCommand'] = (...command) => {
    const { stream } = redis as { stream?: Redis['stream'] };
    stream?.cork();
    setImmediate(() => stream?.uncork());
    return send(...command);
  };
  Object.assign(redis, { sendCommand });
}

/**
 * Workers and postboxes duplicate their connection. A duplicate that is closed while Redis is away may keep trying to connect, so this
 * keeps all of them in order to end them.
 */
function keepCopies(connection: RedisConnection, copies: RedisConnection[]): void {
  const duplicate = connection.duplicate.bind(connection) as (...how: unknown[]) => RedisConnection;
  const keep = (...how: unknown[]) => {
    const copy = duplicate(...how);
    copies.push(copy);
    return copy;
  };
  Object.assign(connection, { duplicate: keep });
}

/** One connection sends, one takes jobs, one receives replies, and each worker adds one that blocks. */
export async function openRedis(address: RedisAddress, prefix: string, onTrouble: (error: Error) => void): Promise<Datastore> {
  const producer = connectTo(address, 1).on('error', onTrouble);
  const tag = `{${prefix}}`;
  // A cluster counts as available to this installation while the node with its keys answers.
  const ping = () => producer.exists(`${tag}:ping`);
  try {
    await reach(ping(), startTimeoutMs);
    const skip = producer instanceof Cluster ? onTrouble : undefined;
    await Promise.all(serversOf(producer).map((server) => check(server, skip)));
  } catch (error) {
    producer.disconnect();
    throw error;
  }
  const copies: RedisConnection[] = [];
  const consumer = connectTo(address, null).on('error', onTrouble);
  for (const connection of [producer, consumer]) {
    keepCopies(connection, copies);
    if (connection instanceof Redis) packTurns(connection);
  }
  // One hash tag keeps all keys in one slot, so that the same settings work on a cluster. The version was checked above: one failure of
  // BullMQ's own check would leave a queue unusable.
  const shared = { prefix: tag, skipVersionCheck: true };
  return {
    // If a worker is killed as it wakes up, its job waits for the next worker that looks.
    quietSeconds: 5,
    openQueue: (name: string, options: Omit<QueueOptions, 'connection'>) =>
      new Queue(name, { ...options, ...shared, connection: producer }, redisBackend),
    openWorker: (name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>) =>
      new BrokerWorker(name, processor, { ...options, ...shared, connection: consumer }, redisBackend),
    openPostbox: (_service: string, address: string, onTrouble: (error: Error) => void) =>
      new RedisPostbox(producer, consumer, tag, address, onTrouble),
    // A Redis without memory or with a full disk still answers reads. A write that stores nothing is refused as every other is.
    async ping() {
      await producer.set(`${tag}:ping`, '', 'XX');
    },
    async close() {
      // ioredis waits two seconds for the end of a connection, even of one that BullMQ has already ended.
      for (const connection of [producer, consumer, ...copies]) if (connection.status !== 'end') connection.disconnect();
    },
  };
}

/** A master of a cluster that is away is skipped: this installation may have no keys there. */
async function check(server: Redis, skip: ((error: Error) => void) | undefined): Promise<void> {
  try {
    assertUsable(await reach(server.info(), startTimeoutMs));
  } catch (error) {
    if (!skip || error instanceof BrokerStartError || refusalOf(error)) throw error;
    skip(error as Error);
  }
}

function assertUsable(info: string): void {
  const version = infoField(info, 'redis_version');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < lowestVersion[0] || (major === lowestVersion[0] && minor < lowestVersion[1])) {
    throw new BrokerStartError(`Redis ${lowestVersion.join('.')} or newer is needed, this is ${version}`);
  }
  const policy = infoField(info, 'maxmemory_policy');
  if (policy !== 'noeviction') {
    throw new BrokerStartError(`Redis must run with maxmemory-policy noeviction, not ${policy}: it would evict jobs and locks`);
  }
}
