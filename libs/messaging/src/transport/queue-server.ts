import { messages, type VigiaError } from '@vigia/contracts';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Broker, HandlerContext } from '../broker/broker.js';
import { BrokerStartError } from '../broker/errors.js';
import { checksOf } from '../domain/arrival.js';
import { coverageProblems, type MessageRegistry } from '../domain/handler-coverage.js';
import { eventsQueue, requestsQueue } from '../domain/queue-names.js';
import type { JobWorker } from '../jobs/job-worker.js';
import { MessageProcessor, type MessageHandling } from './message-processor.js';

export interface QueueServerOptions {
  /** Messages worked on at once by this process, requests and events each. */
  concurrency: number;
  /** How long a handler may take, whatever its caller's deadline. */
  timeoutMs?: number;
  /** What the caller is told of a fault, instead of nothing but that there was one. */
  errorOf?: (fault: unknown, correlationId: string) => VigiaError;
}

/** Nest's side of the owner of messages: takes them from the service's two queues and hands them to its controllers. */
export class QueueServer extends Server implements CustomTransportStrategy {
  private readonly patterns: string[] = [];
  private workers: JobWorker[] = [];

  constructor(
    private readonly broker: Broker,
    private readonly options: QueueServerOptions,
    private readonly registry: MessageRegistry = messages,
  ) {
    super();
  }

  override addHandler(pattern: unknown, callback: MessageHandler, isEventHandler?: boolean, extras?: Record<string, unknown>): void {
    this.patterns.push(String(pattern));
    super.addHandler(pattern, callback, isEventHandler, extras);
  }

  listen(callback: (error?: unknown) => void): void {
    try {
      this.start();
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  on(): never {
    throw new Error('a queue server has no events; connectBroker takes an observer');
  }

  unwrap<T>(): T {
    return this.broker as T;
  }

  private start(): void {
    const { service } = this.broker;
    const problems = coverageProblems(this.registry, service, this.patterns);
    if (problems.length > 0) {
      throw new BrokerStartError(`${service} cannot serve its messages: ${problems.join(', ')}`);
    }
    this.workers = [...this.serve('request', requestsQueue(service)), ...this.serve('event', eventsQueue(service))];
  }

  private serve(kind: 'request' | 'event', queue: string): JobWorker[] {
    const handlings = new Map<string, MessageHandling>();
    for (const [name, handler] of this.getHandlers()) {
      const definition = this.registry[name];
      if (definition?.kind === kind) {
        handlings.set(name, { checks: checksOf(definition), handle: (payload, context) => resultOf(handler, payload, context) });
      }
    }
    if (handlings.size === 0) {
      return [];
    }
    const { concurrency, timeoutMs = 60_000, errorOf } = this.options;
    const processor = new MessageProcessor(this.broker, queue, handlings, errorOf);
    return [this.broker.startWorker(queue, { concurrency, timeoutMs, handle: (job) => processor.process(job) })];
  }
}

async function resultOf(handler: MessageHandler, payload: unknown, context: HandlerContext): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result) : result;
}
