import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../sessions/session-book.js';
import type { Actor } from './audit-log.js';

/** Who is signed in and from where, for the audit record. */
export const Acting = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { signedIn, ip } = context.switchToHttp().getRequest<FastifyRequest & { signedIn: SignedIn }>();
  return { userId: signedIn.userId, corporationId: signedIn.corporationId, actor: signedIn.email, address: ip };
});

/** Of the command line nothing is known but that it reached the broker. */
export function operatorActing(corporationId: string | null): Actor {
  return { userId: null, corporationId, actor: 'operator', address: null };
}
