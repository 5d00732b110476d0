import { Worker, type IQueueBackend, type Processor, type Queue, type QueueOptions, type Relay, type WorkerOptions } from 'bullmq';

/* eslint-disable-next-line typescript/no-explicit-any -- the two brokers differ only in these type arguments */
export type BrokerQueue = Queue<any, any, string, any, any, string, IQueueBackend, any>;
/* eslint-disable-next-line typescript/no-explicit-any */
export type BrokerRelay = Relay<any>;

/* eslint-disable-next-line typescript/no-explicit-any */
export class BrokerWorker extends Worker<any, any, string, IQueueBackend, any, any> {
  /** `close` waits for ever for a broker that is away, and the process would not end while locks are renewed. */
  async abandon(): Promise<void> {
    await this.lockManager.close();
  }
}

/** All that differs between the two kinds of broker. */
export interface Datastore {
  readonly kind: 'redis' | 'postgres';
  /** A new job wakes a worker at once. So long it waits for one before it looks all the same: a notice that was lost costs no more. */
  readonly quietSeconds: number;
  openQueue(name: string, options: Omit<QueueOptions, 'connection'>): BrokerQueue;
  openWorker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): BrokerWorker;
  openRelay(service: string): BrokerRelay;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The largest replies hold all sections of a large taxpayer in two versions. */
const maxReplyBytes = 16 * 2 ** 20;

/**
 * The heartbeat is short, because after a wipe no reply reaches this process until the next one. The wait for a message is long, because a
 * message ends it.
 */
export const relayOptions = { leaseDuration: 15_000, heartbeatInterval: 1500, blockTimeout: 10_000, maxMessageSize: maxReplyBytes };
