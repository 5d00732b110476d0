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

/** Whether a person may be behind it. A page says of what it asks while nobody is there, and a stream opens itself again. */
export function isAttended({ headers }: FastifyRequest): boolean {
  return headers['vigia-unattended'] === undefined && headers.accept !== 'text/event-stream';
}

/** Without an end of its own: the browser forgets it when it is closed, and the server knows when it has expired. */
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
 * A browser also sends the session with a call that a page of another site makes. A call that changes something must therefore come from a
 * page of this origin, and every browser says where its calls come from.
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

/** A page says for whom it asks: in the same browser somebody else may have signed in since, who is neither to do it nor to pay for it. */
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
