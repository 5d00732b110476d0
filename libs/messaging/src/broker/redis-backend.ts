import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import { settles } from './reach.js';

type Looks = Pick<RedisQueueBackend, 'moveToActive' | 'waitForJob'>;

/** What BullMQ answers a worker if there is no job: no data, no id, no rate limit, no delay. */
const nothing: unknown[] = [null, 0, 0, 0];

/**
 * BullMQ leaves a mark with every job that is taken, even with the last one of its queue. The mark wakes a worker that finds nothing, and
 * the worker that took the job also looks for a second one.
 * Here, a worker that was woken removes the mark if no other job waits, and goes straight back to its wait. This saves two scripts of about
 * ten commands for each job of a quiet queue. A job that arrives meanwhile leaves its own mark, which ends that wait. On a busy queue,
 * where no worker waits, nothing changes.
 */
export function sparingLooks<Backend extends Looks>(backend: Backend, unmarkIfEmpty: () => Promise<boolean>): Backend {
  const moveToActive = backend.moveToActive.bind(backend);
  const waitForJob = backend.waitForJob.bind(backend);
  let wasCalled = false;
  let hasTakenTheLast = false;
  return Object.assign(backend, {
    async moveToActive(...given: Parameters<typeof moveToActive>): ReturnType<typeof moveToActive> {
      if (hasTakenTheLast) {
        hasTakenTheLast = false;
        return nothing;
      }
      if (!wasCalled) return moveToActive(...given);
      wasCalled = false;
      const [taken, isEmpty] = await Promise.all([moveToActive(...given), unmarkIfEmpty()]);
      hasTakenTheLast = isEmpty && Boolean(taken[0]);
      return taken;
    },
    async waitForJob(...given: Parameters<typeof waitForJob>): ReturnType<typeof waitForJob> {
      [wasCalled, hasTakenTheLast] = [false, false];
      const mark = await waitForJob(...given);
      wasCalled = mark !== null;
      return mark;
    },
  });
}

const command = 'unmarkIfEmpty';
const lua = `
  if redis.call('LLEN', KEYS[1]) > 0 or redis.call('ZCARD', KEYS[2]) > 0 then return 0 end
  redis.call('ZREM', KEYS[3], '0')
  return 1`;

/** Goes into one packet with the command that was sent before. If it fails, the mark stays, and a worker looks once more. */
async function unmarkIfEmpty(backend: RedisQueueBackend): Promise<boolean> {
  try {
    const client = await backend.client;
    if (!(command in client)) client.defineCommand(command, { numberOfKeys: 3, lua });
    return (await client.runCommand(command, [backend.toKey('wait'), backend.toKey('prioritized'), backend.toKey('marker')])) === 1;
  } catch {
    return false;
  }
}

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
