import { Queue, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { RedisAddress } from '../domain/broker-url.js';
import { BrokerStartError, reach } from './reach.js';
import { RedisPostbox } from '../replies/redis-postbox.js';
import { redisBackend } from './bounded-waits.js';
import { BrokerWorker, type Datastore } from './datastore.js';
import { connectTo, serversOf, type RedisConnection } from './redis-connection.js';

const lowestVersion = [6, 2] as const;
/** Sentinels or the nodes of a cluster are asked first, and some of them may be away. */
const openTimeoutMs = 10_000;

/**
 * All commands that one round of the event loop brings leave in one packet, because waking Redis up costs more than most commands. What a round brings are the
 * answers of many sockets where there is much to do, and of one where there is little.
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

/** Workers and postboxes copy their connection. A copy that is closed while Redis is away may go on trying to connect, so all are kept to be ended. */
function keepCopies(connection: RedisConnection, copies: RedisConnection[]): void {
  const duplicate = connection.duplicate.bind(connection) as (...how: unknown[]) => RedisConnection;
  const keep = (...how: unknown[]) => {
    const copy = duplicate(...how);
    copies.push(copy);
    return copy;
  };
  Object.assign(connection, { duplicate: keep });
}

/** One connection sends, one takes work, one hears replies, and each worker adds one that blocks. */
export async function openRedis(address: RedisAddress, prefix: string, onTrouble: (error: Error) => void): Promise<Datastore> {
  const producer = connectTo(address, 1).on('error', onTrouble);
  const tag = `{${prefix}}`;
  // A cluster answers for this installation as long as the node answers that has its keys.
  const ping = () => producer.exists(`${tag}:ping`);
  try {
    await reach(ping(), address.kind === 'single' ? undefined : openTimeoutMs);
    for (const server of serversOf(producer)) assertUsable(await reach(server.info()));
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
  // One hash tag keeps all keys in one slot, so that the same settings run on a cluster.
  // The version was checked above; BullMQ's own check would, when it fails once, leave a queue dead for good.
  const shared = { prefix: tag, skipVersionCheck: true };
  return {
    // The job of a worker that was killed as it woke up waits for the next one that looks.
    quietSeconds: 5,
    openQueue: (name: string, options: Omit<QueueOptions, 'connection'>) =>
      new Queue(name, { ...options, ...shared, connection: producer }, redisBackend),
    openWorker: (name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>) =>
      new BrokerWorker(name, processor, { ...options, ...shared, connection: consumer }, redisBackend),
    openPostbox: (_service: string, address: string, onTrouble: (error: Error) => void) =>
      new RedisPostbox(producer, consumer, tag, address, onTrouble),
    async ping() {
      await ping();
    },
    async close() {
      // ioredis waits two seconds for the end of a connection, even of one that BullMQ has already ended.
      for (const connection of [producer, consumer, ...copies]) if (connection.status !== 'end') connection.disconnect();
    },
  };
}

function assertUsable(info: string): void {
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  const [major = 0, minor = 0] = field('redis_version').split('.').map(Number);
  if (major < lowestVersion[0] || (major === lowestVersion[0] && minor < lowestVersion[1])) {
    throw new BrokerStartError(`Redis ${lowestVersion.join('.')} or newer is needed, this is ${field('redis_version')}`);
  }
  const policy = field('maxmemory_policy');
  if (policy !== 'noeviction') {
    throw new BrokerStartError(`Redis must run with maxmemory-policy noeviction, not ${policy}: it would evict jobs and locks`);
  }
}
