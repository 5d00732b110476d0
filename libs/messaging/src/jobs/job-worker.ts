import { WaitingError, type Job, type Telemetry } from 'bullmq';
import { settles } from '../datastore/reach.js';
import type { BrokerWorker, Datastore } from '../datastore/datastore.js';
import { HandlerTimeoutError, JobReturnedError } from './run-handler.js';
import { TakenSlots } from './taken-slots.js';

export interface ArrivedJob {
  id: string;
  name: string;
  data: unknown;
  signal: AbortSignal;
  /** For a job with several slots, before its end. */
  giveBackSlot: () => void;
}

/** The jobs that all workers of a queue together, in every process, may begin per window. A window opens with its first job. */
export interface Rate {
  max: number;
  perMs: number;
}

export interface WorkerSettings {
  /** How many slots this worker has. */
  concurrency: number;
  /** How many of them a job takes; otherwise each takes one. */
  slotsOf?: (job: Pick<ArrivedJob, 'name' | 'data'>) => number;
  rate?: Rate;
  timeoutMs: number;
  lockMs: number;
  closeGraceMs: number;
  telemetry?: Telemetry;
  onTrouble: (error: Error) => void;
  /** Must not run on after the signal. An error ends the job: the worker does not retry. */
  handle: (job: ArrivedJob) => Promise<void>;
}

/** Time to report to the broker after the handlers have ended. */
const farewellMs = 2000;

export class JobWorker {
  private readonly worker: BrokerWorker;
  private readonly slots: TakenSlots;
  private readonly open = new Map<AbortController, Promise<void>>();
  private closing: Promise<void> | undefined;

  constructor(
    datastore: Datastore,
    queueName: string,
    private readonly settings: WorkerSettings,
  ) {
    const { concurrency, slotsOf = () => 1, rate, lockMs, telemetry, onTrouble } = settings;
    const take = (job: Job, token?: string, lock?: AbortSignal) => this.take(job, token, lock).finally(() => this.slots.set(job.id!, 0));
    this.worker = datastore.openWorker(queueName, take, {
      concurrency,
      ...(rate && { limiter: { max: rate.max, duration: rate.perMs } }),
      ...(telemetry && { telemetry }),
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      // A job ends by its own timeout, not because its workers died too often.
      maxStalledCount: 10,
      runRetryDelay: 1000,
      drainDelay: datastore.quietSeconds,
    });
    this.slots = new TakenSlots(this.worker, concurrency);
    this.worker.on('active', (job) => this.slots.set(job.id!, slotsOf(job)));
    // A job that has lost its lock too often is failed without being handed over.
    this.worker.on('failed', (job) => job && this.slots.set(job.id!, 0));
    this.worker.on('error', onTrouble);
    this.worker.on('lockRenewalFailed', (ids) => ids.forEach((id) => this.worker.cancelJob(id)));
  }

  /** Takes no more jobs, waits for open ones, and after the grace period puts the rest back into the queue. */
  async close(): Promise<void> {
    this.closing ??= this.stop();
    await this.closing;
  }

  private async stop(): Promise<void> {
    const closing = this.worker.close();
    await settles(Promise.allSettled(this.open.values()), this.settings.closeGraceMs);
    this.open.forEach((_done, job) => job.abort(new JobReturnedError('this process stops')));
    if (!(await settles(closing, farewellMs))) {
      await this.worker.abandon();
    }
  }

  private async take(job: Job, token: string | undefined, lock: AbortSignal | undefined): Promise<void> {
    if (this.closing) {
      // A fetch that was already running still brings one job.
      await giveBack(job, token);
    }
    const stop = new AbortController();
    const done = this.run(job, stop, lock).finally(() => this.open.delete(stop));
    this.open.set(stop, done);
    try {
      await done;
    } catch (error) {
      if (error instanceof JobReturnedError && !lock?.aborted) {
        await giveBack(job, token);
      }
      throw error;
    }
  }

  private async run({ id = '', name, data }: Job, stop: AbortController, lock: AbortSignal | undefined): Promise<void> {
    const { timeoutMs, handle } = this.settings;
    lock?.addEventListener('abort', () => stop.abort(new JobReturnedError('its lock was lost')), { once: true });
    const timer = setTimeout(() => stop.abort(new HandlerTimeoutError(timeoutMs)), timeoutMs);
    try {
      await handle({ id, name, data: data as unknown, signal: stop.signal, giveBackSlot: () => this.slots.giveBackOne(id) });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function giveBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
