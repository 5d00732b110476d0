import { VigiaError } from '@vigia/contracts';
import { failpoint, withCorrelationId } from '@vigia/observability';
import type { Broker, HandlerContext } from '../broker/broker.js';
import { BrokerRefusedError } from '../datastore/reach.js';
import {
  batchName,
  failureReply,
  judge,
  problemOfBatch,
  replyAddressOf,
  type Batch,
  type Envelope,
  type MessageChecks,
  type Reply,
} from '../domain/envelope.js';
import type { ArrivedJob } from '../jobs/job-worker.js';
import { JobReturnedError, runHandler } from '../jobs/run-handler.js';

/** A message, alone in its job or with others. */
type Arrived = Omit<ArrivedJob, 'giveBackSlot'>;

export interface MessageHandling {
  checks: MessageChecks;
  handle: (payload: unknown, context: HandlerContext) => Promise<unknown>;
}

/** Runs at most so many at once, and the others in order of arrival. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** Processes messages for their owner, from arrival to reply. */
export class MessageProcessor {
  private readonly slots = new Slots(this.concurrency);

  constructor(
    private readonly broker: Broker,
    private readonly queue: string,
    private readonly handlings: ReadonlyMap<string, MessageHandling>,
    /** How many messages are handled at once, whether they arrive alone or in batches. */
    private readonly concurrency: number,
    private readonly errorOf = unexpected,
  ) {}

  async process(job: ArrivedJob): Promise<void> {
    if (job.name === batchName) await this.processBatch(job);
    else await this.inTurn(job);
  }

  /** Each request is answered by itself. The job ends with the last of them; if this process gives it back, all of them are handled again. */
  private async processBatch({ name, data, signal, giveBackSlot }: ArrivedJob): Promise<void> {
    const problem = problemOfBatch(data);
    if (problem) return this.broker.refuse({ queue: this.queue, name, reason: `batch: ${problem}`, data });
    const { requests } = data as Batch;
    const ended = await Promise.allSettled(requests.map((request) => this.inTurn({ ...request, signal }).finally(giveBackSlot)));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async inTurn(job: Arrived): Promise<void> {
    await this.slots.run(async () => {
      job.signal.throwIfAborted();
      await this.processOne(job);
    });
  }

  private async processOne(job: Arrived): Promise<void> {
    const handling = this.handlings.get(job.name);
    const arrival = judge(job.data, handling?.checks, Date.now());
    if (arrival.kind === 'accepted' && handling) {
      const { envelope } = arrival;
      await withCorrelationId(envelope.correlationId, async () => this.reply(job, await this.answer(job, envelope, handling)));
    } else if (arrival.kind === 'refused') {
      await this.refuse(job, arrival.reason);
    } else {
      this.broker.observe({ type: 'expired', queue: this.queue, name: job.name });
    }
  }

  private async answer(job: Arrived, envelope: Envelope, { checks, handle }: MessageHandling): Promise<Reply> {
    const { name, signal, id } = job;
    const { logger, observe } = this.broker;
    try {
      const value = await runHandler({ queue: this.queue, name, signal, logger, observe }, async () => {
        failpoint(`${name}.received`);
        const result = await handle(envelope.payload, { signal, jobId: id });
        failpoint(`${name}.handled`);
        const problem = checks.reply(result);
        if (problem) {
          throw new TypeError(`the reply to ${name} breaks its contract: ${problem}`);
        }
        return result;
      });
      return { kind: 'answer', id, value };
    } catch (error) {
      if (error instanceof JobReturnedError) {
        throw error;
      }
      return failureReply(id, this.errorOf(error, envelope.correlationId));
    }
  }

  private async refuse(job: Arrived, reason: string): Promise<void> {
    const correlationId = correlationIdOf(job.data) ?? job.id;
    await this.reply(job, failureReply(job.id, internal(correlationId)));
    await this.broker.refuse({ queue: this.queue, name: job.name, reason, correlationId, data: job.data });
  }

  /** A reply that cannot be sent is lost: the caller gets none, and the work is not repeated. */
  private async reply(job: Arrived, reply: Reply): Promise<void> {
    const address = replyAddressOf(job.data);
    if (!address) {
      return;
    }
    try {
      await this.broker.replies.post(address, reply);
    } catch (error) {
      this.broker.logger.warn({ err: error, queue: this.queue, name: job.name }, 'reply not sent');
      // The broker refuses this reply, for example because it is too large. The caller gets an error at once instead of a timeout.
      if (error instanceof BrokerRefusedError && reply.kind === 'answer')
        await this.reply(job, failureReply(job.id, internal(correlationIdOf(job.data) ?? job.id)));
    }
  }
}

function unexpected(fault: unknown, correlationId: string): VigiaError {
  return fault instanceof VigiaError ? fault : internal(correlationId);
}

function internal(correlationId: string): VigiaError {
  return VigiaError.of('internal', { correlationId });
}

function correlationIdOf(data: unknown): string | undefined {
  const id = (data as { correlationId?: unknown } | null)?.correlationId;
  return typeof id === 'string' ? id : undefined;
}
