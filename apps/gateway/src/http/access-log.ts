import { documentMark, withCorrelationId, type Logger } from '@vigia/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { limitOf } from '../limits/limit.js';
import { errorWrittenTo } from './adapter.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The document that the call is about, where the path does not name it. */
    documentAsked?: string;
    /** Whom a call names that is not admitted as theirs: a credential or a user that exists. It may be somebody else who calls. */
    named?: { accessKey?: string; userId?: string; corporationId?: string | null };
  }
}

const answered = new Histogram({
  name: 'vigia_http_request_seconds',
  help: 'Time from a request to the end of its answer, by route and status; 499: its client left before the answer began',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.2, 1, 5, 30],
});

/** As other servers log it. No client ever receives this status. */
const clientLeft = 499;

/** One line for each request that is no probe, and the time of each. */
export function watchAnswers(fastify: FastifyInstance, log: Logger): void {
  const finished = new WeakSet<FastifyReply>();
  fastify.addHook('onResponse', (request, reply, done) => {
    finished.add(reply);
    logAccess(log, request, reply, reply.statusCode);
    measure(request, reply, reply.statusCode);
    done();
  });
  // The framework calls no onResponse if the client left earlier, or if its body broke off and was answered at once. The first are the
  // slowest calls, for clients that stop waiting.
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (finished.has(reply)) return;
      const correlationId = String(reply.getHeader('x-correlation-id'));
      const hasBegun = reply.raw.headersSent;
      const written = hasBegun ? undefined : errorWrittenTo.get(request.raw.socket);
      request.failure ??= written;
      const status = hasBegun ? reply.statusCode : (written?.status ?? clientLeft);
      withCorrelationId(correlationId, () => logAccess(log, request, reply, status));
      // How long the reader of a file or of a stream stays says nothing about this service.
      if (!hasBegun) measure(request, reply, status);
    });
    done();
  });
}

function measure({ method, routeOptions }: FastifyRequest, { elapsedTime }: FastifyReply, status: number): void {
  answered.observe({ method, route: routeOptions.url ?? '(none)', status }, elapsedTime / 1000);
}

const probe = /^\/(?:health\/|metrics$)/;

/** Pino leaves out what is undefined. A probe that succeeds has no line: there is one every second or two, and the files of a container would soon hold nothing else. */
function logAccess(log: Logger, request: FastifyRequest, { elapsedTime }: FastifyReply, status: number): void {
  const { method, routeOptions, params, documentAsked, failure, requestId, replayed } = request;
  if (status < 400 && probe.test(routeOptions.url ?? '')) return;
  const { taxId = documentAsked } = (params ?? {}) as { taxId?: string };
  const { corporationId, accessKey, userId }: NonNullable<FastifyRequest['named']> =
    request.caller ?? request.signedIn ?? request.named ?? {};
  log.info(
    {
      method,
      route: routeOptions.url ?? '(none)',
      status,
      durationMs: Math.round(elapsedTime),
      corporationId: corporationId ?? undefined,
      accessKey,
      userId,
      code: failure?.code,
      limit: failure && limitOf(failure),
      requestId,
      replayed,
      ...(taxId && { document: documentMark(taxId) }),
    },
    'request',
  );
}
