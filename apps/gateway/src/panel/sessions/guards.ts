import '@fastify/cookie';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type UserRole, VigiaError } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookies } from '../../openapi/callers.js';
import type { SignedIn } from './session-store.js';

const nameFor = ({ protocol }: FastifyRequest) => sessionCookies[protocol];

const wellFormed = /^[A-Za-z0-9_-]{43}$/;

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[nameFor(request)];
  return token !== undefined && wellFormed.test(token) ? token : undefined;
}

/**
 * Whether a person may be behind the request. A page marks the requests that it makes while nobody is there, and a stream reopens by
 * itself.
 */
export function isAttended({ headers }: FastifyRequest): boolean {
  return headers['vigia-unattended'] === undefined && headers.accept !== 'text/event-stream';
}

/** The cookie has no expiry: the browser forgets it when it is closed, and the server knows when the session has expired. */
export function handOver(token: string, request: FastifyRequest, reply: FastifyReply): void {
  void reply.setCookie(nameFor(request), token, attributesFor(request));
}

export function takeBack(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(nameFor(request), attributesFor(request));
}

function attributesFor({ protocol }: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' } as const;
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

export type WithSession = FastifyRequest & { signedIn?: SignedIn | undefined };

/**
 * A page states for which user it asks. Somebody else may have signed in with the same browser since, and must neither do it nor pay for
 * it.
 */
@Injectable()
export class SamePersonGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, headers, signedIn } = context.switchToHttp().getRequest<WithSession>();
    const person = headers['vigia-user'];
    const isAnother = signedIn !== undefined && person !== undefined && person !== signedIn.userId;
    if (isAnother && !harmless.has(method)) throw VigiaError.of('other_user');
    return true;
  }
}

export class RoleGuard implements CanActivate {
  constructor(private readonly roles: readonly UserRole[]) {}

  canActivate(context: ExecutionContext): boolean {
    const { signedIn } = context.switchToHttp().getRequest<WithSession>();
    if (!signedIn || !this.roles.includes(signedIn.role)) throw VigiaError.of('role_missing', { roles: this.roles });
    return true;
  }
}

/** A user who belongs to a corporation. */
export type Colleague = SignedIn & { corporationId: string };
