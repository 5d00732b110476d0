import { messages, type EventName, type MessageName, type Notice, type PayloadOf, type ReplyOf, type RequestName } from '@vigia/contracts';
import { currentCorrelationId, failpoint, isTraced } from '@vigia/observability';
import { randomUUID } from 'node:crypto';
import type { Broker } from '../broker/broker.js';
import { isUnanswered, reach, ReplyUnknownError } from '../datastore/reach.js';
import { valueOf, type Envelope } from '../domain/envelope.js';
import { queueOf } from '../domain/queues.js';
import { departAlone, Departures, giveUp, type Journey } from './departures.js';

type Stamped = Pick<Envelope, 'id' | 'correlationId' | 'deadlineAt' | 'replyTo'>;

export class Messages {
  private readonly departures = new Departures();

  constructor(private readonly broker: Broker) {}

  /** The address for notices to this process. */
  get address(): string {
    return this.broker.replies.address;
  }

  /** Asks for an answer that is useless after the deadline. */
  async request<N extends RequestName>(name: N, payload: PayloadOf<N>, { timeoutMs }: { timeoutMs: number }): Promise<ReplyOf<N>> {
    return this.call(name, payload, { id: `request-${randomUUID()}`, timeoutMs, deadlineAt: Date.now() + timeoutMs });
  }

  /** Hands an event to its owner and waits for the acknowledgement. Without one, call again later with the same id. */
  async deliver<N extends EventName>(
    name: N,
    payload: PayloadOf<N>,
    { id, timeoutMs }: { id: string; timeoutMs: number },
  ): Promise<ReplyOf<N>> {
    return this.call(name, payload, { id: eventJobId(name, id), timeoutMs });
  }

  /** A notice may be lost: its receiver also looks at the row from time to time. */
  async notify(address: string, notice: Notice): Promise<void> {
    try {
      await this.broker.replies.post(address, { kind: 'notice', notice });
    } catch (error) {
      this.broker.logger.warn({ err: error, address }, 'notice not sent');
    }
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    return this.broker.replies.onNotice(listener);
  }

  private async call<N extends MessageName>(
    name: N,
    payload: PayloadOf<N>,
    { id, timeoutMs, deadlineAt }: { id: string; timeoutMs: number; deadlineAt?: number },
  ): Promise<ReplyOf<N>> {
    const correlationId = currentCorrelationId() ?? randomUUID();
    const late = () => {
      this.broker.observe({ type: 'replyUnknown', queue: this.queueOf(name).name, name });
      return new ReplyUnknownError(name);
    };
    const expected = this.broker.replies.expect(id, timeoutMs, late);
    failpoint(`${name}.unsent`);
    const added = this.add(name, payload, { id, correlationId, deadlineAt, replyTo: this.address });
    const sent = reach(added).then(() => failpoint(`${name}.sent`));
    try {
      const [reply] = await Promise.all([expected.reply, sent]);
      failpoint(`${name}.answered`);
      return valueOf(reply, correlationId) as ReplyOf<N>;
    } catch (error) {
      if (deadlineAt !== undefined && isUnanswered(error)) void this.withdraw(name, added);
      throw error;
    } finally {
      expected.forget();
    }
  }

  /** Nobody waits for the answer any more. A slow broker may take the request only now, so it is removed after that. */
  private async withdraw(name: MessageName, added: Promise<Journey>): Promise<void> {
    await added.then((journey) => giveUp(this.queueOf(name), journey)).catch(() => undefined);
  }

  /** The job of an event keeps its id, so that it is not added again while it waits. A request in a trace has its own spans. */
  private add<N extends MessageName>(name: N, payload: PayloadOf<N>, stamped: Stamped): Promise<Journey> {
    const data: Envelope = { v: 1, ...stamped, sentAt: Date.now(), payload };
    const [queue, message] = [this.queueOf(name), { id: stamped.id, name, data }];
    return stamped.deadlineAt === undefined || isTraced() ? departAlone(queue, message) : this.departures.add(queue, message);
  }

  private queueOf(name: MessageName) {
    return this.broker.queue<unknown>(queueOf(messages[name]));
  }
}

/** Events of two kinds may concern the same row. */
function eventJobId(name: EventName, id: string): string {
  return `${name}-${id}`;
}
