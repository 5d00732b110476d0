import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VigiaError, type ErrorCode } from '@vigia/contracts';
import { failpoint } from '@vigia/observability';
import { errorBody } from '@vigia/service-kit';
import type { IdempotentCall } from './idempotent-call.js';
import { IdempotencyKeys, type Answer, type Claim } from './idempotency-keys.js';

export interface WorkedOut extends Answer {
  /** The work is not done yet: whoever asks again is told how it ended. */
  goesOn: boolean;
}

/** Has to do the same, once, however often it is called with one request id. */
export type Work = (requestId: string) => Promise<WorkedOut>;

/** Refusals by how things stand at the moment, without effect. The same request may come to more later. */
const passing = new Set<ErrorCode>(['unavailable', 'webhook_loading', 'webhook_not_configured']);

@Injectable()
export class AnswerOnce {
  /** Repetitions that come while the first call runs here wait for that one. */
  private readonly running = new Map<string, Promise<Answer>>();

  constructor(private readonly keys: IdempotencyKeys) {}

  async answer(corporationId: string, call: IdempotentCall | undefined, work: Work): Promise<Answer> {
    if (!call) return work(randomUUID());
    const claim = await this.keys.claim(corporationId, call);
    if ('text' in claim) return claim;
    failpoint('gateway.key-claimed');
    const { requestId } = claim;
    const running = this.running.get(requestId) ?? this.run(claim, work).finally(() => this.running.delete(requestId));
    this.running.set(requestId, running);
    return running;
  }

  private async run(claim: Claim, work: Work): Promise<Answer> {
    const answer = await this.outcomeOf(claim, work);
    failpoint('gateway.answer-unkept');
    const kept = answer.goesOn ? answer : await this.keys.remember(claim, answer);
    failpoint('gateway.answer-unsent');
    return kept;
  }

  private async outcomeOf(claim: Claim, work: Work): Promise<WorkedOut> {
    try {
      return await work(claim.requestId);
    } catch (error) {
      if (!(error instanceof VigiaError) || passing.has(error.code) || error.status === 429) throw error;
      if (error.code === 'billing_unavailable') {
        // The request has ended without effect; only a new one can come to more.
        await this.keys.release(claim);
        throw error;
      }
      return { status: error.status, text: JSON.stringify(errorBody(error.status, error.message)), goesOn: false };
    }
  }
}
