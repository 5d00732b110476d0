import type { Static, TSchema } from '@vigia/contracts';
import { isTraced, withCorrelationId, type Logger } from '@vigia/observability';
import { BullMQOtel } from 'bullmq-otel';
import { checkOf } from '../domain/envelope.js';
import { refusedQueue } from '../domain/queues.js';
import { JobQueue, RefusedMessages, type QueueCounts, type RefusedMessage } from '../jobs/job-queue.js';
import { JobWorker, type Rate, type WorkerSettings } from '../jobs/job-worker.js';
import { runHandler, type Observe } from '../jobs/run-handler.js';
import type { ReplyBox } from '../replies/reply-box.js';
import { reach, settles } from '../datastore/reach.js';
import type { BrokerQueue, Datastore } from '../datastore/datastore.js';

interface BrokerParts {
  datastore: Datastore;
  replies: ReplyBox;
  service: string;
  logger: Logger;
  lockMs: number;
  closeGraceMs: number;
  observe: Observe;
  onTrouble: (error: Error) => void;
}

export interface HandlerContext {
  /** Aborted at the timeout, when the lock of the job is lost, and when the process stops. */
  signal: AbortSignal;
  jobId: string;
}

interface WorkOptions<T> {
  concurrency: number;
  rate?: Rate;
  timeoutMs: number;
  handle: (data: T, context: HandlerContext) => Promise<void>;
}

const closeTimeoutMs = 3000;

/** The connection of one process to the broker, for all its queues, workers and replies. */
export class Broker {
  readonly service = this.parts.service;
  readonly replies = this.parts.replies;
  readonly logger = this.parts.logger;
  readonly observe = this.parts.observe;
  private readonly queues = new Map<string, BrokerQueue>();
  private readonly used = new Set<string>();
  private readonly workers: JobWorker[] = [];
  private readonly telemetry = isTraced() ? { telemetry: new BullMQOtel({ tracerName: 'vigia' }) } : {};

  constructor(private readonly parts: BrokerParts) {
    // A wiped broker has also lost the setting that keeps the event logs of queues short.
    parts.replies.onRecovered(() => this.queues.forEach((queue) => void restoreSettings(queue).catch(parts.onTrouble)));
  }

  async ping(): Promise<void> {
    await reach(this.parts.datastore.ping());
  }

  /** The schema only provides the type here: data is checked on arrival. */
  jobs<S extends TSchema>(queueName: string, _schema: S): JobQueue<Static<S>> {
    return this.queue(queueName);
  }

  work<S extends TSchema>(queueName: string, schema: S, { handle, ...limits }: WorkOptions<Static<S>>): JobWorker {
    const check = checkOf(schema);
    return this.startWorker(queueName, {
      ...limits,
      handle: async ({ id, name, data, signal }) => {
        const reason = check(data);
        if (reason) {
          await this.refuse({ queue: queueName, name, reason, data });
          return;
        }
        const run = { queue: queueName, name, jobId: id, signal, logger: this.logger, observe: this.observe };
        await withCorrelationId(undefined, () => runHandler(run, () => handle(data as Static<S>, { signal, jobId: id })));
      },
    });
  }

  queue<T>(name: string): JobQueue<T> {
    return new JobQueue<T>(name, this.useQueue(name));
  }

  startWorker(queueName: string, settings: Pick<WorkerSettings, 'concurrency' | 'slotsOf' | 'rate' | 'timeoutMs' | 'handle'>): JobWorker {
    this.useQueue(queueName);
    const { datastore, lockMs, closeGraceMs, onTrouble } = this.parts;
    const worker = new JobWorker(datastore, queueName, { ...settings, ...this.telemetry, lockMs, closeGraceMs, onTrouble });
    this.workers.push(worker);
    return worker;
  }

  async refuse(message: Omit<RefusedMessage, 'refusedAt'>): Promise<void> {
    const { queue, name, reason, correlationId } = message;
    this.observe({ type: 'refused', queue, name, reason });
    this.logger.warn({ queue, name, reason, correlationId }, 'message refused');
    await this.refusedMessages().keep({ ...message, refusedAt: new Date().toISOString() });
  }

  async refused(atMost?: number): Promise<RefusedMessage[]> {
    return this.refusedMessages().newestFirst(atMost);
  }

  /** The depths of the queues that this process uses, unless others are named. */
  async queueDepths(names: Iterable<string> = this.used): Promise<({ queue: string } & QueueCounts)[]> {
    return Promise.all([...names].map(async (queue) => ({ queue, ...(await new JobQueue(queue, this.openQueue(queue)).counts()) })));
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    await this.replies.close();
    await settles(Promise.all([...this.queues.values()].map((queue) => queue.close())), closeTimeoutMs);
    await settles(this.parts.datastore.close(), closeTimeoutMs);
  }

  private refusedMessages(): RefusedMessages {
    return new RefusedMessages(this.useQueue(refusedQueue));
  }

  private useQueue(name: string): BrokerQueue {
    this.used.add(name);
    return this.openQueue(name);
  }

  private openQueue(name: string): BrokerQueue {
    const known = this.queues.get(name);
    if (known) {
      return known;
    }
    const queue = this.parts.datastore.openQueue(name, { ...this.telemetry, streams: { events: { maxLen: 100 } } });
    queue.on('error', this.parts.onTrouble);
    this.queues.set(name, queue);
    return queue;
  }
}

async function restoreSettings(queue: BrokerQueue): Promise<void> {
  await queue.getBackend().setQueueMeta(queue.metaValues);
}
