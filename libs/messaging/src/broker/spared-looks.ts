import type { RedisQueueBackend } from 'bullmq';

type Looks = Pick<RedisQueueBackend, 'moveToActive' | 'waitForJob'>;

/** What BullMQ answers a worker for whom there is no job: no data, no id, no limit of rate, no delay. */
const nothing: unknown[] = [null, 0, 0, 0];

/**
 * A worker with room for more looks for a second job as soon as it has one. Then it waits, but the job that was taken has left a mark for other workers which ends the wait, so
 * it looks once more. Where that found nothing the last time, the first of the two looks is spared: a job that has come meanwhile is found by the second. That is a
 * script of about ten commands for each job of a quiet queue.
 */
export function sparingLooks<Backend extends Looks>(backend: Backend): Backend {
  const moveToActive = backend.moveToActive.bind(backend);
  const waitForJob = backend.waitForJob.bind(backend);
  let hasJustTaken = false;
  let isSecondLook = false;
  let isQuiet = false;
  return Object.assign(backend, {
    async moveToActive(...given: Parameters<typeof moveToActive>): ReturnType<typeof moveToActive> {
      if (hasJustTaken && isQuiet) {
        [hasJustTaken, isSecondLook] = [false, true];
        return nothing;
      }
      const wasToBeEmpty = hasJustTaken || isSecondLook;
      isSecondLook = false;
      const taken = await moveToActive(...given);
      hasJustTaken = Boolean(taken[0]);
      if (wasToBeEmpty) isQuiet = !hasJustTaken;
      return taken;
    },
    /** Only what directly follows a job may be spared: after a wait the worker was called. */
    waitForJob(...given: Parameters<typeof waitForJob>): ReturnType<typeof waitForJob> {
      hasJustTaken = false;
      return waitForJob(...given);
    },
  });
}
