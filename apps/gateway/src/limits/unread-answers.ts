import type { FastifyInstance } from 'fastify';
import { OpenByCorporation } from './open-by-corporation.js';

const mostBytes = 16 * 1024 * 1024;
/** Up to this size an answer costs little more than its connection. So people can still see and revoke the credential of a program that reads nothing. */
const smallBytes = 16 * 1024;
/** They belong to an answer that is not sent. */
const headersOfContent = ['etag', 'content-disposition', 'x-body-sha256'];

/**
 * An answer stays in memory until its client has read it, or the operating system has taken the rest. Only GET is refused: other calls have
 * done something, and their answers are bounded by the documents that a corporation may ask for.
 */
export function boundUnreadAnswers(fastify: FastifyInstance): void {
  const unread = new OpenByCorporation('unread', mostBytes);
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    // Nobody is known who asks for a page or a document. Those are kept once for all.
    if (size <= smallBytes || request.method !== 'GET' || !(request.caller ?? request.signedIn)) return done();
    try {
      unread.count(request, reply.raw, size);
      done();
    } catch (error) {
      for (const name of headersOfContent) void reply.removeHeader(name);
      void reply.header('cache-control', 'no-store');
      done(error as Error);
    }
  });
}
