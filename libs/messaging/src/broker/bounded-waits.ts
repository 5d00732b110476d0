import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import { settles } from './reach.js';
import { sparingLooks, unmarkIfEmpty } from './spared-looks.js';

/** BullMQ ends a wait that has no answer one second later, and reopens its connection. */
const marginMs = 5_000;

/**
 * A worker's wait for a job has a time limit. When a node of a cluster fails, BullMQ closes the waiting connection and waits for its end
 * event. BullMQ may also reopen the connection at the same moment. Then the event never comes, and without the limit the worker would take
 * no more jobs until its process ends.
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
