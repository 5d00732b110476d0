import { setTimeout as delay } from 'node:timers/promises';
import {
  isNotConnectionError,
  Worker,
  type IQueueBackend,
  type Processor,
  type Queue,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';

/* eslint-disable-next-line typescript/no-explicit-any -- the two brokers differ only in these type arguments */
export type BrokerQueue = Queue<any, any, string, any, any, string, IQueueBackend, any>;

const refusalPauseMs = 1000;
/** The PostgreSQL broker goes by the clocks of the hosts, which may differ. */
const clocksDifferMs = 5_000;

/* eslint-disable-next-line typescript/no-explicit-any */
export class BrokerWorker extends Worker<any, any, string, IQueueBackend, any, any> {
  private readonly stop = new AbortController();
  private isFull = false;

  /**
   * A full worker fetches no job until it has a free slot again. BullMQ fetches while it has fewer jobs than its concurrency, and its loop
   * looks at that only when a fetch or a job ends, or when it is woken as `resume` wakes it.
   */
  setFull(isFull: boolean): void {
    if (isFull === this.isFull) return;
    this.isFull = isFull;
    this.concurrency = isFull ? 1 : this.opts.concurrency!;
    if (!isFull) this['mainLoopQueue']?.add(Promise.resolve());
  }

  /** While jobs wait, BullMQ asks again at once, except after a lost connection. But a broker may refuse every write for hours. */
  protected override async moveToActive(...given: Parameters<Worker['moveToActive']>): ReturnType<Worker['moveToActive']> {
    try {
      const job = await super.moveToActive(...given);
      if (job || !this.waitsForEarlierRate) return job;
      await this.backend.removeRateLimitKey();
      return await super.moveToActive(...given);
    } catch (error) {
      const { signal } = this.stop;
      if (isNotConnectionError(error as Error)) await delay(refusalPauseMs, undefined, { signal }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * BullMQ measures a window by the rate that opened it, which may have been for a day. A worker with that rate may still run and open the
   * next one, so this is looked at whenever a window is full.
   */
  private get waitsForEarlierRate(): boolean {
    const { limiter } = this.opts;
    return limiter !== undefined && this['limitUntil'] - Date.now() > limiter.duration + clocksDifferMs;
  }

  override async close(force?: boolean): Promise<void> {
    this.stop.abort();
    await super.close(force);
  }

  /** `close` waits without limit for a broker that is away, and the process would not end while locks are renewed. */
  async abandon(): Promise<void> {
    await this.lockManager.close();
  }
}

/** How mail reaches one process, and how the process sends mail to others. Mail may be lost: nothing depends on it. */
export interface Postbox {
  /** The address for mail to this process. */
  readonly address: string;
  open(take: (mail: unknown) => void): Promise<void>;
  send(address: string, mail: unknown): Promise<void>;
  /** Calls the listener when a broker that had lost this process knows it again. */
  onRecovered(listener: () => void): void;
  close(): Promise<void>;
}

/** Everything that differs between the two kinds of broker. */
export interface Datastore {
  /**
   * A new job wakes a worker at once. A worker that nothing wakes looks again after this time, which is the whole cost of a lost notice.
   */
  readonly quietSeconds: number;
  openQueue(name: string, options: Omit<QueueOptions, 'connection'>): BrokerQueue;
  openWorker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): BrokerWorker;
  openPostbox(service: string, address: string, onTrouble: (error: Error) => void): Postbox;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The largest replies hold all sections of a large taxpayer in two versions. */
export const largestMailBytes = 16 * 2 ** 20;
