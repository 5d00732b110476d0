import { randomUUID } from 'node:crypto';
import { isRefusal } from '../datastore/reach.js';
import { batchName, type Batch } from '../domain/envelope.js';
import type { JobQueue } from '../jobs/job-queue.js';

/** Few enough that the replicas of an owner share the work. */
const mostTogether = 8;

type Request = Batch['requests'][number];

/** A job with requests that somebody still waits for. */
export interface Journey {
  jobId: string;
  awaited: number;
}

interface Leaving {
  request: Request;
  leave: (journey: Promise<Journey>) => void;
}

/** Requests to one queue that leave in the same turn of the event loop travel in one job. */
export class Departures {
  private readonly leaving = new Map<string, Leaving[]>();

  /** Ends when the broker has taken the request. */
  add(queue: JobQueue<unknown>, request: Request): Promise<Journey> {
    return new Promise((leave) => {
      const together = this.leaving.get(queue.name) ?? this.gather(queue);
      together.push({ request, leave });
    });
  }

  private gather(queue: JobQueue<unknown>): Leaving[] {
    const together: Leaving[] = [];
    this.leaving.set(queue.name, together);
    setImmediate(() => {
      this.leaving.delete(queue.name);
      while (together.length > 0) depart(queue, together.splice(0, mostTogether));
    });
    return together;
  }
}

/** A job of one request. */
export async function departAlone(queue: JobQueue<unknown>, request: Request): Promise<Journey> {
  await queue.add([request]);
  return { jobId: request.id, awaited: 1 };
}

/** If the broker refuses the batch, because it is too large, each request leaves alone. */
function depart(queue: JobQueue<unknown>, together: Leaving[]): void {
  const [first, ...others] = together;
  if (!first) return;
  if (others.length === 0) return first.leave(departAlone(queue, first.request));
  const journey = { jobId: `batch-${randomUUID()}`, awaited: together.length };
  const data: Batch = { v: 1, requests: together.map(({ request }) => request) };
  const added = queue.add([{ id: journey.jobId, name: batchName, data }]);
  for (const { request, leave } of together) {
    const alone = (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return departAlone(queue, request);
    };
    leave(added.then(() => journey, alone));
  }
}

/** Removes the job, unless a worker has started it, once nobody waits for any of its requests. */
export async function giveUp(queue: JobQueue<unknown>, journey: Journey): Promise<void> {
  journey.awaited -= 1;
  if (journey.awaited === 0) await queue.withdraw(journey.jobId);
}
