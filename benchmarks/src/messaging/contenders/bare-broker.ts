import { createPostgresBackend, createPostgresRelayBackend, createRedisBackend, DEFAULT_SCHEMA, Queue, Relay, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { Pool } from 'pg';
import { servedAtOnce } from '../contender.js';

type Work = (data: unknown) => Promise<unknown>;

/** BullMQ as in its manual, on either broker. */
export interface BareBroker {
  queue(name: string): Pick<Queue, 'add' | 'close'> & { setMaxListeners(count: number): unknown };
  worker(name: string, work: Work): Pick<Worker, 'waitUntilReady'>;
  relay(): Pick<Relay, 'subscribe' | 'publish' | 'close'>;
  close(): Promise<unknown>;
}

export function openBroker(url: string): BareBroker {
  return url.startsWith('redis:') ? onRedis(url) : onPostgres(url);
}

/**
 * Commands of one turn of the event loop leave in one packet, as ours do. With ioredis' own `enableAutoPipelining` a question alone takes twice
 * as long.
 */
export function openPacked(url: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, options);
  const send = redis.sendCommand.bind(redis);
  const sendCommand: Redis['sendCommand'] = (...command) => {
    const { stream } = redis as { stream?: Redis['stream'] };
    stream?.cork();
    setImmediate(() => stream?.uncork());
    return send(...command);
  };
  return Object.assign(redis, { sendCommand });
}

function onRedis(url: string): BareBroker {
  const sending = openPacked(url);
  const working = openPacked(url, { maxRetriesPerRequest: null });
  return {
    queue: (name) => new Queue(name, { connection: sending }, createRedisBackend),
    worker: (name, work) =>
      new Worker(name, ({ data }) => work(data), { connection: working, concurrency: servedAtOnce }, createRedisBackend),
    relay: () => new Relay({ connection: sending }),
    async close() {
      sending.disconnect();
      working.disconnect();
    },
  };
}

function onPostgres(url: string): BareBroker {
  const connection = new Pool({ connectionString: url, max: 8, options: `-c search_path=${DEFAULT_SCHEMA}` });
  connection.setMaxListeners(0);
  return {
    queue: (name) => new Queue(name, { connection }, createPostgresBackend),
    worker: (name, work) => new Worker(name, ({ data }) => work(data), { connection, concurrency: servedAtOnce }, createPostgresBackend),
    relay: () => new Relay({ connection, backend: createPostgresRelayBackend }),
    close: () => connection.end(),
  };
}
