import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CostlyCall, costlyCall } from '../../idempotency/costly-call.js';
import { IdempotentCalls, sendAnswer } from '../../idempotency/idempotent-calls.js';
import { type Act, AuditLog } from '../audit/audit-log.js';
import type { Colleague } from '../sessions/guards.js';
import type { SignedIn } from '../sessions/session-store.js';

/** A person's action that may cost months or money. Everything that follows from it names the person. */
export const CostlyAct = createParamDecorator((_: unknown, context: ExecutionContext): CostlyCall => {
  const { corporationId, email } = context.switchToHttp().getRequest<FastifyRequest & { signedIn: Colleague }>().signedIn;
  return costlyCall(context, { corporationId, actor: `user ${email}` });
});

/** A costly act of an operator in the corporation of the path. The operator's keys are kept apart from those of its clients and users. */
export const OperatorAct = createParamDecorator((_: unknown, context: ExecutionContext): CostlyCall => {
  const { signedIn, params } = context.switchToHttp().getRequest<{ signedIn: SignedIn; params: { corporationId: string } }>();
  const { once, ...call } = costlyCall(context, { corporationId: params.corporationId, actor: `operator ${signedIn.email}` });
  return { ...call, once: once && { ...once, key: `operator ${signedIn.userId} ${once.key}` } };
});

@Injectable()
export class CostlyActs {
  constructor(
    private readonly idempotentCalls: IdempotentCalls,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Runs once per key of the call. A repetition that works again, because the first call was cut off, is a separate entry in the record.
   */
  async once<T>(
    call: CostlyCall,
    act: Act<T>,
    reply: FastifyReply,
    work: (requestId: string) => Promise<T>,
    said: (result: T, requestId: string) => { status: number; body: object },
  ): Promise<void> {
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      const result = await this.audit.record({ subject: requestId, ...act }, () => work(requestId));
      const { status, body } = said(result, requestId);
      return { status, text: JSON.stringify(body), isKept: true };
    });
    sendAnswer(answer, reply);
  }
}
