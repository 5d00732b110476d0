import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { VigiaError, type UserRole } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from '../../limits/request-limits.js';
import { SessionBook, type SignedIn } from './session-book.js';
import { sessionTokenOf } from './session-cookie.js';

type WithSession = FastifyRequest & { signedIn?: SignedIn };

@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionBook,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WithSession>();
    const token = sessionTokenOf(request);
    const signedIn = token === undefined ? undefined : await this.sessions.find(token);
    if (!signedIn) throw VigiaError.of('session_missing');
    await this.limits.takeForCredential(signedIn.sessionId, context.switchToHttp().getResponse<FastifyReply>());
    request.signedIn = signedIn;
    return true;
  }
}

/** Stands behind the session guard. */
export class RoleGuard implements CanActivate {
  constructor(private readonly roles: readonly UserRole[]) {}

  canActivate(context: ExecutionContext): boolean {
    const { signedIn } = context.switchToHttp().getRequest<WithSession>();
    if (!signedIn || !this.roles.includes(signedIn.role)) throw VigiaError.of('role_missing', { role: this.roles.join(' or ') });
    return true;
  }
}

/** A user who belongs to a corporation. */
export type Colleague = SignedIn & { corporationId: string };

export const onlyColleagues = new RoleGuard(['admin', 'member']);
export const onlyAdmins = new RoleGuard(['admin']);
