import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type UserRole, VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';
import type { SignedIn } from './session-store.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who calls. */
    signedIn?: SignedIn | undefined;
  }
}

const harmless = new Set(['GET', 'HEAD']);

/**
 * A browser also sends the session cookie with a call from a page of another site. So a call that changes something must come from a page
 * of this origin, and every browser states the origin of its calls.
 */
@Injectable()
export class CsrfGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!harmless.has(request.method) && !comesFromOwnSite(request)) throw VigiaError.of('other_site');
    return true;
  }
}

function comesFromOwnSite({ headers, protocol }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  return site === 'same-origin' && headers.origin === `${protocol}://${headers.host}`;
}

/**
 * A page states for which user it asks. Somebody else may have signed in with the same browser since, and must neither do it nor pay for
 * it.
 */
@Injectable()
export class SamePersonGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, headers, signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
    const person = headers['vigia-user'];
    const isAnother = signedIn !== undefined && person !== undefined && person !== signedIn.userId;
    if (isAnother && !harmless.has(method)) throw VigiaError.of('other_user');
    return true;
  }
}

export class RoleGuard implements CanActivate {
  constructor(private readonly roles: readonly UserRole[]) {}

  canActivate(context: ExecutionContext): boolean {
    const { signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!signedIn || !this.roles.includes(signedIn.role)) throw VigiaError.of('role_missing', { roles: this.roles });
    return true;
  }
}
