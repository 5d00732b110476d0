import { Worker, type IQueueBackend, type Processor, type Queue, type QueueOptions, type Relay, type WorkerOptions } from 'bullmq';

/* eslint-disable-next-line typescript/no-explicit-any -- the two brokers differ only in these type arguments */
export type BrokerQueue = Queue<any, any, string, any, any, string, IQueueBackend, any>;
/* eslint-disable-next-line typescript/no-explicit-any */
export type BrokerRelay = Relay<any>;

/* eslint-disable-next-line typescript/no-explicit-any */
export class BrokerWorker extends Worker<any, any, string, IQueueBackend, any, any> {
  /** `close` waits for ever for a broker that is away, and the renewal of locks would keep the process from ending. */
  async abandon(): Promise<void> {
    await this.lockManager.close();
  }
}

/** What the two kinds of broker do differently. Everything else in this library is the same code for both. */
export interface Datastore {
  readonly kind: 'redis' | 'postgres';
  openQueue(name: string, options: Omit<QueueOptions, 'connection'>): BrokerQueue;
  openWorker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): BrokerWorker;
  openRelay(service: string): BrokerRelay;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The largest replies hold every section of a large taxpayer, in two versions. */
const maxReplyBytes = 16 * 2 ** 20;

/** A short heartbeat: it is the time that nobody can answer this process after the broker was wiped. */
export const relayOptions = { leaseDuration: 15_000, heartbeatInterval: 1500, blockTimeout: 2000, maxMessageSize: maxReplyBytes };
