import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { costlyCall, type CostlyCall } from '../../idempotency/costly-call.js';
import type { Colleague } from '../sessions/guards.js';

/** An act of a person that may cost. Whatever follows from it names the person. */
export const CostlyAct = createParamDecorator((_: unknown, context: ExecutionContext): CostlyCall => {
  const { corporationId, email } = context.switchToHttp().getRequest<FastifyRequest & { signedIn: Colleague }>().signedIn;
  return costlyCall(context, { corporationId, actor: `user ${email}` });
});
