import { Inject, Injectable } from '@nestjs/common';
import { type ErrorCode, VigiaError } from '@vigia/contracts';
import { failpoint, type Logger } from '@vigia/observability';
import { errorAnswer, errorCodeHeader, LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { CostlyCall } from './costly-call.js';
import { type Answer, type Claim, IdempotencyKeys } from './idempotency-keys.js';

/** What the log has to know of an answer beside what is sent. */
interface Given extends Answer {
  failure?: VigiaError;
  replayed?: true;
}

export interface WorkedOut extends Answer {
  /**
   * Whether a repetition of the call gets this exact text. Otherwise the answer is worked out again under the same request id. That is so
   * if the work is not done yet, so that the client learns how it ended. It is also so if the answer repeats what the body held, because
   * storing it would fill the database, and if it holds a secret.
   */
  isKept: boolean;
  /** Nothing was asked of any service, and nothing would be if the call were repeated. */
  isEmpty?: boolean;
}

/** Must do the work only once, however often it is called with one request id. */
type Work = (requestId: string) => Promise<WorkedOut>;

/** Refusals without effect whose reason may pass: the same request may succeed later. */
const transient = new Set<ErrorCode>([
  'webhook_loading',
  'webhook_not_configured',
  'webhook_places_taken',
  'webhooks_full',
  'too_many_requests',
  'too_many_documents',
]);
/** The only error that is the outcome of finished work. After any other error it is unknown how far the work got. */
const decided = new Set<ErrorCode>(['all_sources_failed']);

/** Whether a repetition gets this error again, instead of another try under the same request id. */
function isOutcome(error: unknown): error is VigiaError {
  return error instanceof VigiaError && (error.status < 500 ? !transient.has(error.code) : decided.has(error.code));
}

@Injectable()
export class IdempotentCalls {
  /** Repetitions that arrive while the first call runs in this process wait for it. */
  private readonly running = new Map<string, Promise<Given>>();

  constructor(
    private readonly keys: IdempotencyKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async answer({ corporationId, path, once, nameRequest }: CostlyCall, work: Work): Promise<Given> {
    if (!once) {
      const requestId = randomUUID();
      nameRequest(requestId);
      return work(requestId);
    }
    const { kept, ...claim } = await this.keys.claim(corporationId, once);
    const { requestId } = claim;
    nameRequest(requestId);
    if (kept) return { ...kept, replayed: true };
    failpoint('gateway.key-claimed');
    const running = this.running.get(requestId);
    if (running) return { ...(await running), replayed: true };
    const begun = this.run(claim, path, work).finally(() => this.running.delete(requestId));
    this.running.set(requestId, begun);
    return begun;
  }

  private async run(claim: Claim, path: string, work: Work): Promise<Given> {
    const { failure, ...answer } = await this.outcomeOf(claim, path, work);
    // Another call with this key has the same body, so it has begun nothing either.
    if (answer.isEmpty) await this.keys.release(claim);
    failpoint('gateway.answer-unkept');
    const kept = answer.isKept ? await this.keys.remember(claim, answer) : answer;
    failpoint('gateway.answer-unsent');
    return failure ? { ...kept, failure } : kept;
  }

  private async outcomeOf(claim: Claim, path: string, work: Work): Promise<WorkedOut & Given> {
    try {
      return await work(claim.requestId);
    } catch (error) {
      // The request has ended without effect; only a new request id can succeed.
      if (error instanceof VigiaError && error.code === 'billing_unavailable') await this.keys.release(claim);
      if (error instanceof VigiaError && error.status === 429) await this.keys.forget(claim);
      if (!isOutcome(error)) throw error;
      // The filter of errors, which logs the others, does not see it.
      if (error.status > 500) this.logger.warn({ code: error.code }, 'request could not be served');
      return { status: error.status, text: JSON.stringify(errorAnswer(error, path)), code: error.code, isKept: true, failure: error };
    }
  }
}

/** Sends the text as it is, so that a repetition gets the same bytes. */
export function sendAnswer({ status, text, code, failure, replayed }: Given, reply: FastifyReply): void {
  if (failure) reply.request.failure = failure;
  if (replayed) reply.request.replayed = replayed;
  if (code) void reply.header(errorCodeHeader, code);
  void reply.status(status).header('content-type', 'application/json; charset=utf-8').send(text);
}
