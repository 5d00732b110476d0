import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import { settles } from './reach.js';
import { sparingLooks, unmarkIfEmpty } from './spared-looks.js';

/** BullMQ ends a wait that has no answer after one second more, and opens its connection again. */
const marginMs = 5_000;

/**
 * A worker's wait for work has an end. When a node of a cluster fails, BullMQ closes the waiting connection and waits until it is told of its end. If that connection is opened
 * again in the same moment, which BullMQ also does, nobody tells, and the worker would take no job for as long as its process lives.
 */
export const redisBackend: BackendFactory<RedisQueueBackend> = (...given) => {
  const redis = createRedisBackend(...given);
  const backend = sparingLooks(redis, () => unmarkIfEmpty(redis));
  const waitForJob = backend.waitForJob.bind(backend);
  const reconnectBlocking = backend.reconnectBlocking.bind(backend);
  return Object.assign(backend, {
    async waitForJob(seconds: number): ReturnType<typeof waitForJob> {
      const waited = waitForJob(seconds);
      return (await settles(waited, seconds * 1000 + marginMs)) ? waited : null;
    },
    async reconnectBlocking(): Promise<void> {
      const connected = reconnectBlocking();
      if (await settles(connected, marginMs)) await connected;
    },
  });
};
