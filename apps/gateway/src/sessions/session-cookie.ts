import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookies } from '../openapi/callers.js';

const nameFor = ({ protocol }: FastifyRequest) => sessionCookies[protocol];

const wellFormed = /^[A-Za-z0-9_-]{43}$/;

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[nameFor(request)];
  return token !== undefined && wellFormed.test(token) ? token : undefined;
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
