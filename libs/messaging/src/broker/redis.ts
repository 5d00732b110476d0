import { createRedisBackend, Queue, Relay, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { BrokerStartError, reach } from './reach.js';
import { BrokerWorker, relayOptions, type Datastore } from './datastore.js';

const lowestVersion = [6, 2] as const;

const connectionOptions: RedisOptions = {
  retryStrategy: (attempt) => Math.min(200 * attempt, 2000),
  keepAlive: 10_000,
  /** Longer than any blocking read: finds connections whose other end has silently gone. */
  socketTimeout: 15_000,
};

/** All commands of one tick leave in one packet, because waking Redis up costs more than most commands. */
function packTurns(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  const sendCommand: Redis['sendCommand'] = (...command) => {
    const { stream } = redis as { stream?: Redis['stream'] };
    stream?.cork();
    process.nextTick(() => stream?.uncork());
    return send(...command);
  };
  Object.assign(redis, { sendCommand });
}

/** Workers and relays copy their connection. A copy that is closed while Redis is away may go on trying to connect, so all are kept to be ended. */
function keepCopies(redis: Redis, copies: Redis[]): void {
  const duplicate: (override?: Partial<RedisOptions>) => Redis = redis.duplicate.bind(redis);
  const keep = (override?: Partial<RedisOptions>) => {
    const copy = duplicate(override);
    copies.push(copy);
    return copy;
  };
  Object.assign(redis, { duplicate: keep });
}

/** One connection sends, one takes work, and each worker and relay adds one that blocks. */
export async function openRedis(url: string, prefix: string, onTrouble: (error: Error) => void): Promise<Datastore> {
  const producer = new Redis(url, { ...connectionOptions, maxRetriesPerRequest: 1 }).on('error', onTrouble);
  try {
    assertUsable(await reach(producer.info()));
  } catch (error) {
    producer.disconnect();
    throw error;
  }
  const copies: Redis[] = [];
  const consumer = new Redis(url, { ...connectionOptions, maxRetriesPerRequest: null }).on('error', onTrouble);
  for (const redis of [producer, consumer]) {
    keepCopies(redis, copies);
    packTurns(redis);
  }
  // One hash tag keeps all keys in one slot, so that the same settings run on a cluster.
  // The version was checked above; BullMQ's own check would, when it fails once, leave a queue dead for good.
  const shared = { prefix: `{${prefix}}`, skipVersionCheck: true };
  return {
    kind: 'redis',
    // The job of a worker that was killed as it woke up waits for the next one that looks.
    quietSeconds: 5,
    openQueue: (name: string, options: Omit<QueueOptions, 'connection'>) =>
      new Queue(name, { ...options, ...shared, connection: producer }, createRedisBackend),
    openWorker: (name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>) =>
      new BrokerWorker(name, processor, { ...options, ...shared, connection: consumer }, createRedisBackend),
    openRelay: (service: string) => new Relay({ ...relayOptions, ...shared, connection: producer, namespace: prefix, name: service }),
    async ping() {
      await producer.ping();
    },
    async close() {
      // ioredis waits two seconds for the end of a connection, even of one that BullMQ has already ended.
      for (const redis of [producer, consumer, ...copies]) if (redis.status !== 'end') redis.disconnect();
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
