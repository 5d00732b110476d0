import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload, Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { messages, type MessageName, type PayloadOf, type ReplyOf, type VigiaError } from '@vigia/contracts';
import { isObservable, lastValueFrom, throwError, type Observable } from 'rxjs';
import type { Broker, HandlerContext } from '../broker/broker.js';
import { BrokerStartError } from '../datastore/reach.js';
import { checksOf, requestsIn } from '../domain/envelope.js';
import { coverageProblems, eventsQueue, requestsQueue, type MessageRegistry } from '../domain/queues.js';
import type { JobWorker } from '../jobs/job-worker.js';
import { MessageProcessor, type MessageHandling } from './message-processor.js';

interface QueueServerOptions {
  /** How many messages this process handles at once, for requests and for events each. */
  concurrency: number;
  /** How long a handler may take, whatever the caller's deadline. */
  timeoutMs?: number;
  /** The error that the caller gets for a fault; `internal` by default. */
  errorOf?: (fault: unknown, correlationId: string) => VigiaError;
}

/** A Nest transport: takes messages from the two queues of the service and hands them to its controllers. */
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
    const processor = new MessageProcessor(this.broker, queue, handlings, concurrency, errorOf);
    return [this.broker.startWorker(queue, { concurrency, slotsOf: requestsIn, timeoutMs, handle: (job) => processor.process(job) })];
  }
}

async function resultOf(handler: MessageHandler, payload: unknown, context: HandlerContext): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result) : result;
}

type Handler<N extends MessageName> = (payload: PayloadOf<N>, context: HandlerContext) => Promise<ReplyOf<N>> | ReplyOf<N>;

/** Nest's own filter turns every error into "Internal server error". Our errors must reach the caller unchanged. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Makes a controller method the only handler of a message. Its types must match the contract. */
export function Handles<N extends MessageName>(name: N) {
  return <M extends Handler<N>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>): void => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    applyDecorators(MessagePattern(name), UseFilters(new PassOn()))(target, key, descriptor);
  };
}
