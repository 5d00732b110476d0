import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import { settles } from '../datastore/reach.js';

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

const scripts = {
  unmarkIfEmpty: `
    if redis.call('LLEN', KEYS[1]) > 0 or redis.call('ZCARD', KEYS[2]) > 0 then return 0 end
    redis.call('ZREM', KEYS[3], '0')
    return 1`,
  mark: `return redis.call('ZADD', KEYS[3], 0, '0')`,
};

/** If it fails, a worker looks once more than it needs to, or waits until its wait ends by itself. */
async function run(name: keyof typeof scripts, backend: RedisQueueBackend): Promise<unknown> {
  try {
    const client = await backend.client;
    if (!(name in client)) client.defineCommand(name, { numberOfKeys: 3, lua: scripts[name] });
    return await client.runCommand(name, [backend.toKey('wait'), backend.toKey('prioritized'), backend.toKey('marker')]);
  } catch {
    return null;
  }
}

/** BullMQ ends a wait that has no answer one second later, and reopens its connection. */
const marginMs = 5_000;

/**
 * A worker's wait for a job has a time limit. When a node of a cluster fails, BullMQ closes the waiting connection and waits for its end
 * event. BullMQ may also reopen the connection at the same moment. Then the event never comes, and without the limit the worker would take
 * no more jobs until its process ends.
 *
 * A job with a priority that goes back to its queue leaves no mark in BullMQ. Here it leaves one, as every other job does.
 */
export const redisBackend: BackendFactory<RedisQueueBackend> = (...given) => {
  const redis = createRedisBackend(...given);
  // Goes into one packet with the command that was sent before.
  const backend = sparingLooks(redis, async () => (await run('unmarkIfEmpty', redis)) === 1);
  const waitForJob = backend.waitForJob.bind(backend);
  const moveToWait = backend.moveJobFromActiveToWait.bind(backend);
  const reconnectBlocking = backend.reconnectBlocking.bind(backend);
  return Object.assign(backend, {
    async waitForJob(seconds: number): ReturnType<typeof waitForJob> {
      const waited = waitForJob(seconds);
      return (await settles(waited, seconds * 1000 + marginMs)) ? waited : null;
    },
    async moveJobFromActiveToWait(...given: Parameters<typeof moveToWait>): ReturnType<typeof moveToWait> {
      const moved = await moveToWait(...given);
      await run('mark', redis);
      return moved;
    },
    async reconnectBlocking(): Promise<void> {
      const connected = reconnectBlocking();
      if (await settles(connected, marginMs)) await connected;
    },
  });
};
