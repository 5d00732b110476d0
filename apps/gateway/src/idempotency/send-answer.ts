import type { FastifyReply } from 'fastify';
import type { Answer } from './idempotency-keys.js';

/** The text as it is kept, byte for byte. */
export function sendAnswer({ status, text }: Answer, reply: FastifyReply): void {
  void reply.status(status).header('content-type', 'application/json; charset=utf-8').send(text);
}
