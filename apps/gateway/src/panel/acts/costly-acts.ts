import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CostlyCall, costlyCall } from '../../idempotency/costly-call.js';
import { IdempotentCalls, sendAnswer } from '../../idempotency/idempotent-calls.js';
import { type Act, AuditLog } from '../../audit/audit-log.js';
import type { Colleague } from '../../sessions/session-store.js';

interface ContractPath {
  corporationId: string;
  contractId: string;
}

/** A person's action that may cost months or money. Everything that follows from it names the person. */
export const CostlyAct = createParamDecorator((_: unknown, context: ExecutionContext): CostlyCall => {
  const { corporationId, email } = context.switchToHttp().getRequest<FastifyRequest>().signedIn as Colleague;
  return costlyCall(context, { corporationId, actor: `user ${email}` });
});

/**
 * A costly act of an operator on a contract of the path. The operator's keys are kept apart from those of the corporation's clients and users.
 * The key determines the id of the act, by which billing recognizes a repetition.
 */
export const OperatorAct = createParamDecorator((_: unknown, context: ExecutionContext): CostlyCall => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { contractId, corporationId } = request.params as ContractPath;
  const { userId, email } = request.signedIn!;
  const { once, ...call } = costlyCall(context, { corporationId, actor: `operator ${email}` });
  const keyed = once && { ...once, key: `operator ${userId} ${once.key}`, requestId: idOf(`${userId} ${contractId} ${once.key}`) };
  return { ...call, once: keyed };
});

function idOf(act: string): string {
  const hash = createHash('sha256').update(act).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}

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
    said: (result: T, requestId: string) => { status: number; body: object; isKept?: boolean },
  ): Promise<void> {
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      const result = await this.audit.record({ subject: requestId, ...act }, () => work(requestId));
      const { status, body, isKept = true } = said(result, requestId);
      return { status, text: JSON.stringify(body), isKept };
    });
    sendAnswer(answer, reply);
  }
}
