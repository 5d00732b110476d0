import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Over TLS a name that browsers accept only with Secure, for the whole host and for no other. Where a developer has no TLS,
 * they would refuse it.
 */
const nameFor = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Host-vigia' : 'vigia');

const wellFormed = /^[A-Za-z0-9_-]{43}$/;

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[nameFor(request)];
  return token !== undefined && wellFormed.test(token) ? token : undefined;
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
